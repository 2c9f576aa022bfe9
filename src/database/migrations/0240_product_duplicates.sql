-- Pairs of products of one supplier that may be the same, and what their supplier decided. Decision 110.
create table product_duplicates (
  id          bigint      generated always as identity primary key,
  public_id   text        collate "C" not null unique,
  supplier_id bigint      not null references suppliers (id) on delete cascade,
  -- The older product and the newer one.
  first_id    bigint      not null references products (id) on delete cascade,
  second_id   bigint      not null references products (id) on delete cascade,
  reasons     text[]      not null check (cardinality(reasons) > 0),
  state       text        not null default 'open' check (state in ('open', 'separate', 'merged')),
  found_at    timestamptz not null,
  decided_at  timestamptz,
  decided_by  bigint      references accounts (id) on delete set null,
  -- Of a merge: the product that stays, and what moved to it, for undoing.
  target_id     bigint      references products (id) on delete cascade,
  merge       jsonb,
  unique (first_id, second_id),
  check (first_id < second_id),
  check (target_id in (first_id, second_id)),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'merged') = (target_id is not null and merge is not null))
);
create index product_duplicates_supplier on product_duplicates (supplier_id, state, id desc);
create index product_duplicates_second on product_duplicates (second_id);
create index product_duplicates_account on product_duplicates (decided_by) where decided_by is not null;
create index product_duplicates_kept on product_duplicates (target_id) where target_id is not null;
