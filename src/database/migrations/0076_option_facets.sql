-- Three more facets, in a second number of a product that its variants have a say in:
--   bits  0 to 20  ring sizes, US 3 to 13 in halves; of rings only
--   bits 21 to 32  colours of variants, the last one for any other
--   bits 33 to 40  purity of the metal
-- The order is that of features/catalog/facet-rules.ts.
alter table products add column option_bits bigint not null default 0;

-- The US size of a ring, rounded to halves; null for what cannot be read and for what is no finger's size. The measures are those
-- of the size guide (web/storefront/product/ring-sizes.ts).
create function f_us_ring_size(size text, standard text) returns numeric language plpgsql immutable parallel safe as $$
declare
  parts text[] := regexp_match(upper(btrim(size)), '^(?:(US|EU|UK|SG|HK|JP)\s+)?(.+)$');
  system text := coalesce(parts[1], upper(standard));
  said text := replace(replace(replace(parts[2], ' 1/2', '½'), '¼', '.25'), '¾', '.75');
  n numeric := case when replace(said, '½', '.5') ~ '^\d{1,2}(\.\d+)?$' then replace(said, '½', '.5')::numeric end;
  around numeric;
  us numeric;
begin
  case system
    when 'US' then us := n;
    when 'EU' then around := n;
    when 'UK' then
      us := case when said ~ '^[F-Z]½?$' then
        case when ascii(said) < 74 then 3 + 0.5 * (ascii(said) - 70) else 4.75 + 0.5 * (ascii(said) - 74) end
        - case when said ~ '^[YZ]' then 0.25 else 0 end
        + case when said ~ '½$' then 0.25 else 0 end end;
    when 'SG' then
      us := (array[3, 3.25, 3.75, 4, 4.5, 5, 5.5, 6, 6.25, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 10.25, 10.5, 11, 11.5, 12, 12.5])[n::int - 3];
    when 'HK' then
      around := pi() * (array[14.1, 14.5, 14.8, 15.2, 15.5, 15.9, 16.2, 16.6, 16.9, 17.3, 17.7, 18, 18.3, 18.7, 19, 19.4, 19.7, 20.1,
        20.4, 20.8])[n::int - 5];
    when 'JP' then around := pi() * (13 + (n - 1) / 3);
    else return null;
  end case;
  us := round(coalesce(us, (around / (25.4 * pi()::numeric) - 0.458) / 0.032) * 2) / 2;
  return case when us between 3 and 13 then us end;
end $$;

-- The bit of a variant's colour, 0 to 11; gold of no colour is yellow.
create function f_color_bit(color text) returns int language sql immutable parallel safe as $$
  select case
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
    else 11 end
  from (select lower(btrim(color)) as c) x $$;

-- The purities that a text names, by fineness or carat; a number of three digits counts only on its own.
create function f_purity_bits(said text) returns int language sql immutable parallel safe as $$
  select (t ~ '\m(375|9 ?(k|ct|kt|carat|karat))\M')::int | ((t ~ '\m(585|14 ?(k|ct|kt|carat|karat))\M')::int << 1)
    | ((t ~ '\m(750|18 ?(k|ct|kt|carat|karat))\M')::int << 2) | ((t ~ '\m(916|22 ?(k|ct|kt|carat|karat))\M')::int << 3)
    | ((t ~ '\m(999|24 ?(k|ct|kt|carat|karat))\M')::int << 4) | ((t ~ '\m(925|sterling)\M')::int << 5)
    | ((t ~ '\m950\M')::int << 6) | ((t ~ '\m(10 ?(k|ct|kt|carat|karat)|417)\M')::int << 7)
  from (select lower(coalesce(said, '')) as t) x $$;

-- All of it, from a product's facts and the texts of its variants.
create function f_option_bits(category smallint, purity text, standard text, sizes text[], colors text[], materials text[])
returns bigint language sql immutable parallel safe as $$
  select coalesce((
      select bit_or(1::bigint << ((us - 3) * 2)::int)
      from (select f_us_ring_size(s, standard) as us from unnest(sizes) s where category = 1 and s <> '') u where us is not null), 0)
    | coalesce((select bit_or(1::bigint << (21 + f_color_bit(c))) from unnest(colors) c where f_color_bit(c) is not null), 0)
    | (f_purity_bits(purity)::bigint << 33)
    | coalesce((select bit_or(f_purity_bits(m)::bigint << 33) from unnest(materials) m), 0) $$;

-- What follows the variants of these products.
create or replace function refresh_product_stock(ids bigint[]) returns void language sql as $$
  select refresh_product_price(ids);
  with changed as (
    update products p set stock = v.stock, variant_count = v.n, option_bits = v.bits, updated_at = now()
    from (
      select i.id, coalesce(sum(v.stock), 0)::int as stock, count(v.id)::int as n,
        f_option_bits(q.category_id, q.purity, q.size_standard, array_agg(v.size), array_agg(v.color), array_agg(v.material)) as bits
      from unnest(ids) i(id) join products q on q.id = i.id left join product_variants v on v.product_id = i.id
      group by i.id, q.category_id, q.purity, q.size_standard) v
    where p.id = v.id and (p.stock <> v.stock or p.variant_count <> v.n or p.option_bits <> v.bits)
    returning p.public_id)
  select announce_products(array_agg(public_id)) from changed $$;

update products p set option_bits = v.bits
from (
  select q.id, f_option_bits(q.category_id, q.purity, q.size_standard, array_agg(v.size), array_agg(v.color), array_agg(v.material)) as bits
  from products q join product_variants v on v.product_id = q.id group by q.id) v
where p.id = v.id and p.option_bits <> v.bits;

-- The indexes that the counts and the narrowed lists are read from, with the second number.
drop index products_facets;
create index products_facets on products (facets, option_bits) where is_listed;
drop index products_filter;
create index products_filter on products (id desc) include (category_id, sell_amount, facets, option_bits, name_norm) where is_listed;
drop index products_price;
create index products_price on products (sell_amount, id) include (facets, option_bits) where is_listed;
