-- The whole life of a supplier order: its states, timers and parcels, what was earned by it, and what is given back.

alter table supplier_orders drop constraint supplier_orders_state_check;
alter table supplier_orders
  add constraint supplier_orders_state_check check (state in ('draft', 'awaiting_payment', 'expired', 'paid_hold',
    'submitted', 'accepted', 'rejected', 'in_progress', 'shipped', 'delivered', 'completed', 'in_case', 'refunded',
    'cancel_requested', 'cancelled')),
  -- Frozen at placement. Orders of before were placed under none.
  add column commission_bps integer not null default 0 check (commission_bps between 0 and 10000),
  add column commission_tax_bps integer not null default 0 check (commission_tax_bps between 0 and 10000),
  -- What was promised when it was paid.
  add column ship_by timestamptz,
  add column deliver_by timestamptz,
  add column shipping_days integer check (shipping_days > 0);

-- Units are sent or withdrawn once: the database decides between two who try at the same time.
alter table supplier_order_lines
  add column shipped_quantity integer not null default 0 check (shipped_quantity >= 0),
  add column withdrawn_quantity integer not null default 0 check (withdrawn_quantity >= 0),
  add constraint supplier_order_lines_units check (shipped_quantity + withdrawn_quantity <= quantity);

alter table supplier_order_events
  add column reason text check (length(reason) <= 500),
  add column person_id bigint references people (id) on delete set null;

-- What is to happen to an order by itself, and when.
create table order_timers (
  supplier_order_id bigint      not null references supplier_orders (id) on delete cascade,
  kind              text        not null check (kind in ('submit', 'escalate', 'reject', 'late', 'unshipped', 'cancel',
    'deliver', 'complete')),
  due_at            timestamptz not null,
  failures          integer     not null default 0,
  primary key (supplier_order_id, kind)
);
create index order_timers_due on order_timers (due_at);

-- Orders that were paid before there were timers go on from here.
insert into order_timers (supplier_order_id, kind, due_at)
select id, 'submit', updated_at + interval '10 minutes' from supplier_orders where state = 'paid_hold';

-- What a supplier has set for its orders; none is the default.
create table order_settings (
  supplier_id bigint      primary key references suppliers (id),
  auto_accept boolean     not null,
  updated_at  timestamptz not null
);

create table parcels (
  id                bigint generated always as identity primary key,
  public_id         text        not null unique,
  supplier_order_id bigint      not null references supplier_orders (id),
  idempotency_key   text        not null,
  request_hash      text        not null,
  shipped_at        timestamptz not null,
  delivered_at      timestamptz,
  delivered_by      text,
  unique (supplier_order_id, idempotency_key),
  check ((delivered_at is null) = (delivered_by is null))
);

create table parcel_lines (
  parcel_id              bigint  not null references parcels (id),
  supplier_order_line_id bigint  not null references supplier_order_lines (id),
  quantity               integer not null check (quantity > 0),
  primary key (parcel_id, supplier_order_line_id)
);
create index parcel_lines_line on parcel_lines (supplier_order_line_id);

-- A parcel may be handed from one carrier to the next: numbers are added, never replaced.
create table parcel_trackings (
  id         bigint generated always as identity primary key,
  parcel_id  bigint      not null references parcels (id),
  carrier    text        not null,
  number     text        not null check (length(number) between 4 and 40),
  created_at timestamptz not null,
  unique (parcel_id, carrier, number)
);

-- What a supplier has earned by a parcel; pending until it is released.
create table earnings (
  id                bigint generated always as identity primary key,
  supplier_order_id bigint      not null references supplier_orders (id),
  parcel_id         bigint      not null unique references parcels (id),
  currency          text        not null,
  gross_amount      bigint      not null check (gross_amount > 0),
  commission_amount bigint      not null check (commission_amount >= 0),
  tax_amount        bigint      not null check (tax_amount >= 0),
  net_amount        bigint      not null check (net_amount >= 0),
  earned_at         timestamptz not null,
  released_at       timestamptz,
  check (net_amount = gross_amount - commission_amount - tax_amount)
);
create index earnings_order on earnings (supplier_order_id);

-- Money on its way back to whoever paid: already out of the order's escrow, to be asked of the provider.
create table refund_requests (
  id                bigint generated always as identity primary key,
  public_id         text        not null unique,
  key               text        not null unique,
  supplier_order_id bigint      not null references supplier_orders (id),
  receipt_id        bigint      not null references receipts (id),
  currency          text        not null,
  amount            bigint      not null check (amount > 0),
  reason            text        not null,
  state             text        not null default 'asked' check (state in ('asked', 'sent', 'done', 'failed')),
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);
create index refund_requests_order on refund_requests (supplier_order_id);
create index refund_requests_open on refund_requests (id) where state in ('asked', 'sent');
