-- What buying needs: limits, the mail outbox, shipping rates, payments, purchases and supplier orders.

create unlogged table rate_limits (
  name         text        not null,
  client       text        not null,
  window_start timestamptz not null,
  calls        integer     not null,
  primary key (name, client)
);

create table secrets (
  name  text primary key,
  value text not null
);

create table newsletter_subscribers (
  email         text primary key check (email = lower(email)),
  subscribed_at timestamptz not null
);

create table mails (
  id         bigint generated always as identity primary key,
  key        text        not null unique,
  recipient  text        not null,
  subject    text        not null,
  text       text        not null,
  html       text        not null,
  state      text        not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  failure    text,
  created_at timestamptz not null,
  sent_at    timestamptz
);
create index mails_recipient on mails (lower(recipient), id desc);

create table shipping_rates (
  id             text        primary key,
  country        text        not null,
  postcode       text        not null,
  service        text        not null,
  estimated_days integer     not null check (estimated_days > 0),
  currency       text        not null,
  amount         bigint      not null check (amount >= 0),
  expires_at     timestamptz not null
);
create index shipping_rates_expiry on shipping_rates (expires_at);

create table payments (
  id           bigint generated always as identity primary key,
  public_id    text        not null unique,
  reference    text        not null,
  provider     text        not null,
  provider_ref text,
  method       text        not null,
  currency     text        not null,
  amount       bigint      not null check (amount > 0),
  state        text        not null check (state in ('created', 'pending', 'paid', 'failed', 'cancelled')),
  payment_url  text,
  polls        integer     not null default 0,
  next_poll_at timestamptz,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  unique (provider, provider_ref)
);
create index payments_reference on payments (reference);
create index payments_due on payments (next_poll_at) where state in ('created', 'pending');

create table payment_notices (
  id          bigint generated always as identity primary key,
  provider    text        not null,
  event_id    text        not null,
  body        text        not null,
  received_at timestamptz not null,
  unique (provider, event_id)
);

-- Money that a provider says it has taken. What belongs to no payable order stays here as unapplied.
create table receipts (
  id          bigint generated always as identity primary key,
  payment_id  bigint      not null references payments (id),
  provider    text        not null,
  external_id text        not null,
  currency    text        not null,
  amount      bigint      not null check (amount > 0),
  state       text        not null check (state in ('applied', 'unapplied')),
  reason      text,
  received_at timestamptz not null,
  unique (provider, external_id),
  check ((state = 'unapplied') = (reason is not null))
);
create index receipts_payment on receipts (payment_id);
create index receipts_unapplied on receipts (id) where state = 'unapplied';

create table purchases (
  id               bigint generated always as identity primary key,
  public_id        text        not null unique,
  number           text        not null unique,
  idempotency_key  text        unique,
  request_hash     text        not null,
  email            text        not null,
  shipping_method  text        not null check (shipping_method in ('ship', 'pickup')),
  first_name       text        not null,
  last_name        text        not null,
  phone            text        not null,
  country          text        not null,
  block_number     text        not null,
  street_address   text        not null,
  unit_number      text        not null,
  building_name    text        not null,
  address2         text        not null,
  city             text        not null,
  state            text        not null,
  postcode         text        not null,
  shipping_service text,
  shipping_days    integer,
  currency         text        not null,
  subtotal_amount  bigint      not null check (subtotal_amount > 0),
  shipping_amount  bigint      not null check (shipping_amount >= 0),
  total_amount     bigint      not null check (total_amount = subtotal_amount + shipping_amount),
  placed_at        timestamptz not null,
  expires_at       timestamptz not null,
  paid_at          timestamptz,
  closed_at        timestamptz,
  check (paid_at is null or closed_at is null)
);
create index purchases_due on purchases (expires_at) where paid_at is null and closed_at is null;

create table supplier_orders (
  id              bigint generated always as identity primary key,
  public_id       text        not null unique,
  purchase_id     bigint      not null references purchases (id),
  supplier_id     bigint      not null references suppliers (id),
  warehouse       text        not null,
  state           text        not null check (state in ('awaiting_payment', 'paid_hold', 'expired')),
  version         integer     not null default 1,
  currency        text        not null,
  items_amount    bigint      not null check (items_amount > 0),
  shipping_amount bigint      not null check (shipping_amount >= 0),
  total_amount    bigint      not null check (total_amount = items_amount + shipping_amount),
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  unique (purchase_id, supplier_id)
);
create index supplier_orders_supplier on supplier_orders (supplier_id, id desc);

create table supplier_order_lines (
  id                bigint generated always as identity primary key,
  supplier_order_id bigint  not null references supplier_orders (id),
  product_id        bigint  not null,
  variant_id        bigint  not null,
  product_public_id text    not null,
  title             text    not null,
  variant_title     text    not null,
  sku               text    not null,
  image_key         text,
  quantity          integer not null check (quantity > 0),
  unit_amount       bigint  not null check (unit_amount >= 0),
  wholesale_amount  bigint,
  line_amount       bigint  not null check (line_amount = unit_amount * quantity)
);
create index supplier_order_lines_order on supplier_order_lines (supplier_order_id);

create table supplier_order_events (
  id                bigint generated always as identity primary key,
  supplier_order_id bigint      not null references supplier_orders (id),
  event             text        not null,
  from_state        text,
  to_state          text        not null,
  actor             text        not null,
  at                timestamptz not null
);
create index supplier_order_events_order on supplier_order_events (supplier_order_id);

create table allocations (
  receipt_id        bigint not null references receipts (id),
  supplier_order_id bigint not null references supplier_orders (id),
  currency          text   not null,
  amount            bigint not null check (amount > 0),
  primary key (receipt_id, supplier_order_id)
);
create unique index allocations_once on allocations (supplier_order_id);

-- The sandbox provider plays another company's server; these are its books, not the shop's.
create table sandbox_payments (
  id           text        primary key,
  reference    text        not null unique,
  currency     text        not null,
  amount       bigint      not null check (amount > 0),
  method       text        not null,
  redirect_url text        not null,
  back_url     text        not null,
  notify_url   text        not null,
  state        text        not null default 'open' check (state in ('open', 'late', 'paid', 'declined', 'cancelled')),
  notices      integer     not null default 1 check (notices between 0 and 2),
  due_at       timestamptz,
  created_at   timestamptz not null,
  decided_at   timestamptz
);
create index sandbox_payments_late on sandbox_payments (due_at) where state = 'late';
