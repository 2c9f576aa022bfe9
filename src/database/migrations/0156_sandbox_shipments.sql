-- The books of the built-in carrier, which takes no money and carries nothing: for trying labels, tracking and refunds.
create table sandbox_shipments (
  reference       text        primary key,
  parcel          jsonb       not null,
  opened_at       timestamptz not null,
  service         text,
  amount          bigint      check (amount > 0),
  tracking_number text        unique,
  bought_at       timestamptz,
  refunded_at     timestamptz,
  check ((bought_at is null) = (service is null) and (bought_at is null) = (amount is null)
    and (bought_at is null) = (tracking_number is null))
);
