-- Views of the consoles' lists that somebody has named and saved: filters, order, columns and density, as the address has them.
create table saved_views (
  id         bigint      generated always as identity primary key,
  public_id  text        collate "C" not null unique,
  account_id bigint      not null references accounts (id) on delete cascade,
  list       text        not null check (length(list) between 1 and 40),
  name       text        not null check (length(name) between 1 and 60),
  query      text        not null check (length(query) <= 2000),
  created_at timestamptz not null
);
create unique index saved_views_name on saved_views (account_id, list, lower(name));
