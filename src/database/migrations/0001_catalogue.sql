-- Suppliers, their products, and what makes lists and searches over a million of them cheap.
-- Runs unchanged on PostgreSQL 15 to 18.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- unaccent() is only STABLE because its dictionary may be swapped; named with its schema it may stand in a generated column.
create function f_unaccent(text) returns text language sql immutable parallel safe strict
  as $$ select public.unaccent('public.unaccent'::regdictionary, $1) $$;

-- The LIKE pattern for normalised names that contain the text; the pattern's own signs are escaped after folding, as
-- folding may make one (a full-width percent sign).
create function f_containing(text) returns text language sql immutable parallel safe strict
  as $$ select '%' || regexp_replace(lower(f_unaccent($1)), '([\\%_])', '\\\1', 'g') || '%' $$;

-- The text search for names that have, for each group, a word that begins with one of the group's words (separated by
-- spaces). A function of constants, so that the planner sees the words. Null when no word is left.
create function f_word_query(groups text[]) returns tsquery language sql immutable parallel safe strict
  as $$
    select string_agg('(' || alternatives || ')', ' & ')::tsquery
    from unnest(groups) words, lateral (
      select string_agg('''' || word || ''':*', ' | ')
      from regexp_split_to_table(regexp_replace(lower(f_unaccent(words)), '[''\\]', '', 'g'), ' +') word
      where word <> '') a(alternatives)
    where alternatives is not null $$;

create table suppliers (
  id                     bigint generated always as identity primary key,
  public_id              text collate "C" not null unique,
  slug                   text collate "C" not null unique,
  name                   text not null check (name <> ''),
  is_verified            boolean not null default false,
  country                char(2) not null,
  city                   text,
  story                  text,
  contact_email          text,
  years_of_experience    smallint check (years_of_experience >= 0),
  main_categories        text[] not null default '{}',
  stated_store_rating    real,
  stated_on_time_percent real,
  stated_response_time   text,
  stated_online_revenue  text,
  stated_main_market     text,
  stated_partners        int,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);

create table warehouses (
  id          bigint generated always as identity primary key,
  supplier_id bigint not null references suppliers (id),
  name        text not null check (name <> ''),
  country     char(2) not null,
  unique (supplier_id, name)
);

create table categories (
  id   smallint primary key,
  name text not null unique
);

insert into categories (id, name) values
  (1, 'Rings'), (2, 'Necklaces'), (3, 'Bracelets'), (4, 'Earrings'),
  (5, 'Pendants'), (6, 'Brooches'), (7, 'Anklets'), (8, 'Charms');

-- Ids are given in order of creation, and "newest" is id descending: never insert with old ids.
-- stock and variant_count are what the variants say, pictures what product_images says, recent_reviews what reviews say:
-- copies, so that a list reads one row a product.
create table products (
  id             bigint generated always as identity primary key,
  public_id      text collate "C" not null unique,
  supplier_id    bigint not null references suppliers (id),
  warehouse_id   bigint not null references warehouses (id),
  category_id    smallint not null references categories (id),
  external_key   text,
  status         text not null default 'active' check (status in ('active', 'draft', 'archived')),
  is_listed      boolean not null default false,
  name           text not null check (length(name) between 1 and 500),
  name_norm      text not null generated always as (lower(f_unaccent(name))) stored,
  summary        text not null default '' check (length(summary) <= 160),
  currency       text not null default 'USD',
  price_amount   bigint not null check (price_amount >= 0),
  offer_amount   bigint check (offer_amount >= 0),
  sell_amount    bigint not null generated always as (
    case when offer_amount > 0 and offer_amount < price_amount then offer_amount else price_amount end) stored,
  discount_bp    int not null generated always as (
    case when offer_amount > 0 and offer_amount < price_amount
      then ((price_amount - offer_amount) * 10000 / price_amount)::int else 0 end) stored,
  stock          int not null default 0 check (stock >= 0),
  variant_count  int not null default 0 check (variant_count >= 0),
  sku            text not null default '',
  weight_grams   real,
  length_mm      real,
  width_mm       real,
  height_mm      real,
  metal          text,
  purity         text,
  plating        text,
  stones         text,
  size_standard  text,
  rating         real not null default 0,
  review_count   int not null default 0,
  sold_count     int not null default 0,
  pictures       jsonb not null default '[]',
  recent_reviews jsonb not null default '[]',
  content_hash   text,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  description_html text not null default '',
  unique (supplier_id, external_key)
) with (fillfactor = 90);

create table product_images (
  id         bigint generated always as identity primary key,
  product_id bigint not null references products (id) on delete cascade,
  position   int not null,
  source_url text not null,
  file_key   text,
  width      int,
  height     int,
  tint       text,
  alt        text not null default '',
  state      text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  failure    text,
  unique (product_id, source_url),
  check (state <> 'ready' or file_key is not null)
);
create index product_images_waiting on product_images (id) where state = 'waiting';

create table product_variants (
  id               bigint generated always as identity primary key,
  public_id        text collate "C" not null unique,
  product_id       bigint not null references products (id) on delete cascade,
  supplier_id      bigint not null references suppliers (id),
  position         int not null,
  external_key     text,
  sku              text not null,
  title            text not null default '',
  size             text,
  color            text,
  material         text,
  price_amount     bigint not null check (price_amount >= 0),
  offer_amount     bigint check (offer_amount >= 0),
  sell_amount      bigint not null generated always as (
    case when offer_amount > 0 and offer_amount < price_amount then offer_amount else price_amount end) stored,
  wholesale_amount bigint check (wholesale_amount >= 0),
  stock            int not null default 0 check (stock >= 0),
  weight_grams     real,
  image_id         bigint references product_images (id) on delete set null,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  unique (supplier_id, sku)
) with (fillfactor = 90);
create index product_variants_product on product_variants (product_id, position);
create index product_variants_sku on product_variants (lower(sku));
create index product_variants_image on product_variants (image_id) where image_id is not null;

-- How often two products stood in one paid order; kept in both directions.
create table product_pairs (
  product_id bigint not null references products (id) on delete cascade,
  other_id   bigint not null references products (id) on delete cascade,
  times      int not null check (times > 0),
  primary key (product_id, other_id),
  check (product_id <> other_id)
);
create index product_pairs_times on product_pairs (product_id, times desc, other_id desc);

-- One index for each order in which lists are shown; all of them hold listed products only.
create index products_new on products (id desc) where is_listed;
create index products_category_new on products (category_id, id desc) where is_listed;
create index products_popular on products (sold_count desc, rating desc, id desc) where is_listed;
create index products_category_popular on products (category_id, sold_count desc, rating desc, id desc) where is_listed;
create index products_supplier_popular on products (supplier_id, sold_count desc, rating desc, id desc) where is_listed;
create index products_discount on products (discount_bp desc, id desc) where is_listed;
create index products_category_discount on products (category_id, discount_bp desc, id desc) where is_listed;
create index products_price on products (sell_amount, id) where is_listed;
create index products_category_price on products (category_id, sell_amount, id) include (stock) where is_listed;
create index products_filter on products (id desc) include (category_id, sell_amount, stock, name_norm) where is_listed;
create index products_trigrams on products using gin (name_norm gin_trgm_ops) where is_listed;
create index products_words on products using gin (to_tsvector('simple', name_norm)) where is_listed;
create index products_sku on products (lower(sku)) where is_listed;

-- A product is listed when it is active and its supplier verified. The supplier's row is locked against a change of
-- is_verified until this transaction ends, so that the two can not miss each other.
create function products_set_listed() returns trigger language plpgsql as $$ begin
  select new.status = 'active' and is_verified into new.is_listed from suppliers where id = new.supplier_id for share;
  return new;
end $$;
create trigger products_set_listed before insert or update of status, supplier_id, is_listed on products
  for each row execute function products_set_listed();

create function suppliers_set_listed() returns trigger language plpgsql as $$ begin
  update products set is_listed = new.is_verified where supplier_id = new.id and status = 'active' and is_listed <> new.is_verified;
  perform pg_notify('catalogue', '*');
  return null;
end $$;
create trigger suppliers_set_listed after update of is_verified on suppliers
  for each row when (old.is_verified <> new.is_verified) execute function suppliers_set_listed();

-- Exact counts of listed products in buckets of 1,024 consecutive ids; scope 0 is all, 1 to 8 a category.
-- Writers only append to product_bucket_deltas (no hot row); fold_product_buckets() moves the deltas over now and then.
create table product_buckets (
  scope  smallint not null,
  bucket bigint not null,
  n      int not null,
  primary key (scope, bucket)
) with (fillfactor = 70);
create table product_bucket_deltas (
  id     bigint generated always as identity primary key,
  scope  smallint not null,
  bucket bigint not null,
  n      int not null
);

-- What readers use: exact in their snapshot, folded or not.
create view product_buckets_now as
  select scope, bucket, sum(n)::bigint as n
  from (select scope, bucket, n from product_buckets union all select scope, bucket, n from product_bucket_deltas) x
  group by scope, bucket;

create function products_count_inserted() returns trigger language plpgsql as $$ begin
  insert into product_bucket_deltas (scope, bucket, n)
    select s, id >> 10, count(*) from new_rows, lateral (values (0::smallint), (category_id)) v(s)
    where is_listed group by 1, 2;
  return null;
end $$;
create trigger products_count_inserted after insert on products
  referencing new table as new_rows for each statement execute function products_count_inserted();

create function products_count_deleted() returns trigger language plpgsql as $$ begin
  insert into product_bucket_deltas (scope, bucket, n)
    select s, id >> 10, -count(*) from old_rows, lateral (values (0::smallint), (category_id)) v(s)
    where is_listed group by 1, 2;
  return null;
end $$;
create trigger products_count_deleted after delete on products
  referencing old table as old_rows for each statement execute function products_count_deleted();

-- No column list: is_listed may also be changed by the trigger above it. The WHEN keeps other updates free.
create function products_count_updated() returns trigger language plpgsql as $$ begin
  insert into product_bucket_deltas (scope, bucket, n)
    select s, old.id >> 10, -1 from (values (0::smallint), (old.category_id)) v(s) where old.is_listed
    union all
    select s, new.id >> 10, 1 from (values (0::smallint), (new.category_id)) v(s) where new.is_listed;
  return null;
end $$;
create trigger products_count_updated after update on products
  for each row when (old.is_listed <> new.is_listed or old.category_id <> new.category_id)
  execute function products_count_updated();

create function fold_product_buckets() returns int language sql as $$
  with taken as (
    delete from product_bucket_deltas where id in (
      select id from product_bucket_deltas order by id limit 100000 for update skip locked)
    returning scope, bucket, n),
  sums as (select scope, bucket, sum(n)::int as n from taken group by 1, 2 order by 1, 2),
  folded as (
    insert into product_buckets select scope, bucket, n from sums
    on conflict (scope, bucket) do update set n = product_buckets.n + excluded.n returning 1)
  select count(*)::int from folded $$;

-- The distinct words of listed names, for type-ahead and spelling; n (in how many names) only ranks them and is set by
-- rebuild_search_words(). Words that no name holds any more find nothing and go with the next rebuild.
create table search_words (
  word text primary key,
  n    int not null
);
create index search_words_prefix on search_words (word text_pattern_ops, n);
create index search_words_suffix on search_words (reverse(word) text_pattern_ops);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);

