-- What a report says went back is found by the provider's own id of the refund, where the report has it.
alter table settlement_rows add column refund_reference text check (length(refund_reference) <= 200);
create index settlement_rows_refund on settlement_rows (provider, refund_reference) where refund_reference is not null;
create index refund_requests_at_provider on refund_requests (provider_refund_id) where provider_refund_id is not null;

-- A chargeback of money that paid no order is booked too: how much of it still waited to be matched (2900), and how much is the
-- marketplace's loss, as it had gone back to the payer before (5020).
alter table chargebacks
  add column unapplied_amount bigint not null default 0 check (unapplied_amount >= 0),
  add column loss_amount bigint not null default 0 check (loss_amount >= 0);

-- Those that were only kept until now are booked as they would have been, under the same keys, once however often this runs. Of a
-- receipt with several each takes what those before it have left.
with kept as (
  select c.id, c.provider, c.dispute_id, c.receipt_id, c.currency, c.amount, c.updated_at, p.method,
    sum(c.amount) over (partition by c.receipt_id order by c.id) - c.amount as before,
    coalesce((select -sum(b.balance) from ledger_balances b
      where b.account = 2900 and b.subledger = c.receipt_id::text and b.currency = c.currency), 0) as waiting
  from chargebacks c join receipts r on r.id = c.receipt_id join payments p on p.id = r.payment_id
  where r.state = 'unapplied' and c.state in ('open', 'lost') and c.amount > 0
    and not exists (
      select from ledger_postings l
      where l.key = 'charged_back:' || c.provider || ':' || c.dispute_id || ':' || c.receipt_id)),
shared as (
  select kept.*, greatest(0, least(amount, waiting - before)) as unapplied from kept),
noted as (
  update chargebacks c set unapplied_amount = s.unapplied, loss_amount = s.amount - s.unapplied
  from shared s where c.id = s.id returning c.id),
written as (
  insert into ledger_postings (key, kind, currency, memo, posted_at)
  select 'charged_back:' || provider || ':' || dispute_id || ':' || receipt_id, 'unapplied_charged_back', currency,
    'Money without an order charged back at ' || provider, updated_at
  from shared order by id
  on conflict (key) do nothing
  returning id, key),
lines as (
  select w.id as posting_id, x.line, x.account, x.subledger, x.amount
  from shared s
  join written w on w.key = 'charged_back:' || s.provider || ':' || s.dispute_id || ':' || s.receipt_id
  cross join lateral (values
    (1, 2900, s.receipt_id::text, s.unapplied),
    (2, 5020, s.receipt_id::text, s.amount - s.unapplied),
    (3, 1000, s.provider || '/' || s.method, -s.amount)) as x(line, account, subledger, amount)
  where x.amount <> 0)
insert into ledger_entries (posting_id, line, account, subledger, amount)
select posting_id, line, account, subledger, amount from lines;
