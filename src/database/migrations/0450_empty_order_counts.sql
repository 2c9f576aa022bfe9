-- Counts that reached zero go, so that nothing is left of an account that was closed.
create or replace function fold_shop_order_counts() returns int language plpgsql as $$
declare n int;
begin
  with taken as (
    delete from shop_order_count_deltas where id in (
      select id from shop_order_count_deltas order by id limit 100000 for update skip locked)
    returning account_id, connection_id, state, has_store_problem, orders),
  sums as (
    select account_id, connection_id, state, has_store_problem, sum(orders)::bigint as orders from taken group by 1, 2, 3, 4
    order by 1, 2, 3, 4),
  folded as (
    insert into shop_order_counts as c (account_id, connection_id, state, has_store_problem, orders)
      select account_id, connection_id, state, has_store_problem, orders from sums
    on conflict (account_id, connection_id, state, has_store_problem) do update set orders = c.orders + excluded.orders
    returning 1)
  select count(*)::int into n from folded;
  delete from shop_order_counts where orders = 0;
  return n;
end $$;
