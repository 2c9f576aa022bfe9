-- Who pays for sending back what a buyer does not want: as the store's policy was when the order was placed.
alter table supplier_orders
  add column return_paid_by text not null default 'buyer' check (return_paid_by in ('buyer', 'supplier'));

-- Where the items of a case go back, from when their return is agreed. Without an address the buyer cannot send them, and the
-- time for it does not run against them. Cases whose return was agreed before have none, and stay as they were.
create table case_returns (
  case_id bigint primary key references cases,
  paid_by text not null check (paid_by in ('buyer', 'supplier')),
  address jsonb,
  instructions text not null default '',
  label_problem text,
  followed_at timestamptz,
  agreed_at timestamptz not null
);
create index case_returns_unaddressed on case_returns (case_id) where address is null;

-- A label for sending items back: who gets the parcel, who bears its price in the end, and since when nobody needs it.
alter table parcel_labels
  add column case_id bigint references cases,
  add column recipient jsonb,
  add column charged_to text check (charged_to in ('buyer', 'supplier')),
  add column dropped_at timestamptz,
  add constraint parcel_labels_return check
    ((case_id is null) = (recipient is null) and (case_id is null) = (charged_to is null));
create unique index parcel_labels_of_return on parcel_labels (case_id) where state in ('asked', 'bought', 'used') and dropped_at is null;
create index parcel_labels_case on parcel_labels (case_id) where case_id is not null;

-- A carrier that has a return's parcel says so itself.
alter table case_entries drop constraint case_entries_side_check;
alter table case_entries add constraint case_entries_side_check check (side in ('buyer', 'supplier', 'operator', 'carrier', 'timer'));
