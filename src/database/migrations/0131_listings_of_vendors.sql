-- Vendors' price rules, what was last sent to their shops, what has to be sent again, and plans of publishing. Decision 74.

-- Each saved version stays: who sold at which rule, and since when.
create table price_rules (
  account_id bigint      not null references accounts (id) on delete cascade,
  version    integer     not null check (version > 0),
  rules      jsonb       not null check (jsonb_typeof(rules) = 'array'),
  -- Rates of exchange by currency, as the vendor typed them.
  rates      jsonb       not null check (jsonb_typeof(rates) = 'array'),
  saved_at   timestamptz not null,
  primary key (account_id, version)
);

-- The price in the shop is its owner's: it is never sent.
alter table store_selections add column is_price_locked boolean not null default false;

alter table store_listings
  -- Prices and quantities by variant as they were last sent.
  add column sent jsonb,
  -- Its cost rose so that the price leaves less than the vendor's minimum margin; null once somebody has decided, or it is over.
  add column cost_alert jsonb,
  -- Its owner has taken it off sale; `is_hidden` once the shop has it so.
  add column is_unpublished boolean not null default false,
  add column is_hidden boolean not null default false,
  -- A change that nobody has clicked: what is in the shop already is not sent again.
  add column is_automatic boolean not null default false,
  -- Attempts in a row that failed, and when the next one is due; none is due any more after the last.
  add column failures integer not null default 0 check (failures >= 0),
  add column retry_at timestamptz;
create index store_listings_cost_alert on store_listings (connection_id) where cost_alert is not null;
create index store_listings_retry on store_listings (retry_at) where retry_at is not null;

-- Products that changed since listings were last brought up to date. Without a key: an order never waits for another one here.
create table store_listing_changes (
  id         bigint generated always as identity primary key,
  product_id bigint not null
);

create function note_listing_change() returns trigger language plpgsql as $$ begin
  insert into store_listing_changes (product_id) select new.product_id
    where exists (select from store_listings l where l.product_id = new.product_id);
  return null;
end $$;
create trigger product_variants_listing_change
  after update of stock, price_amount, offer_amount, wholesale_amount on product_variants for each row
  when (old.stock is distinct from new.stock or old.price_amount is distinct from new.price_amount
    or old.offer_amount is distinct from new.offer_amount or old.wholesale_amount is distinct from new.wholesale_amount)
  execute function note_listing_change();
create trigger product_variants_listing_added after insert on product_variants for each row execute function note_listing_change();

create function note_listed_change() returns trigger language plpgsql as $$ begin
  insert into store_listing_changes (product_id) select new.id
    where exists (select from store_listings l where l.product_id = new.id);
  return null;
end $$;
create trigger products_listing_change after update of is_listed, status, supplier_id on products for each row
  when (old.is_listed is distinct from new.is_listed) execute function note_listed_change();

-- What publishing would do to each product in one shop, and what became of it.
create table publish_plans (
  id            bigint      generated always as identity primary key,
  public_id     text        collate "C" not null unique,
  account_id    bigint      not null references accounts (id) on delete cascade,
  connection_id bigint      not null references store_connections (id) on delete cascade,
  state         text        not null
    check (state in ('planning', 'planned', 'applying', 'applied', 'cancelled', 'failed')),
  -- Internal keys; null is everything that is chosen.
  product_ids   bigint[],
  failure       text,
  read_count    int         not null default 0,
  created_at    timestamptz not null,
  planned_at    timestamptz,
  finished_at   timestamptz
);
create index publish_plans_account on publish_plans (account_id, id desc);
create index publish_plans_connection on publish_plans (connection_id);

create table publish_plan_items (
  plan_id     bigint not null references publish_plans (id) on delete cascade,
  product_id  bigint not null references products (id) on delete cascade,
  n           int    not null,
  action      text   not null check (action in ('create', 'update', 'skip', 'conflict')),
  outcome     text   check (outcome in ('applied', 'stale', 'failed')),
  reason      text,
  changes     json   not null,
  -- The product in the shop that it becomes, found by its SKU.
  adopted_id  text   collate "C" check (length(adopted_id) <= 200),
  -- What is sent, without stock: another one by then makes the item stale.
  fingerprint text   not null,
  primary key (plan_id, product_id)
);
create index publish_plan_items_order on publish_plan_items (plan_id, action, n);
create index publish_plan_items_product on publish_plan_items (product_id);
alter table store_listings add column plan_id bigint references publish_plans (id) on delete set null;
create index store_listings_plan on store_listings (plan_id) where plan_id is not null;

alter table practice_products add column status text not null default 'publish' check (status in ('publish', 'draft'));
