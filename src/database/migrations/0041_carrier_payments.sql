-- What carriers' providers are paid, and refunds of labels that are followed until their end.

-- What a provider takes otherwise than its labels said, such as for a parcel that was heavier.
insert into ledger_accounts (number, name, title, type, may_go_below_zero) values
  (5040, 'carrier_adjustments', 'Carrier adjustments', 'expense', true);

-- A payment to who sells labels, by its reference there; one that is taken back makes room for the right one. Amounts in minor
-- units: what left the bank is above zero, what came back below; nothing moves there where a charge is taken off what was paid
-- in before.
create table carrier_payments (
  id                  bigint generated always as identity primary key,
  public_id           text        not null unique,
  provider            text        not null check (provider ~ '^[a-z0-9_-]{1,40}$'),
  reference           text        not null check (length(reference) between 1 and 100),
  paid_on             date        not null,
  bank                text        not null,
  currency            text        not null check (currency ~ '^[A-Z]{3}$'),
  amount              bigint      not null,
  adjustment_amount   bigint      not null default 0,
  adjustment_reason   text        check (length(adjustment_reason) <= 200),
  request_hash        text        not null,
  person_id           bigint      references people (id) on delete set null,
  created_at          timestamptz not null,
  reversed_at         timestamptz,
  reversed_by         bigint      references people (id) on delete set null,
  reversal_reason     text        check (length(reversal_reason) <= 200),
  check ((adjustment_amount = 0) = (adjustment_reason is null)),
  check ((reversed_at is null) = (reversal_reason is null))
);
create unique index carrier_payments_reference on carrier_payments (provider, reference) where reversed_at is null;

-- Whose labels were paid; `account` is what was paid in for all of them.
create table carrier_payment_parts (
  payment_id bigint not null references carrier_payments (id),
  carrier    text   not null check (carrier ~ '^[a-z0-9_]{1,40}$'),
  amount     bigint not null check (amount <> 0),
  primary key (payment_id, carrier)
);

-- A label that was given back is asked about until its money came or was turned down.
alter table parcel_labels
  add column refund_asked_at timestamptz,
  add column refund_look_at timestamptz,
  add column refund_failures integer not null default 0,
  drop constraint parcel_labels_state_check,
  drop constraint parcel_labels_check,
  add constraint parcel_labels_state_check
    check (state in ('asked', 'bought', 'used', 'unused', 'given_back', 'refunded', 'lost', 'failed')),
  add constraint parcel_labels_check
    check (state not in ('bought', 'used', 'unused', 'given_back', 'refunded', 'lost')
      or (shipment_ref is not null and tracking_number is not null and currency is not null and amount is not null
        and file_key is not null));
create index parcel_labels_refund_look on parcel_labels (refund_look_at) where refund_look_at is not null;

-- Those that were given back before are asked about from now on.
update parcel_labels set refund_asked_at = updated_at, refund_look_at = updated_at where state = 'given_back';
