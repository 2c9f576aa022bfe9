-- Money that came before there was a ledger is booked as it would have been (P1, and P11 for what paid nothing), under the same
-- keys, so that nothing is booked twice however often this runs.

with missing as (
  select r.id, r.currency, r.amount, r.state, r.reason, r.received_at, p.provider, p.method
  from receipts r join payments p on p.id = r.payment_id
  where not exists (select from ledger_postings l where l.key = 'received:' || r.id)
    and (r.state = 'unapplied'
      or r.amount = (select sum(a.amount) from allocations a where a.receipt_id = r.id and a.currency = r.currency))),
written as (
  insert into ledger_postings (key, kind, currency, memo, posted_at)
  select 'received:' || id, case state when 'applied' then 'captured' else 'received_unapplied' end, currency,
    case state
      when 'applied' then 'Paid by ' || provider || ' ' || method
      else 'Received by ' || provider || ' ' || method || ', not applied: ' || reason
    end, received_at
  from missing order by id
  on conflict (key) do nothing
  returning id, key),
lines as (
  select w.id as posting_id, 1 as line, 1000 as account, m.provider || '/' || m.method as subledger, m.amount
  from missing m join written w on w.key = 'received:' || m.id
  union all
  select w.id, (1 + row_number() over (partition by m.id order by o.id))::int, 2100, o.public_id, -a.amount
  from missing m
  join written w on w.key = 'received:' || m.id
  join allocations a on a.receipt_id = m.id and m.state = 'applied'
  join supplier_orders o on o.id = a.supplier_order_id
  union all
  select w.id, 2, 2900, m.id::text, -m.amount
  from missing m join written w on w.key = 'received:' || m.id and m.state = 'unapplied')
insert into ledger_entries (posting_id, line, account, subledger, amount)
select posting_id, line, account, subledger, amount from lines;
