-- How many orders a vendor has, by store and state. Writers only append to shop_order_count_deltas (no hot row);
-- fold_shop_order_counts() moves them over. Orders without a store have the connection 0.
create table shop_order_counts (
  account_id        bigint  not null,
  connection_id     bigint  not null,
  state             text    not null,
  has_store_problem boolean not null,
  orders            bigint  not null,
  primary key (account_id, connection_id, state, has_store_problem)
) with (fillfactor = 70);
create table shop_order_count_deltas (
  id                bigint generated always as identity primary key,
  account_id        bigint  not null,
  connection_id     bigint  not null,
  state             text    not null,
  has_store_problem boolean not null,
  orders            bigint  not null
);
create index shop_order_count_deltas_account on shop_order_count_deltas (account_id);

-- What readers use: exact in their snapshot, folded or not.
create view shop_order_counts_now as
  select account_id, connection_id, state, has_store_problem, sum(orders)::bigint as orders
  from (
    select account_id, connection_id, state, has_store_problem, orders from shop_order_counts
    union all
    select account_id, connection_id, state, has_store_problem, orders from shop_order_count_deltas) x
  group by account_id, connection_id, state, has_store_problem;

create function fold_shop_order_counts() returns int language sql as $$
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
  select count(*)::int from folded $$;

create function shop_orders_count_states() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into shop_order_count_deltas (account_id, connection_id, state, has_store_problem, orders)
      select account_id, coalesce(connection_id, 0), state, has_store_problem, count(*) from new_rows group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into shop_order_count_deltas (account_id, connection_id, state, has_store_problem, orders)
      select account_id, coalesce(connection_id, 0), state, has_store_problem, -count(*) from old_rows group by 1, 2, 3, 4;
  else
    insert into shop_order_count_deltas (account_id, connection_id, state, has_store_problem, orders)
      select x.account_id, coalesce(x.connection_id, 0), x.state, x.has_store_problem, sum(x.orders)
      from (
        select account_id, connection_id, state, has_store_problem, -1 as orders from old_rows
        union all select account_id, connection_id, state, has_store_problem, 1 from new_rows) x
      group by 1, 2, 3, 4 having sum(x.orders) <> 0;
  end if;
  return null;
end $$;
create trigger shop_orders_count_states_inserted after insert on shop_orders
  referencing new table as new_rows for each statement execute function shop_orders_count_states();
create trigger shop_orders_count_states_updated after update on shop_orders
  referencing old table as old_rows new table as new_rows for each statement execute function shop_orders_count_states();
create trigger shop_orders_count_states_deleted after delete on shop_orders
  referencing old table as old_rows for each statement execute function shop_orders_count_states();

insert into shop_order_counts (account_id, connection_id, state, has_store_problem, orders)
  select account_id, coalesce(connection_id, 0), state, has_store_problem, count(*) from shop_orders group by 1, 2, 3, 4;
