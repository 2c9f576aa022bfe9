-- Imports of a supplier's connected store: its products are read page by page, then planned like those of a file. Decision 80.

-- `reading` until all products of the store were read.
alter table product_imports drop constraint product_imports_state_check;
alter table product_imports add constraint product_imports_state_check
  check (state in ('unmapped', 'reading', 'planning', 'planned', 'applying', 'applied', 'cancelled', 'failed'));
alter table product_imports drop constraint product_imports_format_check;
alter table product_imports add constraint product_imports_format_check
  check (format in ('shopify', 'woocommerce', 'google', 'mapped', 'store'));
alter table product_imports add column connection_id bigint references store_connections (id) on delete set null;
-- Platform, address and currency of the store: keys of its products begin with them.
alter table product_imports add column store json;
-- Where reading goes on, and how often in a row the store has not answered.
alter table product_imports add column read_cursor text;
alter table product_imports add column read_misses int not null default 0;
create unique index product_imports_reading on product_imports (connection_id) where state = 'reading';
create index product_imports_connection on product_imports (connection_id) where connection_id is not null;

-- Products that were read for an import; deleted when its plan is complete.
create table product_import_sources (
  import_id    bigint  not null references product_imports (id) on delete cascade,
  place        bigint  generated always as identity,
  external_id  text    not null,
  product      jsonb   not null,
  primary key (import_id, external_id)
);
create index product_import_sources_order on product_import_sources (import_id, place);
