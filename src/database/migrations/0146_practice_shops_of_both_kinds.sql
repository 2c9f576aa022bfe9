-- Practice shops speak Shopify's protocol, too: one of each kind an account. Their owners change products, and let calls go wrong.

alter table practice_shops add column platform text not null default 'woocommerce' check (platform in ('woocommerce', 'shopify'));
alter table practice_shops drop constraint practice_shops_account_id_key;
alter table practice_shops add constraint practice_shops_account_platform_key unique (account_id, platform);
-- What signs the webhooks of a Shopify app; nothing in a practice shop is real.
alter table practice_shops add column app_secret text not null default '';
-- How calls of the API are answered: `lost`: they are done, and the answer never comes.
alter table practice_shops add column answers text not null default 'normal'
  check (answers in ('normal', 'slow', 'failing', 'busy', 'lost', 'locked'));

alter table practice_products add column handle text not null default '' check (length(handle) <= 255);
create unique index practice_products_handle on practice_products (shop_id, handle) where handle <> '';
alter table practice_products add column short_description text not null default '';
alter table practice_products add column sale_price text not null default '';
alter table practice_products add column manages_stock boolean not null default true;
-- Weight in kilograms, lengths in centimetres: decimals in a text, as the protocol has them.
alter table practice_products add column weight text not null default '';
alter table practice_products add column dimensions jsonb not null default '{}';
alter table practice_products add column categories jsonb not null default '[]';
alter table practice_products add column tags jsonb not null default '[]';
alter table practice_products add column meta jsonb not null default '[]';
alter table practice_products add column modified_at timestamptz not null default now();
alter table practice_products drop constraint practice_products_status_check;
alter table practice_products add constraint practice_products_status_check check (status in ('publish', 'draft', 'trash'));
create index practice_products_modified on practice_products (shop_id, modified_at) where parent_id is null;
-- What lies in the bin keeps its SKU, and another one may have it.
drop index practice_products_sku;
create unique index practice_products_sku on practice_products (shop_id, sku) where sku <> '' and status <> 'trash';

alter table practice_webhooks drop constraint practice_webhooks_topic_check;
alter table practice_webhooks add constraint practice_webhooks_topic_check check (length(topic) <= 100);

-- A webhook is about an order or a product; `event_id` is the same in every copy.
alter table practice_deliveries alter column order_id drop not null;
alter table practice_deliveries add column product_id bigint;
alter table practice_deliveries add column event_id text not null default '';
alter table practice_deliveries add constraint practice_deliveries_subject check (num_nonnulls(order_id, product_id) = 1);

-- What Shopify keeps of requests that name a key: the same key does nothing twice.
create table practice_requests (
  shop_id    bigint      not null references practice_shops (id) on delete cascade,
  key        text        not null check (length(key) <= 200),
  input_hash text        not null,
  answer     jsonb       not null,
  created_at timestamptz not null,
  primary key (shop_id, key)
);

-- What was sent of an order: `lines` has its units by line, `tracking` the carrier, number and address.
create table practice_fulfillments (
  id         bigint generated always as identity primary key,
  order_id   bigint      not null references practice_orders (id) on delete cascade,
  lines      jsonb       not null,
  tracking   jsonb       not null,
  created_at timestamptz not null
);
create index practice_fulfillments_order on practice_fulfillments (order_id);
