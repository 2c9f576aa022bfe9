-- Labels that are bought of carriers, and what carriers tell of parcels.

-- A label a supplier has asked for. It is bought once: the carrier's own number of the shipment is kept before it is paid for.
create table parcel_labels (
  id                bigint generated always as identity primary key,
  public_id         text        not null unique,
  supplier_order_id bigint      not null references supplier_orders (id),
  idempotency_key   text        not null,
  request_hash      text        not null,
  units             jsonb       not null,
  sender            jsonb,
  service           text,
  weight_grams      integer     not null check (weight_grams > 0),
  length_mm         integer     not null check (length_mm > 0),
  width_mm          integer     not null check (width_mm > 0),
  height_mm         integer     not null check (height_mm > 0),
  person_id         bigint      references people (id) on delete set null,
  -- asked; bought and paid for; used for a parcel, or not to be used any more and given back; or never bought.
  state             text        not null default 'asked'
    check (state in ('asked', 'bought', 'used', 'unused', 'given_back', 'failed')),
  shipment_ref      text        unique,
  carrier           text,
  carrier_service   text,
  tracking_number   text,
  currency          text,
  amount            bigint      check (amount >= 0),
  file_key          text,
  failure           text,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  unique (supplier_order_id, idempotency_key),
  check (state not in ('bought', 'used', 'unused', 'given_back')
    or (shipment_ref is not null and tracking_number is not null and amount is not null and file_key is not null))
);

-- How a number stands with its carrier, and when it is looked at next.
alter table parcel_trackings
  add column tracker_ref text,
  add column state text check (state in ('pending', 'info_received', 'in_transit', 'out_for_delivery', 'exception',
    'returned', 'delivered')),
  add column expected_at timestamptz,
  add column next_look_at timestamptz,
  add column failures integer not null default 0;
create index parcel_trackings_number on parcel_trackings (number);

-- What a carrier has told of a number, each word once however often and in which order it comes.
create table tracking_events (
  id          bigint generated always as identity primary key,
  tracking_id bigint      not null references parcel_trackings (id),
  state       text        not null,
  message     text        not null,
  place       text        not null,
  at          timestamptz not null,
  unique (tracking_id, state, at)
);

-- Signed messages of carriers, noted before anything is done about them.
create table carrier_notices (
  event_id    text        primary key,
  number      text,
  received_at timestamptz not null
);
