-- A new purchase is unpaid, and its orders count nothing yet: this is seen before two statements are begun for them.
create or replace function supplier_orders_summarise() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    -- Every purchase begins unpaid.
    if not exists (select from new_rows where state not in ('draft', 'awaiting_payment', 'expired')) then
      return null;
    end if;
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
