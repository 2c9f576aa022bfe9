-- no transaction
-- Listings that need a decision of their vendor: the console counts them on each page.
create index concurrently if not exists store_listings_attention on store_listings (connection_id)
  where state = 'failed' or cost_alert is not null;
-- next
drop index concurrently if exists store_listings_cost_alert;
