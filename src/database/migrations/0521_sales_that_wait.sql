-- Units sold that a product's count does not have yet. Writing the count writes 26 index entries, two of them of all parts of the name: it is done
-- once a hundredth more has been sold, which for a product with up to a hundred sold units is at once.
create table product_sales_waiting (
  product_id bigint primary key references products (id) on delete cascade,
  quantity   int not null
) with (fillfactor = 70);

create or replace function fold_product_sales() returns int language plpgsql as $$
declare
  taken_rows int;
  sold_ids   bigint[];
  told       text[];
begin
  with taken as (
    delete from product_sales where id in (select id from product_sales order by id limit 100 for update skip locked)
    returning product_id, quantity),
  counted as (
    insert into product_sales_waiting as w (product_id, quantity)
      select product_id, sum(quantity)::int from taken t where exists (select from products p where p.id = t.product_id)
      group by 1 order by 1
    on conflict (product_id) do update set quantity = w.quantity + excluded.quantity
    returning product_id)
  select (select count(*) from taken), (select array_agg(product_id) from counted) into taken_rows, sold_ids;
  if sold_ids is null then
    return taken_rows;
  end if;

  with due as (
    delete from product_sales_waiting w using products p
      where w.product_id = any(sold_ids) and p.id = w.product_id and abs(w.quantity) * 100::bigint >= p.sold_count
      returning w.product_id, w.quantity),
  held as materialized (
    select p.id, d.quantity from products p join due d on d.product_id = p.id order by p.id for no key update of p),
  changed as (
    update products p set sold_count = p.sold_count + h.quantity from held h where p.id = h.id returning p.public_id)
  select array_agg(public_id) into told from changed;
  perform announce_products(told);
  return taken_rows;
end $$;
