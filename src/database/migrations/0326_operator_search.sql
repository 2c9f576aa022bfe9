-- no transaction
-- Operators find orders by the beginning of the buyer's name, and by the number that an order has in a vendor's store.
create index concurrently if not exists purchases_buyer_name on purchases
  (lower(first_name || ' ' || last_name) text_pattern_ops);
-- next
create index concurrently if not exists purchases_buyer_last_name on purchases (lower(last_name) text_pattern_ops);
-- next
create index concurrently if not exists shop_orders_number on shop_orders (number text_pattern_ops);
