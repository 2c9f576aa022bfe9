-- What lists are narrowed by, in one number a piece, so that an index alone tells how many pieces have what:
--   bits  0 to 24  stones, one bit each, the last one for none stated
--   bits 25 to 36  metals, one bit each
--   bits 37 to 46  the supplier's country: its two letters as a number to the base of 26
--   bits 47 to 50  the band of the price
--   bits 51 to 54  the category
--   bits 55 and 56 in stock, on offer
-- The order of stones, metals and bands is that of features/catalog/facet-rules.ts.
-- A string of bits, as it is more than what a number of JavaScript holds exactly.
alter table products add column facets bit(57) not null default 0::bigint::bit(57);

-- PostgreSQL's | and << bind alike, hence the parentheses.
-- The stones that a piece is said to have, else those in its name. A cut, and what only looks like a pearl, is no stone.
create function f_stone_bits(stones text, name text) returns int language plpgsql immutable parallel safe as $$
declare
  said text := regexp_replace(lower(coalesce(nullif(btrim(stones), ''), name)), 'emerald[ -]cut|mother[ -]of[ -]pearl', '', 'g');
  bits int :=
      (said like '%diamond%')::int | ((said like '%pearl%')::int << 1) | ((said like '%sapphire%')::int << 2)
    | ((said ~ '\mrub(y|ies)\M')::int << 3) | ((said like '%emerald%')::int << 4) | ((said like '%aquamarine%')::int << 5)
    | ((said like '%amethyst%')::int << 6) | ((said like '%citrine%')::int << 7) | ((said like '%garnet%')::int << 8)
    | ((said ~ '\mjade')::int << 9) | ((said like '%lapis%')::int << 10) | ((said like '%moissanite%')::int << 11)
    | ((said like '%moonstone%')::int << 12) | ((said like '%morganite%')::int << 13) | ((said like '%onyx%')::int << 14)
    | ((said ~ '\mopals?\M')::int << 15) | ((said like '%peridot%')::int << 16) | ((said like '%quartz%')::int << 17)
    | ((said like '%spinel%')::int << 18) | ((said like '%tanzanite%')::int << 19) | ((said like '%topaz%')::int << 20)
    | ((said like '%tourmaline%')::int << 21) | ((said like '%turquoise%')::int << 22) | ((said like '%zirconia%')::int << 23);
begin
  return case when bits = 0 and coalesce(btrim(stones), '') ~* '^((none|no stones?|-)\.?)?$' then 1 << 24 else bits end;
end $$;

-- The metals that a piece is said to be made of, else those in its name; gold of no colour is yellow, and gold that only
-- covers another metal is a kind of its own.
create function f_metal_bits(metal text, plating text, name text) returns int language plpgsql immutable parallel safe as $$
declare
  given text := lower(coalesce(nullif(btrim(metal), ''), name));
  said text := regexp_replace(given, '\m(gold[ -])?vermeil\M|\mgold[ -](plated?|plating|filled|toned?)\M', '', 'g');
  is_gold boolean := said ~ '\mgold\M';
  is_white boolean := is_gold and said ~ '\mwhite( gold|,| and| or| &)';
  is_rose boolean := is_gold and said ~ '\m(rose|pink|red)( gold|,| and| or| &)';
  is_yellow boolean := is_gold and (said ~ '\myellow( gold|,| and| or| &)' or not (is_white or is_rose));
begin
  return is_yellow::int | (is_white::int << 1) | (is_rose::int << 2)
    | ((given <> said or regexp_replace(coalesce(plating, ''), '\([^)]*\)', '', 'g') ilike '%gold%')::int << 3)
    | ((said ~ '\msilver\M')::int << 4) | ((said like '%platinum%')::int << 5) | ((said like '%palladium%')::int << 6)
    | ((said like '%titanium%')::int << 7) | ((said ~ '\msteel\M')::int << 8) | ((said like '%tungsten%')::int << 9)
    | ((said ~ '\m(brass|bronze|copper)\M')::int << 10);
end $$;

create function products_set_facets() returns trigger language plpgsql as $$
declare
  is_on_offer boolean := coalesce(new.offer_amount > 0 and new.offer_amount < new.price_amount, false);
  country char(2);
begin
  select upper(s.country) into country from suppliers s where s.id = new.supplier_id;
  new.facets := (f_stone_bits(new.stones, new.name)::bigint
    | (f_metal_bits(new.metal, new.plating, new.name)::bigint << 25)
    | (case when country ~ '^[A-Z]{2}$' then (ascii(country) - 65) * 26 + ascii(substr(country, 2)) - 65 else 1023 end::bigint << 37)
    | (width_bucket(case when is_on_offer then new.offer_amount else new.price_amount end,
        array[2500, 5000, 10000, 20000, 50000, 100000, 250000, 500000]::bigint[])::bigint << 47)
    | (new.category_id::bigint << 51)
    | ((new.stock > 0)::int::bigint << 55)
    | (is_on_offer::int::bigint << 56))::bit(57);
  return new;
end $$;
create trigger products_set_facets before insert or update of name, supplier_id, category_id, price_amount, offer_amount,
  metal, plating, stones, facets on products
  for each row execute function products_set_facets();
-- An order changes the stock of its pieces: that costs nothing here but where the last one goes or the first one comes.
create trigger products_set_facets_by_stock before update of stock on products
  for each row when ((old.stock > 0) <> (new.stock > 0)) execute function products_set_facets();

create function suppliers_renew_facets() returns trigger language plpgsql as $$ begin
  update products set facets = default where supplier_id = new.id;
  return null;
end $$;
create trigger suppliers_renew_facets after update of country on suppliers
  for each row when (old.country <> new.country) execute function suppliers_renew_facets();

update products set facets = default;

create index products_facets on products (facets) where is_listed;
-- The walks and ranges that narrowed lists take, each with what it must know of a piece in the index itself.
drop index products_filter;
drop index products_price;
create index products_filter on products (id desc) include (category_id, sell_amount, facets, name_norm) where is_listed;
create index products_price on products (sell_amount, id) include (facets) where is_listed;

create index products_rating on products (rating desc, review_count desc, id desc) where is_listed;

-- Suppliers are found by a part of their name while a shopper types.
alter table suppliers add column name_norm text not null generated always as (lower(f_unaccent(name))) stored;
create index suppliers_name on suppliers using gin (name_norm gin_trgm_ops) where is_verified;
