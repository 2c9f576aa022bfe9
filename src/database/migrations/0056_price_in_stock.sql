-- The price of a product in lists is one that can be paid: that of its cheapest variant in stock, when all are sold out of its
-- cheapest one, the earlier of equals. Kept by the database as stock comes and goes.
create function refresh_product_price(ids bigint[]) returns void language sql as $$
  update products p set price_amount = v.price_amount, offer_amount = v.offer_amount, updated_at = now()
  from unnest(ids) i(id) cross join lateral (
    select price_amount, offer_amount from product_variants where product_id = i.id
    order by (stock > 0) desc, sell_amount, position, id limit 1) v
  where p.id = i.id and (p.price_amount, p.offer_amount) is distinct from (v.price_amount, v.offer_amount) $$;

-- An order changes the stock of its variants: that costs nothing here but where the last unit goes or the first one comes.
create function product_variants_price() returns trigger language plpgsql as $$ begin
  perform refresh_product_price(array[new.product_id]);
  return null;
end $$;
create trigger product_variants_price after update of stock on product_variants
  for each row when ((old.stock > 0) <> (new.stock > 0)) execute function product_variants_price();

-- stock, variant_count and price of these products, from their variants.
create or replace function refresh_product_stock(ids bigint[]) returns void language sql as $$
  select refresh_product_price(ids);
  with changed as (
    update products p set stock = v.stock, variant_count = v.n, updated_at = now()
    from (
      select i.id, coalesce(sum(v.stock), 0)::int as stock, count(v.id)::int as n
      from unnest(ids) i(id) left join product_variants v on v.product_id = i.id group by i.id) v
    where p.id = v.id and (p.stock <> v.stock or p.variant_count <> v.n)
    returning p.public_id)
  select announce_products(array_agg(public_id)) from changed $$;

-- Only products of several variants of which one is sold out can have another price now.
select refresh_product_price(array_agg(id)) from products p
  where variant_count > 1 and exists (select from product_variants v where v.product_id = p.id and v.stock = 0)
  having count(*) > 0;
