-- no transaction
-- Whether an account has practice orders, without looking through its real ones.
create index concurrently if not exists shop_orders_practice on shop_orders (account_id) where is_practice;
