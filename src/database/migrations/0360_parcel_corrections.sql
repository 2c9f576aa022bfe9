-- Tracking numbers of parcels that changed after the parcel was added, for vendors' stores that have the numbers before. Without
-- numbers after it the parcel was taken back, and is gone.
create table parcel_corrections (
  id                bigint generated always as identity primary key,
  public_id         text        not null unique,
  supplier_order_id bigint      not null references supplier_orders (id),
  parcel            text        not null,
  numbers_before    jsonb       not null,
  numbers_after     jsonb       not null,
  created_at        timestamptz not null
);
create index parcel_corrections_order on parcel_corrections (supplier_order_id);
create index parcel_corrections_parcel on parcel_corrections (parcel);
