-- no transaction
-- An account of an operator's list: its paid purchases, and which of them have an open order, are counted from two indexes.
create index concurrently if not exists purchases_account_paid on purchases (account_id, id)
  where account_id is not null and paid_at is not null;
-- next
create index concurrently if not exists supplier_orders_open on supplier_orders (purchase_id)
  where state in ('submitted', 'accepted', 'in_progress', 'shipped', 'delivered', 'in_case', 'cancel_requested', 'paid_hold');
-- next
-- A text in the log of all changes.
create index concurrently if not exists audit_log_search on audit_log using gin (f_search_keys(0, action));
