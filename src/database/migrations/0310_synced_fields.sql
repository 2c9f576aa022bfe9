-- What becomes of a product in a vendor's store when the vendor leaves it out of the selection.
alter table store_connections add column when_removed text not null default 'sold_out';
alter table store_connections add constraint store_connections_when_removed
  check (when_removed in ('sold_out', 'unpublish')) not valid;

-- Keys that were replaced: what the store still signs with them is believed for a day.
alter table store_connections add column previous_access bytea;
alter table store_connections add column keys_changed_at timestamptz;

-- Categories of practice shops, by the ids of their API.
create table practice_categories (
  shop_id bigint not null references practice_shops (id) on delete cascade,
  id      bigint not null,
  name    text   not null check (length(name) between 1 and 200),
  primary key (shop_id, id)
);
