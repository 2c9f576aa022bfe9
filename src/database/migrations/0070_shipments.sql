-- A rate is quoted for one supplier's shipment: whose it is (null where the caller named no products), the fewest days it is on
-- its way, and, of a rate that is not bound to products, from which value of a shipment it is free.
alter table shipping_rates
  add column supplier_id bigint references suppliers (id) on delete cascade,
  add column min_days integer check (min_days between 1 and estimated_days),
  add column free_from_amount bigint check (free_from_amount >= 0);
update shipping_rates set min_days = estimated_days;
alter table shipping_rates alter column min_days set not null;

-- Each supplier order knows how its own shipment is sent; until now all had what their purchase had.
alter table supplier_orders
  add column shipping_service text,
  add column shipping_min_days integer;
update supplier_orders o set shipping_service = p.shipping_service, shipping_days = coalesce(o.shipping_days, p.shipping_days),
  shipping_min_days = coalesce(o.shipping_days, p.shipping_days)
from purchases p where p.id = o.purchase_id and p.shipping_service is not null;
