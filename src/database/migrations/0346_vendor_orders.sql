-- no transaction
-- A vendor's orders in the order of their list, with what its filters read.
create index concurrently if not exists shop_orders_newest on shop_orders (account_id, placed_at desc, id desc)
  include (state, connection_id, has_store_problem);
-- next
-- The postings of a kind, newest first: rare kinds are looked for in the whole ledger.
create index concurrently if not exists ledger_postings_kind on ledger_postings (kind, id);
