-- no transaction
create index concurrently if not exists products_of_warehouse on products (warehouse_id, id);
