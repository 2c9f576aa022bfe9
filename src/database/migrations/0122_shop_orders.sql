-- Orders of vendors' own shops, as they come in by webhook or are found by asking.

-- What the variants of a listing are called in a shop: by this, and not by their SKUs or titles, order lines are recognised.
create table store_listing_variants (
  connection_id       bigint not null references store_connections (id) on delete cascade,
  external_product_id text   collate "C" not null check (length(external_product_id) <= 200),
  -- Empty where the product has no variations in the shop.
  external_variant_id text   collate "C" not null check (length(external_variant_id) <= 200),
  product_id          bigint not null references products (id) on delete cascade,
  variant_id          bigint not null references product_variants (id) on delete cascade,
  primary key (connection_id, external_product_id, external_variant_id)
);
create index store_listing_variants_product on store_listing_variants (product_id);
create index store_listing_variants_variant on store_listing_variants (variant_id);

-- How it stands with hearing of a shop's orders. Everything changed before `polled_until` is known.
create table shop_order_feeds (
  connection_id   bigint      primary key references store_connections (id) on delete cascade,
  polled_until    timestamptz not null,
  polled_at       timestamptz,
  last_webhook_at timestamptz,
  subscribed_at   timestamptz,
  -- Orders that no webhook had told of: with the newest reconciliation, and ever.
  recovered       int         not null default 0 check (recovered >= 0),
  recovered_total int         not null default 0 check (recovered_total >= 0),
  problem         text
);

-- Webhooks as they came, for thirty days.
create table shop_order_events (
  id                bigint generated always as identity primary key,
  connection_id     bigint      not null references store_connections (id) on delete cascade,
  event_key         text        collate "C" not null check (length(event_key) <= 200),
  topic             text        not null check (length(topic) <= 100),
  external_order_id text        collate "C" not null check (length(external_order_id) <= 200),
  body              bytea       not null,
  received_at       timestamptz not null,
  handled_at        timestamptz,
  unique (connection_id, event_key)
);
create index shop_order_events_order on shop_order_events (connection_id, external_order_id, received_at);
create index shop_order_events_received on shop_order_events (received_at);

-- An order stays when its shop is disconnected. Amounts in minor units of the shop's currency; they never enter the ledger.
create table shop_orders (
  id            bigint generated always as identity primary key,
  public_id     text        collate "C" not null unique,
  account_id    bigint      not null references accounts (id) on delete cascade,
  connection_id bigint      references store_connections (id) on delete set null,
  store_name    text        not null,
  platform      text        not null check (platform in ('shopify', 'woocommerce')),
  external_id   text        collate "C" not null check (length(external_id) <= 200),
  number        text        not null check (length(number) <= 100),
  currency      text        not null check (currency ~ '^[A-Z]{3}$'),
  total_amount  bigint      not null,
  shop_state    text        not null check (shop_state in ('unpaid', 'paid', 'cancelled', 'refunded')),
  address       jsonb,
  state         text        not null check (state in ('to_pay', 'blocked', 'not_ours', 'closed')),
  reasons       text[]      not null,
  is_recovered  boolean     not null,
  placed_at     timestamptz not null,
  modified_at   timestamptz not null,
  received_at   timestamptz not null,
  unique (connection_id, external_id),
  check ((state = 'blocked') = (cardinality(reasons) > 0))
);
create index shop_orders_account on shop_orders (account_id, state, placed_at desc);

create table shop_order_lines (
  order_id    bigint not null references shop_orders (id) on delete cascade,
  external_id text   collate "C" not null check (length(external_id) <= 200),
  place       int    not null,
  title       text   not null,
  sku         text   not null,
  -- `removed` of the ordered ones were cancelled or refunded in the shop.
  quantity    int    not null check (quantity >= 0),
  removed     int    not null check (removed between 0 and quantity),
  line_amount bigint not null,
  kind        text   not null check (kind in ('ours', 'unmapped', 'foreign')),
  product_id  bigint references products (id) on delete set null,
  variant_id  bigint references product_variants (id) on delete set null,
  primary key (order_id, external_id)
);
create index shop_order_lines_product on shop_order_lines (product_id);
create index shop_order_lines_variant on shop_order_lines (variant_id);
