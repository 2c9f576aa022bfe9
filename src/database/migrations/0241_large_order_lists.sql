-- Lists of a supplier with a hundred thousand orders: each state in the order of its list, and the sales of a stretch of time.
create index supplier_orders_supplier_state_newest on supplier_orders (supplier_id, state, id desc);
create index supplier_orders_supplier_created on supplier_orders (supplier_id, created_at);
