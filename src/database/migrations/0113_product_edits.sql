-- A supplier's products in lists by name and by price, and those that have no wholesale price.
create index products_own_name on products (supplier_id, name_norm, id) where status <> 'archived';
create index products_own_price on products (supplier_id, sell_amount, id) where status <> 'archived';
create index product_variants_without_wholesale on product_variants (supplier_id, product_id) where wholesale_amount is null;

-- Bulk edits: `changes` is the preview, each with its value before and after; once applied, what became of each of them.
create table product_edits (
  id          bigint      generated always as identity primary key,
  public_id   text        collate "C" not null unique,
  supplier_id bigint      not null references suppliers (id) on delete cascade,
  field       text        not null check (field in ('price', 'wholesale', 'stock', 'status')),
  state       text        not null default 'preview' check (state in ('preview', 'applied', 'undone')),
  changes     jsonb       not null,
  created_at  timestamptz not null
);
create index product_edits_previews on product_edits (supplier_id, created_at) where state = 'preview';

-- Who changed a price, a stock or a status, when and how; amounts in minor units of the product's currency. A variant that is gone
-- keeps its history.
create table product_changes (
  id           bigint      generated always as identity primary key,
  product_id   bigint      not null references products (id) on delete cascade,
  variant_id   bigint,
  sku          text        not null,
  title        text        not null,
  field        text        not null check (field in ('price', 'wholesale', 'stock', 'status')),
  before_value text,
  after_value  text,
  source       text        not null check (source in ('edit', 'bulk_edit', 'undo', 'form', 'import')),
  edit_id      bigint,
  account_id   bigint      references accounts (id) on delete set null,
  changed_at   timestamptz not null,
  check (before_value is distinct from after_value)
);
create index product_changes_product on product_changes (product_id, id desc);
create index product_changes_account on product_changes (account_id) where account_id is not null;

-- Only what follows another row that goes, a product or an account, may change the history.
create function product_changes_refuse_change() returns trigger language plpgsql as $$ begin
  raise exception 'The history of products is only added to: % is refused', lower(tg_op)
    using errcode = 'check_violation', constraint = 'product_changes_only_added_to', table = 'product_changes';
end $$;
create trigger product_changes_only_added before update or delete on product_changes
  for each statement when (pg_trigger_depth() < 1) execute function product_changes_refuse_change();
