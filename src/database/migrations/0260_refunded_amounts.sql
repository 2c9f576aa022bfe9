-- What a vendor's store refunded of a line without taking units away, in minor units of its currency: it lowers the profit alone.
alter table shop_order_lines add column refunded_amount bigint not null default 0 check (refunded_amount >= 0);

-- The same in practice shops, of a whole order.
alter table practice_orders add column refunded_amount bigint not null default 0 check (refunded_amount >= 0);
