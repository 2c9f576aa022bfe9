-- What may still be sold (product_variants.stock), derived from what a supplier has counted on the shelf and from what was
-- ordered that the count does not know of. Decision 44 has the rule.

-- `oversold` is by how many units more was ordered than counted: they come off whatever is released or counted next.
-- `counted_at` is the moment that the latest count taken from a feed speaks of; null where there was none.
alter table product_variants
  add column oversold int not null default 0 check (oversold >= 0),
  add column counted_at timestamptz,
  add constraint product_variants_oversold check (stock = 0 or oversold = 0);

-- Units in orders of which the supplier has not been told: unpaid, or paid and in the hold. No count knows of them.
-- A row stays when it is 0 and when its variant is gone: one that returns under its SKU is given its former id again.
create table stock_commitments (
  variant_id  bigint primary key,
  supplier_id bigint not null,
  sku         text   not null,
  quantity    int    not null check (quantity >= 0)
) with (fillfactor = 70);
create index stock_commitments_sku on stock_commitments (supplier_id, sku);

-- What has changed a stock at a moment: orders handed over to the supplier (below 0), their units that came back, quantities
-- that the supplier has typed. A count from before that moment does not know of it.
create table stock_movements (
  id         bigint generated always as identity primary key,
  variant_id bigint      not null,
  quantity   int         not null check (quantity <> 0),
  moved_at   timestamptz not null
);
create index stock_movements_variant on stock_movements (variant_id, moved_at);

insert into stock_commitments (variant_id, supplier_id, sku, quantity)
  select l.variant_id, (array_agg(o.supplier_id))[1], (array_agg(coalesce(v.sku, l.sku) order by l.id desc))[1],
    coalesce(sum(l.quantity - l.withdrawn_quantity) filter (where o.state in ('awaiting_payment', 'paid_hold')), 0)::int
  from supplier_order_lines l
  join supplier_orders o on o.id = l.supplier_order_id
  left join product_variants v on v.id = l.variant_id
  group by l.variant_id;

-- What came back is left out with what was handed over of it: when is not known of every unit.
insert into stock_movements (variant_id, quantity, moved_at)
  select l.variant_id, -(l.quantity - l.withdrawn_quantity), e.at
  from supplier_order_lines l
  join lateral (
    select min(at) as at from supplier_order_events
    where supplier_order_id = l.supplier_order_id and event = 'submit') e on e.at is not null
  where l.quantity > l.withdrawn_quantity;
