-- What a vendor's customers find in their parcels: the vendor's name, a note, and where to send things back.

create table parcel_brands (
  account_id     bigint      primary key references accounts (id) on delete cascade,
  name           text        not null check (length(name) <= 100),
  note           text        not null check (length(note) <= 500),
  return_address text[]      not null check (cardinality(return_address) <= 6),
  updated_at     timestamptz not null
);

-- As it was when the order was bought; null: the store's name alone.
alter table purchases add column brand jsonb;
