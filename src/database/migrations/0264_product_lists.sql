-- Vendors' own lists of products, such as those of a season, and tags on their listings.
create table product_lists (
  id         bigint      generated always as identity primary key,
  public_id  text        collate "C" not null unique,
  account_id bigint      not null references accounts (id) on delete cascade,
  name       text        not null check (length(name) between 1 and 60),
  created_at timestamptz not null
);
create unique index product_lists_name on product_lists (account_id, lower(name));

create table product_list_items (
  list_id    bigint      not null references product_lists (id) on delete cascade,
  product_id bigint      not null references products (id) on delete cascade,
  added_at   timestamptz not null,
  primary key (list_id, product_id)
);
create index product_list_items_product on product_list_items (product_id);

create table product_tags (
  account_id bigint not null references accounts (id) on delete cascade,
  product_id bigint not null references products (id) on delete cascade,
  tag        text   not null check (length(tag) between 1 and 40),
  primary key (account_id, product_id, tag)
);
create index product_tags_tag on product_tags (account_id, tag);
create index product_tags_product on product_tags (product_id);
