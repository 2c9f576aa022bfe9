-- no transaction
-- A supplier's search reads the parts of three characters of that supplier's orders alone: a common name is in the orders of all.
-- The cost keeps the planner from computing the keys of orders that it has found by another index.
create or replace function f_search_keys(owner bigint, words text) returns bigint[]
  language sql immutable strict parallel safe cost 5000 as $$
  select array(select hashtextextended(substr(w, i, 3), owner) from lower(words) w, generate_series(1, length(w) - 2) i) $$;
-- next
create index concurrently if not exists order_summaries_search on order_summaries using gin (f_search_keys(supplier_id, words));
-- next
drop index concurrently if exists order_summaries_words;
