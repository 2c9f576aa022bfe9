-- What the store of a vendor changes after an order was paid: who gets the rest of a supplier's part, and units that are not wanted any more.

alter table supplier_orders
  -- Who gets it and where, once that was changed after the purchase; null: as the purchase says.
  add column recipient jsonb;
alter table supplier_order_lines
  -- Those of the withdrawn units that the buyer did not want any more; the others could not be sent.
  add column unwanted_quantity integer not null default 0,
  add constraint supplier_order_lines_unwanted check (unwanted_quantity between 0 and withdrawn_quantity);

-- Applied at once, or asked of the supplier who has accepted the order.
create table order_change_requests (
  id                bigint generated always as identity primary key,
  public_id         text        collate "C" not null unique,
  supplier_order_id bigint      not null references supplier_orders (id),
  kind              text        not null check (kind in ('recipient', 'units')),
  content           jsonb       not null,
  state             text        not null check (state in ('applied', 'open', 'accepted', 'declined', 'withdrawn')),
  reason            text        check (length(reason) <= 500),
  requested_at      timestamptz not null,
  answered_at       timestamptz,
  check ((state = 'open') = (answered_at is null))
);
create index order_change_requests_order on order_change_requests (supplier_order_id, id);
create unique index order_change_requests_open on order_change_requests (supplier_order_id, kind) where state = 'open';
