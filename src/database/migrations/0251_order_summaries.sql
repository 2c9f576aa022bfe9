-- A supplier's lists, counts and figures at a hundred thousand orders. Both tables follow the orders; the orders are the truth.

-- How many paid orders a supplier has, by state, country and warehouse. Writers only append to supplier_order_count_deltas (no hot
-- row); fold_supplier_order_counts() moves them over.
create table supplier_order_counts (
  supplier_id bigint not null,
  state       text   not null,
  country     text   not null,
  warehouse   text   not null,
  orders      bigint not null,
  primary key (supplier_id, state, country, warehouse)
) with (fillfactor = 70);
create table supplier_order_count_deltas (
  id          bigint generated always as identity primary key,
  supplier_id bigint not null,
  state       text   not null,
  country     text   not null,
  warehouse   text   not null,
  orders      bigint not null
);
create index supplier_order_count_deltas_supplier on supplier_order_count_deltas (supplier_id);

-- What readers use: exact in their snapshot, folded or not.
create view supplier_order_counts_now as
  select supplier_id, state, country, warehouse, sum(orders)::bigint as orders
  from (
    select supplier_id, state, country, warehouse, orders from supplier_order_counts
    union all
    select supplier_id, state, country, warehouse, orders from supplier_order_count_deltas) x
  group by supplier_id, state, country, warehouse;

create function fold_supplier_order_counts() returns int language sql as $$
  with taken as (
    delete from supplier_order_count_deltas where id in (
      select id from supplier_order_count_deltas order by id limit 100000 for update skip locked)
    returning supplier_id, state, country, warehouse, orders),
  sums as (
    select supplier_id, state, country, warehouse, sum(orders)::bigint as orders from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4),
  folded as (
    insert into supplier_order_counts as c (supplier_id, state, country, warehouse, orders)
      select supplier_id, state, country, warehouse, orders from sums
    on conflict (supplier_id, state, country, warehouse) do update set orders = c.orders + excluded.orders
    returning 1)
  select count(*)::int from folded $$;

-- What lists with filters, searches and figures read of a paid order. No foreign key: its check would wait for whoever holds the order.
create table order_summaries (
  order_id            bigint      primary key,
  supplier_id         bigint      not null,
  state               text        not null,
  country             text        not null,
  warehouse           text        not null,
  paid_at             timestamptz not null,
  total_amount        bigint      not null,
  units               integer     not null,
  ship_by             timestamptz,
  deliver_by          timestamptz,
  submitted_at        timestamptz,
  answered_at         timestamptz,
  shipped_at          timestamptz,
  -- As its carrier or its buyer says; null where a timer took it to be delivered.
  delivered_at        timestamptz,
  cancelled_by_seller boolean     not null,
  reason              text,
  -- When the first number was entered that its carrier is asked about, and the first of those that it does not know.
  tracked_since       timestamptz,
  invalid_since       timestamptz,
  has_lost_case       boolean     not null,
  -- What a search looks through, a line each: number, name, SKUs, titles, tracking numbers.
  words               text        not null
);
create index order_summaries_paid on order_summaries (supplier_id, paid_at);
create index order_summaries_newest on order_summaries (supplier_id, order_id desc);
create index order_summaries_country on order_summaries (supplier_id, country, order_id desc);
create index order_summaries_words on order_summaries using gin (words gin_trgm_ops);

-- Orders whose summaries are to be written anew. Writers of orders only append here, so that none waits for another.
create table order_summaries_due (
  id          bigint generated always as identity primary key,
  supplier_id bigint not null,
  order_id    bigint not null
);
create index order_summaries_due_supplier on order_summaries_due (supplier_id, id);

