-- What operators put before shoppers and members for a time: announcements, offer campaigns and featured suppliers. They begin and end
-- by the clock of the query that reads them.
create table promotions (
  id          bigint      generated always as identity primary key,
  public_id   text        collate "C" not null unique,
  kind        text        not null check (kind in ('announcement', 'campaign', 'featured_supplier')),
  title       text        not null check (length(title) <= 160),
  text        text        not null check (length(text) <= 120),
  link_label  text        check (length(link_label) <= 40),
  -- A page of this shop.
  link_path   text        check (link_path ~ '^/' and length(link_path) <= 300),
  audience    text        not null check (audience in ('everyone', 'vendors', 'suppliers')),
  picture     text        check (picture in ('emerald', 'blush')),
  supplier_id bigint      references suppliers (id) on delete cascade,
  starts_at   timestamptz not null,
  ends_at     timestamptz check (ends_at > starts_at),
  version     integer     not null default 1,
  created_at  timestamptz not null,
  check ((kind = 'featured_supplier') = (supplier_id is not null)),
  check ((kind = 'campaign') <= (picture is not null and link_path is not null)),
  check ((link_label is null) = (link_path is null))
);
create index promotions_kind on promotions (kind, starts_at desc);
create index promotions_supplier on promotions (supplier_id) where supplier_id is not null;
