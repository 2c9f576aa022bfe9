-- What sales and cancellations here change of the stock in suppliers' connected stores, each once. Decision 93.

create table store_stock_changes (
  id            bigint      generated always as identity primary key,
  connection_id bigint      references store_connections (id) on delete set null,
  supplier_id   bigint      not null references suppliers (id) on delete cascade,
  variant_id    bigint      not null,
  -- Ids in the store; what stock is counted by is known once the store was asked.
  product_key   text        not null,
  variant_key   text        not null,
  sku           text        not null,
  stock_key     text,
  order_id      text        not null,
  -- Below 0: sold here.
  quantity      int         not null check (quantity <> 0),
  requested_at  timestamptz not null,
  -- Since when the store may have made it, when it surely had, and when it turned out to be none of its business.
  attempted_at  timestamptz,
  applied_at    timestamptz,
  closed_at     timestamptz
);
create index store_stock_changes_variant on store_stock_changes (variant_id) where closed_at is null;
create index store_stock_changes_order on store_stock_changes (order_id);
create index store_stock_changes_connection on store_stock_changes (connection_id, id);
