-- Units of orders that went back on sale: when, and why. Written where an order ends without them, never where one is placed: what was
-- reserved and sold stands in its lines. Ids follow time.
create table stock_releases (
  id                     bigint      generated always as identity primary key,
  supplier_order_line_id bigint      not null references supplier_order_lines (id),
  product_id             bigint      not null,
  kind                   text        not null check (kind in ('expired', 'cancelled', 'rejected')),
  quantity               int         not null check (quantity > 0),
  released_at            timestamptz not null
);
create index stock_releases_product on stock_releases (product_id, id desc);

-- The lines of a product, newest first.
create index supplier_order_lines_product_newest on supplier_order_lines (product_id, id desc);
drop index supplier_order_lines_product;

-- What is known of the past. An order that ended before its supplier was sent it released all its units; later ones are
-- found by the movement of stock at the same moment, which those of units that were not there do not have.
insert into stock_releases (supplier_order_line_id, product_id, kind, quantity, released_at)
select id, product_id, kind, quantity, at from (
  select l.id, l.product_id, case e.event when 'expire' then 'expired' else 'cancelled' end as kind, l.quantity, e.at
  from supplier_order_lines l
  join supplier_order_events e on e.supplier_order_id = l.supplier_order_id
  where e.event = 'expire' or (e.event = 'cancel' and e.from_state = 'paid_hold')
  union all
  select l.id, l.product_id, case when e.event in ('reject', 'reject_lines') then 'rejected' else 'cancelled' end,
    least(m.quantity, l.withdrawn_quantity), e.at
  from supplier_order_events e
  join supplier_order_lines l on l.supplier_order_id = e.supplier_order_id and l.withdrawn_quantity > 0
  join stock_movements m on m.variant_id = l.variant_id and m.moved_at = e.at and m.quantity > 0
  where e.event in ('reject', 'reject_lines', 'cancel', 'cancel_rest') and e.from_state is distinct from 'paid_hold') released
order by at, id;
