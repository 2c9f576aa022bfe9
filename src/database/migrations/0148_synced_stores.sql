-- A supplier's connected store whose products were imported stays synced. Decision 93.

-- What of the products follows the store, and what becomes of products that are new there or gone.
create table synced_stores (
  connection_id bigint      primary key references store_connections (id) on delete cascade,
  supplier_id   bigint      not null references suppliers (id) on delete cascade,
  -- Keys of its products begin so.
  key_prefix    text        not null,
  followed      text[]      not null,
  missing       text        not null default 'archive' check (missing in ('archive', 'sold_out')),
  added         text        not null default 'draft' check (added in ('publish', 'draft', 'leave')),
  is_paused     boolean     not null default false,
  started_at    timestamptz not null
);
create index synced_stores_supplier on synced_stores (supplier_id);

-- Products of a store that may have changed there and are to be read again.
create table noticed_store_products (
  connection_id bigint      not null references store_connections (id) on delete cascade,
  external_id   text        not null,
  cause         text        not null check (cause in ('webhook', 'check')),
  noticed_at    timestamptz not null,
  primary key (connection_id, external_id)
);

-- How a synced store is heard: by webhooks, and by checks that find what no webhook told of.
create table source_feeds (
  connection_id      bigint      primary key references store_connections (id) on delete cascade,
  -- Every change until then is known.
  polled_until       timestamptz not null,
  checked_at         timestamptz,
  -- When all products were last read.
  full_at            timestamptz not null,
  -- What is still to be read beside what was noticed.
  wanted             text        check (wanted in ('changed', 'all')),
  subscribed_at      timestamptz,
  last_webhook_at    timestamptz,
  problem            text,
  problem_code       text,
  problem_since      timestamptz
);

-- Webhooks as they came; their products are read again.
create table source_events (
  id            bigint      generated always as identity primary key,
  connection_id bigint      not null references store_connections (id) on delete cascade,
  event_key     text        not null,
  topic         text        not null,
  product_id    text,
  stock_id      text,
  body          bytea       not null,
  received_at   timestamptz not null,
  handled_at    timestamptz,
  unique (connection_id, event_key)
);
create index source_events_waiting on source_events (connection_id, id) where handled_at is null;
create index source_events_received on source_events (received_at);

-- Imports that a webhook or a check has begun; `only_ids` names what is read, else what changed since, else all.
alter table product_imports add column cause text check (cause in ('webhook', 'check'));
alter table product_imports add column modified_since timestamptz;
alter table product_imports add column only_ids text[];
drop index product_imports_reading;
create unique index product_imports_reading on product_imports (connection_id) where state = 'reading' and cause is null;
create unique index product_imports_syncing on product_imports (connection_id) where state = 'reading' and cause is not null;

-- Stores that were imported before are synced from now on.
insert into synced_stores (connection_id, supplier_id, key_prefix, followed, started_at)
select distinct on (i.connection_id) i.connection_id, i.supplier_id,
  (i.store ->> 'platform') || ':' || (i.store ->> 'address') || ':',
  '{stock,prices,variants,title,description,pictures,category,measures,customs}', i.counted_at
from product_imports i
where i.state = 'applied' and i.connection_id is not null
order by i.connection_id, i.id desc;

-- Parts of a product that are written here though its store has others.
create table written_fields (
  product_id bigint not null primary key references products (id) on delete cascade,
  fields     text[] not null check (cardinality(fields) > 0)
);
