-- Logos on the packing slips of vendors, as they are printed: small, and stored until the account is closed, as slips that were bought with
-- one are printed again.
create table parcel_logos (
  -- A hash of the account and the picture.
  key        text        collate "C" primary key check (key ~ '^[0-9a-f]{32}$'),
  account_id bigint      not null references accounts (id) on delete cascade,
  image      bytea       not null check (length(image) between 1 and 200000),
  created_at timestamptz not null
);
create index parcel_logos_account on parcel_logos (account_id);

alter table parcel_brands add column logo text references parcel_logos (key);
