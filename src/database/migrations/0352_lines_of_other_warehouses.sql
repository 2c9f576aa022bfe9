-- no transaction
create index concurrently if not exists supplier_order_lines_of_other_warehouses on supplier_order_lines (warehouse, supplier_order_id)
  where warehouse is not null;
