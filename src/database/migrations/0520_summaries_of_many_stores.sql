-- Summaries of several stores in one statement; the caller holds the locks of all of them.
create function refresh_order_summaries_of(suppliers bigint[], most int) returns int language sql as $$
  with taken as (
    delete from order_summaries_due where id in (
      select id from order_summaries_due where supplier_id = any(suppliers) order by id limit most for update)
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

-- Most changes of an order change no indexed column of its summary: with room on its page the new version stays there, and no index is
-- written, least of all that of the words.
alter table order_summaries set (fillfactor = 80);
