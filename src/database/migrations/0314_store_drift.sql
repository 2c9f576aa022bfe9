-- The newest comparison of a store's stock and prices with what was sent there.
create table store_drift_checks (
  connection_id   bigint      primary key references store_connections (id) on delete cascade,
  checked_at      timestamptz not null,
  compared        integer     not null,
  stock_differs   integer     not null,
  price_differs   integer     not null,
  missing         integer     not null,
  corrected_total integer     not null
);