-- Writes the summaries that are due, of one supplier or (null) of all; returns how many. Readers call it before they read.
create function refresh_order_summaries(supplier bigint, most int) returns int language sql as $$
  with taken as (
    delete from order_summaries_due where id in (
      select id from order_summaries_due where supplier is null or supplier_id = supplier order by id limit most for update)
    returning order_id),
  written as (
    insert into order_summaries as s (order_id, supplier_id, state, country, warehouse, paid_at, total_amount, units, ship_by, deliver_by,
      submitted_at, answered_at, shipped_at, delivered_at, cancelled_by_seller, reason, tracked_since, invalid_since, has_lost_case, words)
    select o.id, o.supplier_id, o.state, p.country, o.warehouse, p.paid_at, o.total_amount, l.units, o.ship_by, o.deliver_by,
      e.submitted_at, e.answered_at, e.shipped_at, e.delivered_at, e.cancelled_by_seller, e.reason, t.tracked_since, t.invalid_since,
      -- A change of mind is nobody's fault.
      exists (select from cases c where c.supplier_order_id = o.id and c.outcome = 'refunded'
        and c.reason not in ('changed_mind', 'does_not_fit', 'not_as_expected', 'withdrawal')),
      concat_ws(e'\n', p.number, case when p.channel = 'marketplace' then p.first_name || ' ' || p.last_name end, l.words, t.words)
    from supplier_orders o
    join purchases p on p.id = o.purchase_id
    cross join lateral (
      select min(x.at) filter (where x.event = 'submit') as submitted_at,
        min(x.at) filter (where x.event in ('accept', 'reject')) as answered_at,
        -- What was taken back with its label was not shipped.
        min(x.at) filter (where x.to_state = 'shipped' and not exists (select from supplier_order_events u
          where u.supplier_order_id = x.supplier_order_id and u.event = 'unpack' and u.id > x.id)) as shipped_at,
        min(x.at) filter (where x.event = 'deliver' and x.actor <> 'timer') as delivered_at,
        coalesce(bool_or(x.event in ('reject', 'reject_lines') or x.event in ('cancel', 'cancel_rest')
          and x.from_state in ('accepted', 'in_progress') and x.actor in ('supplier', 'timer')), false) as cancelled_by_seller,
        min(x.reason) filter (where x.event in ('reject', 'reject_lines', 'cancel', 'cancel_rest')) as reason
      from supplier_order_events x where x.supplier_order_id = o.id) e
    cross join lateral (
      select coalesce(sum(quantity), 0)::int as units, string_agg(sku || e'\n' || title, e'\n' order by id) as words
      from supplier_order_lines where supplier_order_id = o.id) l
    cross join lateral (
      select min(n.created_at) filter (where n.tracker_ref is not null) as tracked_since,
        min(n.created_at) filter (where n.tracker_ref is not null
          and (n.state is null or n.state in ('pending', 'info_received'))) as invalid_since,
        string_agg(n.number, e'\n' order by n.id) as words
      from parcels c join parcel_trackings n on n.parcel_id = c.id where c.supplier_order_id = o.id) t
    where o.id in (select order_id from taken) and o.state not in ('draft', 'awaiting_payment', 'expired') and p.paid_at is not null
    order by o.id
    on conflict (order_id) do update set state = excluded.state, country = excluded.country, warehouse = excluded.warehouse,
      paid_at = excluded.paid_at, total_amount = excluded.total_amount, units = excluded.units, ship_by = excluded.ship_by,
      deliver_by = excluded.deliver_by, submitted_at = excluded.submitted_at, answered_at = excluded.answered_at,
      shipped_at = excluded.shipped_at, delivered_at = excluded.delivered_at, cancelled_by_seller = excluded.cancelled_by_seller,
      reason = excluded.reason, tracked_since = excluded.tracked_since, invalid_since = excluded.invalid_since,
      has_lost_case = excluded.has_lost_case, words = excluded.words
    returning 1)
  select count(*)::int from written $$;

-- Unpaid orders are not their supplier's yet: nothing is counted of them.
create function supplier_orders_summarise() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into supplier_order_count_deltas (supplier_id, state, country, warehouse, orders)
      select n.supplier_id, n.state, p.country, n.warehouse, count(*) from new_rows n join purchases p on p.id = n.purchase_id
      where n.state not in ('draft', 'awaiting_payment', 'expired') group by 1, 2, 3, 4;
    insert into order_summaries_due (supplier_id, order_id)
      select supplier_id, id from new_rows where state not in ('draft', 'awaiting_payment', 'expired');
  elsif tg_op = 'DELETE' then
    insert into supplier_order_count_deltas (supplier_id, state, country, warehouse, orders)
      select o.supplier_id, o.state, p.country, o.warehouse, -count(*) from old_rows o join purchases p on p.id = o.purchase_id
      where o.state not in ('draft', 'awaiting_payment', 'expired') group by 1, 2, 3, 4;
    delete from order_summaries s using old_rows o where s.order_id = o.id;
  else
    insert into supplier_order_count_deltas (supplier_id, state, country, warehouse, orders)
      select x.supplier_id, x.state, p.country, x.warehouse, sum(x.orders)
      from (
        select supplier_id, state, warehouse, purchase_id, -1 as orders from old_rows
        union all select supplier_id, state, warehouse, purchase_id, 1 from new_rows) x
      join purchases p on p.id = x.purchase_id
      where x.state not in ('draft', 'awaiting_payment', 'expired')
      group by 1, 2, 3, 4 having sum(x.orders) <> 0;
    insert into order_summaries_due (supplier_id, order_id)
      select n.supplier_id, n.id from new_rows n join old_rows o on o.id = n.id
      where n.state not in ('draft', 'awaiting_payment', 'expired')
        and (n.version, n.state, n.warehouse, n.total_amount, n.ship_by, n.deliver_by)
          is distinct from (o.version, o.state, o.warehouse, o.total_amount, o.ship_by, o.deliver_by);
  end if;
  return null;
