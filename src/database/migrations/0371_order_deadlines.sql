-- The deadlines that an order was placed with; null for the first ones. Later changes of the setting do not move it.
alter table supplier_orders add column deadlines jsonb;
