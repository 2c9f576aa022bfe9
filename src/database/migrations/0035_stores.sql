-- Shops that people have elsewhere, and what goes on between them and the marketplace.

-- `access` is what opens the shop, encrypted with a key that is not in this database (AES-256-GCM; platform/sealing.ts).
create table store_connections (
  id         bigint generated always as identity primary key,
  public_id  text        collate "C" not null unique,
  person_id  bigint      not null references people (id) on delete cascade,
  platform   text        not null check (platform in ('shopify', 'woocommerce')),
  address    text        not null check (length(address) <= 300),
  name       text        not null check (length(name) <= 300),
  currency   text        not null check (currency ~ '^[A-Z]{3}$'),
  access     bytea       not null,
  -- In words, for who owns it; null while it lets us in.
  problem    text,
  checked_at timestamptz not null,
  created_at timestamptz not null,
  unique (person_id, platform)
);

-- Bringing a selection into a shop (push), or reading its products (pull), a chunk at a time. `leased_until` keeps two workers
-- from doing the same chunk; misses counts attempts in a row that brought nothing.
create table store_runs (
  id            bigint generated always as identity primary key,
  connection_id bigint      not null references store_connections (id) on delete cascade,
  kind          text        not null check (kind in ('push', 'pull')),
  state         text        not null default 'running' check (state in ('running', 'done', 'failed')),
  cursor        text,
  misses        integer     not null default 0 check (misses >= 0),
  problem       text,
  started_at    timestamptz not null,
  moved_at      timestamptz not null,
  leased_until  timestamptz,
  finished_at   timestamptz,
  check ((state = 'running') = (finished_at is null))
);
-- Who clicks twice joins what goes on.
create unique index store_runs_running on store_runs (connection_id, kind) where state = 'running';
create index store_runs_latest on store_runs (connection_id, kind, id desc);

-- The products of a connected shop as they were last read. Amounts in hundredths of the connection's currency.
create table store_products (
  connection_id    bigint not null references store_connections (id) on delete cascade,
  external_id      text   collate "C" not null check (length(external_id) <= 200),
  run_id           bigint not null,
  place            bigint generated always as identity,
  name             text   not null,
  description_html text   not null,
  sku              text   not null,
  price_amount     bigint check (price_amount >= 0),
  quantity         integer,
  pictures         text[] not null,
  primary key (connection_id, external_id)
);
create index store_products_place on store_products (connection_id, place);
