-- What customers of vendors' Shopify stores ask by way of Shopify: to be told what is stored of them, or to have it erased.

create table store_privacy_requests (
  id            bigint generated always as identity primary key,
  public_id     text        collate "C" not null unique,
  account_id    bigint      not null references accounts (id) on delete cascade,
  connection_id bigint      references store_connections (id) on delete set null,
  store_name    text        not null,
  event_key     text        not null check (length(event_key) <= 200),
  kind          text        not null check (kind in ('data', 'erase_customer', 'erase_store')),
  -- The orders that it is about, by the store's ids; of a whole store none are named.
  order_ids     text[]      not null check (cardinality(order_ids) <= 1000),
  received_at   timestamptz not null,
  done_at       timestamptz,
  unique (connection_id, event_key)
);
create index store_privacy_requests_account on store_privacy_requests (account_id, id desc);
create index store_privacy_requests_open on store_privacy_requests (id) where done_at is null;

-- A store that tells of an erased order again brings no address back.
alter table shop_orders add column erased_at timestamptz;
