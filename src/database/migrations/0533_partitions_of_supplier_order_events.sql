select partition_table('supplier_order_events', 'id');
