-- Less work for each row of an import. A new product needs the names of its supplier, warehouse and category once, not once for each trigger.

-- The card of a product, from its row and the names that it refers to.
create function product_card(p products, supplier_id text, supplier_name text, warehouse_name text, category_name text)
returns text language sql stable as $$
  select concat(
    '"id":', to_json(p.public_id), ',"name":', to_json(p.name), ',"description":', to_json(p.summary),
    ',"price":', dollars(p.price_amount),
    ',"offerPrice":', coalesce(case when p.offer_amount > 0 and p.offer_amount < p.price_amount
      then dollars(p.offer_amount) end, 'null'),
    ',"category":', to_json(category_name), ',"sku":', to_json(p.sku),
    ',"manufacturer":{"id":', to_json(supplier_id), ',"name":', to_json(supplier_name), '},"warehouse":', to_json(warehouse_name),
    ',"review_count":', p.review_count, ',"rating":', p.rating, ',"variantCount":', p.variant_count,
    ',"product_images":', p.pictures::text,
    ',"reviews":', jsonb_path_query_array(p.recent_reviews, '$[0 to 1]')::text) $$;

create or replace function products_set_card() returns trigger language plpgsql as $$
declare names record;
begin
  select s.public_id, s.name, w.name as warehouse, c.name as category into names
    from suppliers s, warehouses w, categories c
    where s.id = new.supplier_id and w.id = new.warehouse_id and c.id = new.category_id;
  new.card := product_card(new, names.public_id, names.name, names.warehouse, names.category);
  return new;
end $$;

-- The facets of a product whose supplier is in this country; the bits are those of 0009.
create function product_facets(p products, country text) returns bit(57) language sql immutable as $$
  select (f_stone_bits(p.stones, p.name)::bigint
    | (f_metal_bits(p.metal, p.plating, p.name)::bigint << 25)
    | (case when upper(country) ~ '^[A-Z]{2}$'
        then (ascii(upper(country)) - 65) * 26 + ascii(substr(upper(country), 2)) - 65 else 1023 end::bigint << 37)
    | (width_bucket(case when p.offer_amount > 0 and p.offer_amount < p.price_amount then p.offer_amount else p.price_amount end,
        array[2500, 5000, 10000, 20000, 50000, 100000, 250000, 500000]::bigint[])::bigint << 47)
    | (p.category_id::bigint << 51)
    | ((p.stock > 0)::int::bigint << 55)
    | (coalesce(p.offer_amount > 0 and p.offer_amount < p.price_amount, false)::int::bigint << 56))::bit(57) $$;

create or replace function products_set_facets() returns trigger language plpgsql as $$ begin
  new.facets := product_facets(new, (select s.country from suppliers s where s.id = new.supplier_id));
  return new;
end $$;

create function products_prepare_new() returns trigger language plpgsql as $$
declare names record;
begin
  select s.public_id, s.name, s.country, s.is_verified, w.name as warehouse, c.name as category into names
    from suppliers s, warehouses w, categories c
    where s.id = new.supplier_id and w.id = new.warehouse_id and c.id = new.category_id
    for share of s;
  new.is_listed := new.status = 'active' and names.is_verified and new.moderation = 'approved';
  new.card := product_card(new, names.public_id, names.name, names.warehouse, names.category);
  new.facets := product_facets(new, names.country);
  return new;
end $$;
-- Its name is after that of products_moderate_new, whose decision it needs: triggers run in the order of their names.
create trigger products_prepare_new before insert on products for each row execute function products_prepare_new();
create or replace trigger products_set_card before update of public_id, name, summary, price_amount, offer_amount, category_id, sku,
  supplier_id, warehouse_id, review_count, rating, variant_count, pictures, recent_reviews, card on products
  for each row execute function products_set_card();
create or replace trigger products_set_facets before update of name, supplier_id, category_id, price_amount, offer_amount, metal,
  plating, stones, facets on products
  for each row execute function products_set_facets();
create or replace trigger products_set_listed before update of status, supplier_id, is_listed, moderation on products
  for each row execute function products_set_listed();

-- Without rules nothing is compared, and texts are folded only to look for words.
create or replace function products_moderate() returns trigger language plpgsql as $$
declare
  first_count int;
  jump_percent int;
  words text;
  banned_stones text;
  causes text[] := '{}';
  was_active boolean := false;
  price bigint;
  price_before bigint;
