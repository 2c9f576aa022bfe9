-- What labels cost is booked: the supplier that bought one bears it, and the marketplace owes it to the carrier.

insert into ledger_accounts (number, name, title, type, may_go_below_zero) values
  (2500, 'carrier_payable', 'Carrier payable', 'liability', true);

-- A label may be neither used nor taken back by its carrier: then it stays paid for.
alter table parcel_labels
  drop constraint parcel_labels_state_check,
  drop constraint parcel_labels_check,
  add constraint parcel_labels_state_check
    check (state in ('asked', 'bought', 'used', 'unused', 'given_back', 'lost', 'failed')),
  add constraint parcel_labels_check check (state not in ('bought', 'used', 'unused', 'given_back', 'lost')
    or (shipment_ref is not null and tracking_number is not null and currency is not null and amount is not null
      and file_key is not null));

-- Labels that were bought before: their suppliers owe them, and the next payouts take them off.
with missing as (
  select l.public_id, l.currency, l.amount, l.updated_at, coalesce(l.carrier, 'other') as carrier, l.tracking_number,
    s.public_id as supplier, u.number
  from parcel_labels l
  join supplier_orders o on o.id = l.supplier_order_id
  join suppliers s on s.id = o.supplier_id
  join purchases u on u.id = o.purchase_id
  where l.state in ('bought', 'used', 'unused') and l.amount > 0),
written as (
  insert into ledger_postings (key, kind, currency, memo, posted_at)
  select 'label_charged:' || public_id, 'label_charged', currency,
    'Label of ' || carrier || ' ' || tracking_number || ', order ' || number, updated_at
  from missing order by public_id
  on conflict (key) do nothing
  returning id, key)
insert into ledger_entries (posting_id, line, account, subledger, amount)
select w.id, x.line, x.account, x.subledger, x.amount
from missing m
join written w on w.key = 'label_charged:' || m.public_id
cross join lateral (values
  (1, 1100, m.supplier, m.amount), (2, 2500, 'easypost/' || m.carrier, -m.amount)) as x(line, account, subledger, amount);
