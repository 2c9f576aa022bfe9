-- Orders of vendors' stores are quoted, paid and forwarded.

alter table shop_orders
  drop constraint shop_orders_state_check,
  add constraint shop_orders_state_check check (
    state in ('received', 'to_pay', 'blocked', 'in_progress', 'completed', 'not_ours', 'closed')),
  -- Of a practice shop: nothing of it is real.
  add column is_practice boolean not null default false,
  -- The unpaid purchase that it is quoted by and that reserves its stock.
  add column quote_purchase_id bigint references purchases (id),
  -- Since when its last reservation has ended unpaid: it is quoted again only when somebody wants to pay.
  add column lapsed_at timestamptz,
  -- How often its vendor was told that the reservation ends.
  add column warnings int not null default 0,
  -- What its vendor has agreed to pay although it is beyond the own limits.
  add column approved_amount bigint check (approved_amount >= 0),
  -- What it would cost and bring in, in the marketplace's currency, when it was last judged.
  add column cost_amount bigint check (cost_amount >= 0),
  add column retail_amount bigint,
  add column followed_at timestamptz;
create index shop_orders_quoted on shop_orders (quote_purchase_id) where quote_purchase_id is not null;
create index shop_orders_received on shop_orders (id) where state = 'received';

update shop_orders o set is_practice = true
from store_connections c where c.id = o.connection_id and c.is_practice;
update shop_orders set state = 'received', reasons = '{}' where state in ('to_pay', 'blocked');

alter table shop_order_lines
  -- What keeps its units from being bought.
  add column reason text check (length(reason) <= 40),
  -- Units that a supplier has not sent, or that were cancelled here, and that its vendor wants to buy again.
  add column reordered int not null default 0 check (reordered >= 0),
  -- What its vendor has said it is.
  add column is_mapped boolean not null default false;

-- The supplier orders' lines by which units of a store's order are bought.
create table shop_order_units (
  supplier_order_line_id bigint primary key references supplier_order_lines (id),
  order_id               bigint not null,
  external_id            text   collate "C" not null,
  foreign key (order_id, external_id) references shop_order_lines (order_id, external_id) on delete cascade
);
create index shop_order_units_line on shop_order_units (order_id, external_id);

-- Never two: of a line no more units are in live supplier orders than were ordered and not removed. Whoever buys locks the line, so
-- that of two at the same moment one is first.
create function shop_order_units_once() returns trigger language plpgsql as $$
declare
  allowed integer;
  live    integer;
begin
  select quantity - removed into allowed from shop_order_lines
    where order_id = new.order_id and external_id = new.external_id for update;
  select coalesce(sum(l.quantity - l.withdrawn_quantity), 0) into live
    from shop_order_units u
    join supplier_order_lines l on l.id = u.supplier_order_line_id
    join supplier_orders o on o.id = l.supplier_order_id
    where u.order_id = new.order_id and u.external_id = new.external_id and o.state <> 'expired';
  if live > allowed then
    raise exception 'More units of line % would be bought than were ordered', new.external_id
      using errcode = 'check_violation', constraint = 'shop_order_units_once', table = 'shop_order_units';
  end if;
  return null;
end
$$;
create trigger shop_order_units_once after insert on shop_order_units
  for each row execute function shop_order_units_once();

-- What a vendor has set for the own orders; none is the default.
create table forwarding_settings (
  account_id        bigint      primary key references accounts (id) on delete cascade,
  whole_orders_only boolean     not null,
  hold_minutes      integer     not null check (hold_minutes between 2 and 10),
  shipping          text        not null check (shipping in ('cheapest', 'fastest')),
  -- Orders that cost more, or leave less, wait for a yes.
  max_cost_amount   bigint      check (max_cost_amount > 0),
  min_margin_bps    integer     check (min_margin_bps between 0 and 9999),
  updated_at        timestamptz not null
);
