-- Sales are moved over in small lots: a lot's pieces cannot be bought while it lasts.
create or replace function fold_product_sales() returns int language sql as $$
  with taken as (
    delete from product_sales where id in (select id from product_sales order by id limit 100 for update skip locked)
    returning product_id, quantity),
  sums as (select product_id, sum(quantity)::int as quantity from taken group by product_id),
  held as materialized (
    select p.id, s.quantity from products p join sums s on s.product_id = p.id order by p.id for no key update of p),
  changed as (
    update products p set sold_count = p.sold_count + h.quantity from held h where p.id = h.id returning p.public_id),
  told as (select announce_products(array_agg(public_id)) from changed)
  select (select count(*)::int from taken) from told $$;