create function rebuild_search_words() returns int language sql as $$
  with counted as (
    select word, ndoc from ts_stat('select to_tsvector(''simple'', name_norm) from products where is_listed')),
  gone as (delete from search_words s where not exists (select from counted c where c.word = s.word)),
  kept as (
    insert into search_words select word, ndoc from counted order by word
    on conflict (word) do update set n = excluded.n where search_words.n <> excluded.n returning 1)
  select count(*)::int from counted $$;

-- New words at once; known ones are left alone, so that no two writers wait for the row of a common word.
create function products_words_inserted() returns trigger language plpgsql as $$ begin
  insert into search_words
    select w, count(*) from new_rows, unnest(tsvector_to_array(to_tsvector('simple', name_norm))) w
    where is_listed and not exists (select from search_words s where s.word = w)
    group by w order by w
  on conflict (word) do nothing;
  return null;
end $$;
create trigger products_words_inserted after insert on products
  referencing new table as new_rows for each statement execute function products_words_inserted();

create function products_words_updated() returns trigger language plpgsql as $$ begin
  insert into search_words
    select w, 1 from unnest(tsvector_to_array(to_tsvector('simple', new.name_norm))) w
    where not exists (select from search_words s where s.word = w) order by w
  on conflict (word) do nothing;
  return null;
