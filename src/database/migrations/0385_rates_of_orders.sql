-- no transaction
-- An operator's charts count the orders of all suppliers by the time of their payment.
create index concurrently if not exists order_summaries_paid_at on order_summaries (paid_at) include (supplier_id);
-- next
-- Few orders are shipped late or cancelled; those that are not shipped yet may become late.
create index concurrently if not exists order_summaries_paid_at_gone_wrong on order_summaries (paid_at)
  where cancelled_by_seller or shipped_at > ship_by or shipped_at is null;
-- next
-- Orders of stores, and which of them no webhook reported.
create index concurrently if not exists shop_orders_received_at on shop_orders (received_at) include (is_recovered)
  where platform <> 'manual' and not is_practice;
-- next
create index concurrently if not exists supplier_orders_created_at on supplier_orders (created_at);
