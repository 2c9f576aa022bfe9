-- What vendors have chosen for their own shops, and how it stands with each piece there.

-- A retail price is in hundredths of retail_currency; none follows what the marketplace asks. No quantity follows the stock.
create table store_selections (
  person_id       bigint      not null references people (id) on delete cascade,
  product_id      bigint      not null references products (id) on delete cascade,
  place           bigint      generated always as identity,
  retail_amount   bigint      check (retail_amount >= 1),
  retail_currency text        check (retail_currency ~ '^[A-Z]{3}$'),
  quantity        integer     check (quantity between 0 and 1000000),
  added_at        timestamptz not null,
  primary key (person_id, product_id),
  check ((retail_amount is null) = (retail_currency is null))
);
create index store_selections_newest on store_selections (person_id, place desc);
create index store_selections_product on store_selections (product_id);

-- A piece in a shop: external_id is the shop's own id of it, once it is known to be there. It stays when the piece is left out of
-- the selection, so that choosing it again brings no second one.
create table store_listings (
  connection_id bigint not null references store_connections (id) on delete cascade,
  product_id    bigint not null references products (id) on delete cascade,
  run_id        bigint not null,
  state         text   not null check (state in ('pending', 'synced', 'failed')),
  external_id   text   collate "C" check (length(external_id) <= 200),
  problem       text,
  synced_at     timestamptz,
  primary key (connection_id, product_id),
  check ((state = 'failed') = (problem is not null))
);
create index store_listings_run on store_listings (run_id, state);
create index store_listings_product on store_listings (product_id);
