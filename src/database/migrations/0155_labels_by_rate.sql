-- Labels are bought for a rate that the supplier has seen, from the warehouse's own address.

-- What a product of a category usually weighs with its findings, in grams. It stands for products of which nobody has said a weight,
-- and is shown to their supplier as such. Operators change the rows; no release is needed.
alter table categories add column typical_weight_grams integer check (typical_weight_grams between 1 and 10000);
update categories set typical_weight_grams = case name
  when 'Rings' then 6
  when 'Necklaces' then 15
  when 'Bracelets' then 20
  when 'Earrings' then 8
  when 'Pendants' then 8
  when 'Brooches' then 15
  when 'Anklets' then 10
  when 'Charms' then 5
  end;

-- Where a warehouse hands parcels over, and where it takes returns.
create table warehouse_addresses (
  warehouse_id bigint      not null references warehouses (id) on delete cascade,
  purpose      text        not null check (purpose in ('sender', 'returns')),
  name         text        not null check (length(name) between 1 and 100),
  street1      text        not null check (length(street1) between 1 and 100),
  street2      text        not null default '' check (length(street2) <= 100),
  city         text        not null check (length(city) between 1 and 100),
  state        text        not null default '' check (length(state) <= 60),
  zip          text        not null check (length(zip) <= 20),
  country      char(2)     not null,
  phone        text        not null check (length(phone) between 1 and 30),
  updated_at   timestamptz not null,
  primary key (warehouse_id, purpose)
);

-- Who pays for sending back what the buyer does not want, and what buyers read when a return is agreed. Where the supplier is at
-- fault it pays, whatever stands here. Without a row the buyer pays.
create table return_policies (
  supplier_id  bigint      primary key references suppliers (id) on delete cascade,
  paid_by      text        not null check (paid_by in ('buyer', 'supplier')),
  instructions text        not null default '' check (length(instructions) <= 1000),
  updated_at   timestamptz not null
);

-- What a supplier was shown before asking for a label: it is bought by that very service, for that much at most.
alter table parcel_labels
  add column quoted_currency text,
  add column quoted_amount   bigint check (quoted_amount >= 0),
  -- Labels that were asked for together.
  add column batch           text check (length(batch) between 8 and 100),
  add constraint parcel_labels_quote check ((quoted_currency is null) = (quoted_amount is null));
create index parcel_labels_batch on parcel_labels (batch) where batch is not null;
