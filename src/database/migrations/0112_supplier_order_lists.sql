-- A supplier's orders by view: the counts of a store are read from the index alone.
create index supplier_orders_supplier_state on supplier_orders (supplier_id, state, ship_by);

-- The event's name since 0111.
update payout_events set event = 'mark_unclear' where event = 'doubt';
