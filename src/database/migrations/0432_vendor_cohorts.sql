-- no transaction
-- An operator's cohorts of vendors count paid orders by vendor and month, from this index alone.
create index concurrently if not exists purchases_vendor_paid on purchases (account_id, paid_at)
  include (total_amount, currency) where channel = 'vendor' and paid_at is not null;
