-- What manufacturers do themselves: a store's logo, and pieces they write and take pictures for.

alter table suppliers
  add column logo_key  text,
  add column logo_tint text,
  add constraint suppliers_logo check ((logo_key is null) = (logo_tint is null));

-- A piece counts how often its owner has changed it, so that two who change it at once do not undo each other's work.
alter table products
  add column revision      integer not null default 0,
  add column is_returnable boolean not null default true;
create index products_own on products (supplier_id, id desc) where status <> 'archived';

-- Pictures that a store uploaded for its pieces. One that belongs to no piece a day after it came is forgotten.
create table product_uploads (
  key         text        collate "C" primary key,
  supplier_id bigint      not null references suppliers (id) on delete cascade,
  product_id  bigint      references products (id) on delete set null,
  width       integer     not null check (width > 0),
  height      integer     not null check (height > 0),
  tint        text        not null,
  created_at  timestamptz not null
);
create index product_uploads_loose on product_uploads (created_at) where product_id is null;
create index product_uploads_product on product_uploads (product_id) where product_id is not null;
