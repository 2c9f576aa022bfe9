-- The balances of whole accounts and of the orders' commission have a part for each order: their sums are stored. The entries are the truth.

-- What the balances of an account add up to, debits less credits. Writers only append to ledger_account_deltas (no row that all
-- purchases wait for); fold_ledger_account_totals() moves them over.
create table ledger_account_totals (
  account  integer not null references ledger_accounts (number),
  currency text    not null,
  balance  bigint  not null,
  primary key (account, currency)
) with (fillfactor = 70);
create table ledger_account_deltas (
  id       bigint generated always as identity primary key,
  account  integer not null,
  currency text    not null,
  amount   bigint  not null
);

-- What readers use: exact in their snapshot, folded or not.
create view ledger_account_totals_now as
  select account, currency, sum(amount)::bigint as balance
  from (
    select account, currency, balance as amount from ledger_account_totals
    union all
    select account, currency, amount from ledger_account_deltas) x
  group by account, currency;

create function fold_ledger_account_totals() returns int language sql as $$
  with taken as (
    delete from ledger_account_deltas where id in (
      select id from ledger_account_deltas order by id limit 100000 for update skip locked)
    returning account, currency, amount),
  sums as (select account, currency, sum(amount)::bigint as amount from taken group by 1, 2 order by 1, 2),
  folded as (
    insert into ledger_account_totals as t (account, currency, balance) select account, currency, amount from sums
    on conflict (account, currency) do update set balance = t.balance + excluded.balance
    returning 1)
  select count(*)::int from folded $$;

create function ledger_keep_totals() returns trigger language plpgsql as $$ begin
  insert into ledger_account_deltas (account, currency, amount)
    select a.account, p.currency, sum(a.amount) from added a join ledger_postings p on p.id = a.posting_id group by 1, 2;
  return null;
end $$;
-- Waits for those who write entries, and lets nobody write before the sums are here: a second for a million orders.
create trigger ledger_entries_totals after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_keep_totals();
insert into ledger_account_totals (account, currency, balance)
  select account, currency, sum(balance) from ledger_balances group by 1, 2;