begin
  if new.moderation = 'hidden' then return new; end if;
  select r.first_products, r.price_jump_percent, r.words_pattern, r.stones_pattern
    into first_count, jump_percent, words, banned_stones from moderation_rules r;
  if tg_op = 'UPDATE' then
    was_active := old.status = 'active';
    -- What was refused and is changed is looked at again.
    if old.moderation = 'refused' and new.moderation = 'refused' then causes := array['changed']; end if;
    if was_active and jump_percent is not null then
      price := case when new.offer_amount > 0 and new.offer_amount < new.price_amount then new.offer_amount else new.price_amount end;
      price_before := case when old.offer_amount > 0 and old.offer_amount < old.price_amount then old.offer_amount else old.price_amount end;
      if price_before > 0 and abs(price - price_before) * 100 > price_before * jump_percent then
        causes := array_append(causes, 'price_jump');
      end if;
    end if;
  end if;
  if not was_active and first_count > 0
    and not exists (select from suppliers where id = new.supplier_id and is_practice)
    and (select count(*) from (
      select from products where supplier_id = new.supplier_id and is_listed limit first_count) listed) < first_count then
    causes := array_append(causes, 'first_products');
  end if;
  if (words is not null or banned_stones is not null) and (not was_active or old.name <> new.name or old.summary <> new.summary
    or old.description_html <> new.description_html or old.stones is distinct from new.stones) then
    if words is not null and lower(f_unaccent(new.name || ' ' || new.summary || ' ' || new.description_html)) ~ words then
      causes := array_append(causes, 'banned_word');
    end if;
    if banned_stones is not null and lower(f_unaccent(new.name || ' ' || coalesce(new.stones, ''))) ~ banned_stones then
      causes := array_append(causes, 'banned_stone');
    end if;
  end if;
  if cardinality(causes) > 0 then
    new.moderation := 'pending';
    new.moderation_reason := null;
    new.moderation_causes := array(select distinct c from unnest(new.moderation_causes || causes) c order by c);
    new.is_listed := false;
  end if;
  return new;
end $$;

-- The same bits as in 0076, without a query for each text.
create or replace function f_color_bit(color text) returns int language plpgsql immutable parallel safe as $$
declare c text := lower(btrim(color));
begin
  return case
    when coalesce(c, '') = '' then null
    when c ~ '\mwhite gold\M' then 1
    when c ~ '\m(rose|pink|red) gold\M' then 2
    when c ~ '\mgold\M' then 0
    when c ~ '\m(silver|platinum|steel|grey|gray)\M' then 3
    when c ~ '\m(black|onyx)\M' then 4
    when c ~ '\m(white|cream|ivory|clear)\M' then 5
    when c ~ '\m(blue|navy|turquoise|teal|aqua)\M' then 6
    when c ~ '\m(green|olive|emerald)\M' then 7
    when c ~ '\m(red|burgundy|ruby)\M' then 8
    when c ~ '\m(pink|rose|purple|violet|lilac)\M' then 9
    when c ~ '\m(yellow|orange|brown|bronze|beige)\M' then 10
    else 11 end;
end $$;

create or replace function f_purity_bits(said text) returns int language plpgsql immutable parallel safe as $$
declare t text := lower(coalesce(said, ''));
begin
  if t !~ '\d|sterling' then return 0; end if;
  return (t ~ '\m(375|9 ?(k|ct|kt|carat|karat))\M')::int | ((t ~ '\m(585|14 ?(k|ct|kt|carat|karat))\M')::int << 1)
    | ((t ~ '\m(750|18 ?(k|ct|kt|carat|karat))\M')::int << 2) | ((t ~ '\m(916|22 ?(k|ct|kt|carat|karat))\M')::int << 3)
    | ((t ~ '\m(999|24 ?(k|ct|kt|carat|karat))\M')::int << 4) | ((t ~ '\m(925|sterling)\M')::int << 5)
    | ((t ~ '\m950\M')::int << 6) | ((t ~ '\m(10 ?(k|ct|kt|carat|karat)|417)\M')::int << 7);
end $$;

create or replace function f_option_bits(category smallint, purity text, standard text, sizes text[], colors text[], materials text[])
returns bigint language plpgsql immutable parallel safe as $$
declare
  bits bigint := f_purity_bits(purity)::bigint << 33;
  said text;
  us numeric;
  color int;
begin
  if category = 1 then
    foreach said in array coalesce(sizes, '{}') loop
      us := case when said <> '' then f_us_ring_size(said, standard) end;
      bits := bits | coalesce(1::bigint << ((us - 3) * 2)::int, 0);
    end loop;
  end if;
  foreach said in array coalesce(colors, '{}') loop
    color := f_color_bit(said);
    bits := bits | coalesce(1::bigint << (21 + color), 0);
  end loop;
  foreach said in array coalesce(materials, '{}') loop
    bits := bits | (f_purity_bits(said)::bigint << 33);
  end loop;
  return bits;
end $$;

-- Added variants of listed products are noted once a statement. Most new variants are of new products, which nobody lists.
create function note_added_variants() returns trigger language plpgsql as $$ begin
  insert into store_listing_changes (product_id) select distinct n.product_id from new_rows n
    where exists (select from store_listings l where l.product_id = n.product_id);
  return null;
end $$;
create or replace trigger product_variants_listing_added after insert on product_variants referencing new table as new_rows
  for each statement execute function note_added_variants();
