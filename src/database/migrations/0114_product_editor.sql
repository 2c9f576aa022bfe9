-- What a supplier writes of a product besides its price and words: wholesale conditions, the facts of jewellery, price lists.

-- Below this price a vendor is advised not to sell. A recommendation: the database does not enforce it.
alter table product_variants
  add column minimum_retail_amount bigint check (minimum_retail_amount >= 0);

-- Facts beside metal, purity, plating, stones, size_standard, weight and measures. `stones` stays the text that lists and facets
-- read; where product_stones has rows, it is written from them.
alter table products
  add column hallmark               text,
  add column is_nickel_free         boolean,
  add column certificate_laboratory text,
  add column certificate_number     text,
  add constraint products_certificate check ((certificate_laboratory is null) = (certificate_number is null));

create table product_stones (
  product_id bigint   not null references products (id) on delete cascade,
  position   smallint not null check (position > 0),
  kind       text     not null check (length(kind) between 1 and 60),
  count      integer  not null check (count > 0),
  carat      numeric(8, 3) check (carat > 0),
  origin     text     check (origin in ('natural', 'lab_grown', 'cultured')),
  primary key (product_id, position)
);

-- Which facts a product of a category has to say. Operators change the rows; no release is needed.
create table category_facts (
  category_id smallint not null references categories (id),
  fact        text     not null check (fact in ('metal', 'purity', 'plating', 'stones', 'sizeStandard', 'weightGrams', 'lengthMm',
    'widthMm', 'heightMm', 'nickelFree', 'hallmark', 'certificate')),
  position    smallint not null,
  primary key (category_id, fact)
);

insert into category_facts (category_id, fact, position)
  select c.id, f.fact, f.position
  from categories c
  join (values ('metal', 1), ('purity', 2), ('sizeStandard', 3), ('lengthMm', 4), ('weightGrams', 5), ('nickelFree', 6))
    f(fact, position) on case f.fact
      when 'sizeStandard' then c.name = 'Rings'
      when 'lengthMm' then c.name in ('Necklaces', 'Bracelets', 'Anklets')
      when 'nickelFree' then c.name = 'Earrings'
      else true end;

-- Wholesale prices below the standard one: a percentage off, or amounts for single variants, from a quantity on; for all vendors, or
-- for those named by their email address, whether or not they have an account yet.
create table price_lists (
  id               bigint generated always as identity primary key,
  public_id        text collate "C" not null unique,
  supplier_id      bigint not null references suppliers (id) on delete cascade,
  name             text not null check (length(name) between 1 and 100),
  audience         text not null check (audience in ('all', 'chosen')),
  percent_off_bps  integer check (percent_off_bps between 1 and 9000),
  minimum_quantity integer not null default 1 check (minimum_quantity >= 1),
  revision         integer not null default 1,
  created_at       timestamptz not null,
  updated_at       timestamptz not null
);
create index price_lists_supplier on price_lists (supplier_id, id desc);

create table price_list_entries (
  price_list_id    bigint  not null references price_lists (id) on delete cascade,
  variant_id       bigint  not null references product_variants (id) on delete cascade,
  minimum_quantity integer not null check (minimum_quantity >= 1),
  amount           bigint  not null check (amount > 0),
  primary key (price_list_id, variant_id, minimum_quantity)
);
create index price_list_entries_variant on price_list_entries (variant_id);

create table price_list_vendors (
  price_list_id bigint not null references price_lists (id) on delete cascade,
  email         text   not null check (email = lower(email) and length(email) between 3 and 320),
  primary key (price_list_id, email)
);
create index price_list_vendors_email on price_list_vendors (email);