end $$;
create trigger products_words_updated after update on products
  for each row when (new.is_listed and (not old.is_listed or old.name_norm <> new.name_norm))
  execute function products_words_updated();

-- Tells the listeners on 'catalogue', at commit, which products show something else now: their public ids with spaces
-- between them, or '*' for more than a hundred.
create function announce_products(public_ids text[]) returns void language plpgsql as $$ begin
  if cardinality(public_ids) > 0 then
    perform pg_notify('catalogue', case when cardinality(public_ids) > 100 then '*' else array_to_string(public_ids, ' ') end);
  end if;
end $$;

-- stock and variant_count of these products, from their variants.
create function refresh_product_stock(ids bigint[]) returns void language sql as $$
  with changed as (
    update products p set stock = v.stock, variant_count = v.n, updated_at = now()
    from (
      select i.id, coalesce(sum(v.stock), 0)::int as stock, count(v.id)::int as n
      from unnest(ids) i(id) left join product_variants v on v.product_id = i.id group by i.id) v
    where p.id = v.id and (p.stock <> v.stock or p.variant_count <> v.n)
    returning p.public_id)
  select announce_products(array_agg(public_id)) from changed $$;

-- The ready pictures of these products in the shape the answers carry them.
create function refresh_product_pictures(ids bigint[]) returns void language sql as $$
  with changed as (
    update products p set pictures = v.pictures
    from (
      select i.id, coalesce(jsonb_agg(jsonb_build_object(
        'image_url', '/media/' || m.file_key || '-800.webp', 'key', m.file_key, 'tint', m.tint, 'alt', m.alt)
        order by m.position, m.id) filter (where m.state = 'ready'), '[]') as pictures
      from unnest(ids) i(id) left join product_images m on m.product_id = i.id group by i.id) v
    where p.id = v.id and p.pictures <> v.pictures
    returning p.public_id)
  select announce_products(array_agg(public_id)) from changed $$;

create function product_images_copy() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    perform refresh_product_pictures(array_agg(distinct product_id)) from new_rows where state = 'ready' having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform refresh_product_pictures(array_agg(distinct product_id)) from old_rows where state = 'ready' having count(*) > 0;
  else
    perform refresh_product_pictures(array_agg(distinct product_id)) from (
      select product_id, state from new_rows union all select product_id, state from old_rows) x
    where state = 'ready' having count(*) > 0;
  end if;
  return null;
end $$;
create trigger product_images_inserted after insert on product_images
  referencing new table as new_rows for each statement execute function product_images_copy();
create trigger product_images_deleted after delete on product_images
  referencing old table as old_rows for each statement execute function product_images_copy();
create trigger product_images_updated after update on product_images
  referencing old table as old_rows new table as new_rows for each statement execute function product_images_copy();
