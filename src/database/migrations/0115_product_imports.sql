-- Files of products that suppliers bring: what each would change (the plan), and what became of it. Decision 65.

create table product_imports (
  id              bigint generated always as identity primary key,
  public_id       text collate "C" not null unique,
  supplier_id     bigint not null references suppliers (id),
  -- Where new products lie.
  warehouse_id    bigint not null references warehouses (id),
  -- `unmapped`: the columns are not known yet. The plan is made while `planning`, carried out while `applying`.
  state           text not null
    check (state in ('unmapped', 'planning', 'planned', 'applying', 'applied', 'cancelled', 'failed')),
  file_key        text not null,
  file_name       text not null,
  file_size       bigint not null,
  format          text not null check (format in ('shopify', 'woocommerce', 'google', 'mapped')),
  encoding        text not null,
  -- The header and the first rows, for the choice of columns.
  sample          json not null,
  mapping         json,
  -- When the stock in the file was counted (decision 44).
  counted_at      timestamptz not null,
  -- Some rows could not be read: variants that the file does not have may be among them and stay.
  keeps_variants  boolean not null default false,
  failure         text,
  row_count       int not null default 0,
  -- Products of the plan so far, and how many there will be, as soon as that is known.
  planned_count   int not null default 0,
  total_count     int,
  created_count   int not null default 0,
  changed_count   int not null default 0,
  unchanged_count int not null default 0,
  conflict_count  int not null default 0,
  refused_count   int not null default 0,
  applied_count   int not null default 0,
  stale_count     int not null default 0,
  rejected_count  int not null default 0,
  created_at      timestamptz not null,
  planned_at      timestamptz,
  -- When its job last wrote something: one that has been silent is started again.
  touched_at      timestamptz not null default now(),
  finished_at     timestamptz
);
create index product_imports_supplier on product_imports (supplier_id, id desc);

-- What the plan says of each product of the file, in its order.
create table product_import_items (
  import_id    bigint not null references product_imports (id) on delete cascade,
  n            int    not null,
  action       text   not null check (action in ('create', 'change', 'unchanged', 'conflict', 'refuse')),
  -- What became of it; null until then, and always null where there is nothing to do.
  outcome      text   check (outcome in ('applied', 'stale', 'rejected')),
  external_key text,
  title        text   not null,
  first_line   int    not null,
  last_line    int    not null,
  reason       text,
  changes      json,
  -- What is written, and what the product was when the plan was made: another version since then makes the item stale.
  product      json,
  version      text,
  primary key (import_id, n)
);
create index product_import_items_action on product_import_items (import_id, action, n);
create index product_import_items_due on product_import_items (import_id, n)
  where outcome is null and action in ('create', 'change');
create index product_import_items_outcome on product_import_items (import_id, outcome, n)
  where outcome in ('stale', 'rejected');

-- Which columns of a store's files mean what, by the header they have.
create table import_mappings (
  supplier_id bigint not null references suppliers (id),
  header_key  text   not null,
  mapping     json   not null,
  updated_at  timestamptz not null,
  primary key (supplier_id, header_key)
);
