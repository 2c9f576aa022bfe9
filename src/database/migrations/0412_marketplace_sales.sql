-- An operator's figures of a year are read from sums by the quarter of an hour, as days begin at any of them. The orders are the truth.

-- Paid orders, what was paid for them, and the commission on it in ten-thousandths of a minor unit, by the time of payment.
create table marketplace_sales (
  quarter           timestamptz not null,
  currency          text        not null,
  orders            bigint      not null,
  sales_amount      bigint      not null,
  commission_shares numeric     not null,
  primary key (quarter, currency)
) with (fillfactor = 70);
-- Writers only append here; fold_marketplace_figures() moves it over.
create table marketplace_sales_deltas (
  id                bigint generated always as identity primary key,
  quarter           timestamptz not null,
  currency          text        not null,
  orders            bigint      not null,
  sales_amount      bigint      not null,
  commission_shares numeric     not null
);

-- Orders that came in from stores, and those of them that no webhook reported.
create table store_order_counts (
  quarter   timestamptz not null primary key,
  orders    bigint      not null,
  recovered bigint      not null
) with (fillfactor = 70);
create table store_order_count_deltas (
  id        bigint generated always as identity primary key,
  quarter   timestamptz not null,
  orders    bigint      not null,
  recovered bigint      not null
);

-- What readers use: exact in their snapshot, folded or not.
create view marketplace_sales_now as
  select quarter, currency, sum(orders)::bigint as orders, sum(sales_amount)::bigint as sales_amount,
    sum(commission_shares) as commission_shares
  from (
    select quarter, currency, orders, sales_amount, commission_shares from marketplace_sales
    union all
    select quarter, currency, orders, sales_amount, commission_shares from marketplace_sales_deltas) x
  group by quarter, currency;
create view store_order_counts_now as
  select quarter, sum(orders)::bigint as orders, sum(recovered)::bigint as recovered
  from (
    select quarter, orders, recovered from store_order_counts
    union all
    select quarter, orders, recovered from store_order_count_deltas) x
  group by quarter;

create function fold_marketplace_figures() returns int language sql as $$
  with taken as (
    delete from marketplace_sales_deltas where id in (
      select id from marketplace_sales_deltas order by id limit 100000 for update skip locked)
    returning quarter, currency, orders, sales_amount, commission_shares),
  folded as (
    insert into marketplace_sales as s (quarter, currency, orders, sales_amount, commission_shares)
      select quarter, currency, sum(orders), sum(sales_amount), sum(commission_shares) from taken group by 1, 2 order by 1, 2
    on conflict (quarter, currency) do update set orders = s.orders + excluded.orders,
      sales_amount = s.sales_amount + excluded.sales_amount, commission_shares = s.commission_shares + excluded.commission_shares
    returning 1),
  counted as (
    delete from store_order_count_deltas where id in (
      select id from store_order_count_deltas order by id limit 100000 for update skip locked)
    returning quarter, orders, recovered),
  folded_counts as (
    insert into store_order_counts as s (quarter, orders, recovered)
      select quarter, sum(orders), sum(recovered) from counted group by 1 order by 1
    on conflict (quarter) do update set orders = s.orders + excluded.orders, recovered = s.recovered + excluded.recovered
    returning 1)
  select ((select count(*) from folded) + (select count(*) from folded_counts))::int $$;

-- An order counts once it has a summary, so that no purchase waits. Its lines and rates are those of its purchase.
create function order_summaries_count_sales() returns trigger language plpgsql as $$ begin
  insert into marketplace_sales_deltas (quarter, currency, orders, sales_amount, commission_shares)
    select date_bin('15 minutes', n.paid_at, timestamptz '2000-01-01Z'), o.currency, count(*), sum(o.total_amount),
      sum(o.shipping_amount * o.commission_bps + coalesce((
        select sum(l.line_amount * coalesce(l.commission_bps, o.commission_bps))
        from supplier_order_lines l where l.supplier_order_id = o.id), 0))
    from new_rows n join supplier_orders o on o.id = n.order_id group by 1, 2 order by 1, 2;
  return null;
end $$;
create trigger order_summaries_count_sales after insert on order_summaries
  referencing new table as new_rows for each statement execute function order_summaries_count_sales();

create function shop_orders_count() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' then
    insert into store_order_count_deltas (quarter, orders, recovered)
      values (date_bin('15 minutes', old.received_at, timestamptz '2000-01-01Z'), -1, -old.is_recovered::int);
  else
    insert into store_order_count_deltas (quarter, orders, recovered)
      values (date_bin('15 minutes', new.received_at, timestamptz '2000-01-01Z'), 1, new.is_recovered::int);
  end if;
  return null;
end $$;
create trigger shop_orders_count_inserted after insert on shop_orders
  for each row when (new.platform <> 'manual' and not new.is_practice) execute function shop_orders_count();
create trigger shop_orders_count_deleted after delete on shop_orders
  for each row when (old.platform <> 'manual' and not old.is_practice) execute function shop_orders_count();

insert into marketplace_sales (quarter, currency, orders, sales_amount, commission_shares)
  select date_bin('15 minutes', s.paid_at, timestamptz '2000-01-01Z'), o.currency, count(*), sum(o.total_amount),
    sum(o.shipping_amount * o.commission_bps + coalesce(l.shares, 0))
  from order_summaries s join supplier_orders o on o.id = s.order_id
  left join (
    select l.supplier_order_id, sum(l.line_amount * coalesce(l.commission_bps, o.commission_bps)) as shares
    from supplier_order_lines l join supplier_orders o on o.id = l.supplier_order_id group by 1) l on l.supplier_order_id = o.id
  group by 1, 2;
insert into store_order_counts (quarter, orders, recovered)
  select date_bin('15 minutes', received_at, timestamptz '2000-01-01Z'), count(*), count(*) filter (where is_recovered)
  from shop_orders where platform <> 'manual' and not is_practice group by 1;