end $$;
create trigger supplier_orders_summarise_inserted after insert on supplier_orders
  referencing new table as new_rows for each statement execute function supplier_orders_summarise();
create trigger supplier_orders_summarise_updated after update on supplier_orders
  referencing old table as old_rows new table as new_rows for each statement execute function supplier_orders_summarise();
create trigger supplier_orders_summarise_deleted after delete on supplier_orders
  referencing old table as old_rows for each statement execute function supplier_orders_summarise();

create function parcel_trackings_summarise() returns trigger language plpgsql as $$ begin
  insert into order_summaries_due (supplier_id, order_id)
    select o.supplier_id, o.id from parcels c join supplier_orders o on o.id = c.supplier_order_id
    where c.id = case tg_op when 'DELETE' then old.parcel_id else new.parcel_id end;
  return null;
end $$;
create trigger parcel_trackings_summarise after insert or delete on parcel_trackings
  for each row execute function parcel_trackings_summarise();
create trigger parcel_trackings_summarise_updated after update on parcel_trackings
  for each row when ((old.state, old.number, old.tracker_ref) is distinct from (new.state, new.number, new.tracker_ref))
  execute function parcel_trackings_summarise();

create function cases_summarise() returns trigger language plpgsql as $$ begin
  insert into order_summaries_due (supplier_id, order_id)
    select supplier_id, id from supplier_orders where id = new.supplier_order_id;
  return null;
end $$;
create trigger cases_summarise after insert or update of outcome, reason on cases
  for each row execute function cases_summarise();

-- A name that is erased is erased in what searches read, and another country counts there.
create function purchases_summarise() returns trigger language plpgsql as $$ begin
  if old.country <> new.country then
    insert into supplier_order_count_deltas (supplier_id, state, country, warehouse, orders)
      select o.supplier_id, o.state, x.country, o.warehouse, x.orders
      from supplier_orders o cross join (values (old.country, -1), (new.country, 1)) x(country, orders)
      where o.purchase_id = new.id and o.state not in ('draft', 'awaiting_payment', 'expired');
  end if;
  update order_summaries s set words = '' from supplier_orders o
    where o.purchase_id = new.id and s.order_id = o.id and new.first_name = '' and new.last_name = '';
  insert into order_summaries_due (supplier_id, order_id)
    select supplier_id, id from supplier_orders
    where purchase_id = new.id and state not in ('draft', 'awaiting_payment', 'expired');
  return null;
end $$;
create trigger purchases_summarise after update on purchases
  for each row when ((old.first_name, old.last_name, old.country) is distinct from (new.first_name, new.last_name, new.country))
  execute function purchases_summarise();

insert into supplier_order_counts (supplier_id, state, country, warehouse, orders)
  select o.supplier_id, o.state, p.country, o.warehouse, count(*) from supplier_orders o join purchases p on p.id = o.purchase_id
  where o.state not in ('draft', 'awaiting_payment', 'expired') group by 1, 2, 3, 4;
insert into order_summaries_due (supplier_id, order_id)
  select supplier_id, id from supplier_orders where state not in ('draft', 'awaiting_payment', 'expired');
select refresh_order_summaries(null, 2000000000);

-- The highest totals of a state first.
create index supplier_orders_supplier_state_total on supplier_orders (supplier_id, state, total_amount desc, id desc);
-- Most sub-ledgers of a supplier are settled: what is left is found without them.
create index ledger_balances_open on ledger_balances (account, subledger) where balance <> 0;
