-- Shops that Cabochon runs itself, so that vendors and suppliers can try everything without an account elsewhere. They speak
-- WooCommerce's protocol; nothing in them is real.

-- Keys are kept as hashes. `admin_token` opens the owner's page; `delivery` says how the next webhooks go wrong.
create table practice_shops (
  id           bigint generated always as identity primary key,
  public_id    text        collate "C" not null unique,
  account_id   bigint      not null unique references accounts (id) on delete cascade,
  name         text        not null check (length(name) <= 200),
  currency     text        not null check (currency ~ '^[A-Z]{3}$'),
  key_hash     text        collate "C" not null,
  secret_hash  text        collate "C" not null,
  admin_token  text        collate "C" not null,
  delivery     text        not null default 'normal' check (delivery in ('normal', 'lost', 'doubled', 'late')),
  created_at   timestamptz not null
);

-- A product, or a variation where it has a parent. Prices as the protocol has them: decimals in a text.
create table practice_products (
  id            bigint generated always as identity primary key,
  shop_id       bigint not null references practice_shops (id) on delete cascade,
  parent_id     bigint references practice_products (id) on delete cascade,
  name          text   not null default '',
  type          text   not null default 'simple' check (type in ('simple', 'variable')),
  sku           text   not null default '' check (length(sku) <= 100),
  description   text   not null default '',
  regular_price text   not null default '',
  quantity      int    not null default 0,
  images        jsonb  not null default '[]',
  attributes    jsonb  not null default '[]'
);
create unique index practice_products_sku on practice_products (shop_id, sku) where sku <> '';
create index practice_products_parent on practice_products (parent_id);
create index practice_products_shop on practice_products (shop_id, id) where parent_id is null;

-- `lines` as the protocol has them, with what was refunded of each.
create table practice_orders (
  id          bigint generated always as identity primary key,
  shop_id     bigint      not null references practice_shops (id) on delete cascade,
  status      text        not null check (status in ('pending', 'processing', 'completed', 'cancelled', 'refunded')),
  address     jsonb       not null,
  lines       jsonb       not null,
  paid_at     timestamptz,
  created_at  timestamptz not null,
  modified_at timestamptz not null
);
create index practice_orders_modified on practice_orders (shop_id, modified_at);

-- Who asked to be told of orders, and by which secret that is signed, as WooCommerce keeps it.
create table practice_webhooks (
  id           bigint generated always as identity primary key,
  shop_id      bigint not null references practice_shops (id) on delete cascade,
  topic        text   not null check (topic in ('order.created', 'order.updated')),
  delivery_url text   not null check (length(delivery_url) <= 1000),
  secret       text   not null,
  unique (shop_id, topic, delivery_url)
);

-- Webhooks on their way: late ones are due later.
create table practice_deliveries (
  id         bigint generated always as identity primary key,
  webhook_id bigint      not null references practice_webhooks (id) on delete cascade,
  order_id   bigint      not null references practice_orders (id) on delete cascade,
  due_at     timestamptz not null,
  sent_at    timestamptz
);
create index practice_deliveries_due on practice_deliveries (due_at) where sent_at is null;
create index practice_deliveries_order on practice_deliveries (order_id);
create index practice_deliveries_webhook on practice_deliveries (webhook_id);
