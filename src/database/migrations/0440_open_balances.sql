-- no transaction
-- What suppliers have pending, with its amounts: a balance for each order on its way, read without the table.
create index concurrently if not exists ledger_balances_open_amounts on ledger_balances (account, subledger)
  include (currency, balance) where balance <> 0;
-- next
drop index concurrently if exists ledger_balances_open;
-- next
-- An operator's list of completed orders, newest first: the newest orders of all are not complete.
create index concurrently if not exists supplier_orders_completed on supplier_orders (id desc) where state in ('completed', 'refunded');
-- next
-- The cost that keeps a search from computing keys makes it look worth several processes, and starting them takes longer.
alter function f_search_keys(bigint, text) parallel restricted;
