-- Where people have their orders sent, and whose order a purchase is.

-- Names are not kept here: an order goes out under the name of the account.
create table addresses (
  id             bigint generated always as identity primary key,
  public_id      text        not null unique,
  person_id      bigint      not null references people (id) on delete cascade,
  label          text        not null check (length(label) <= 60),
  country        text        not null check (length(country) = 2),
  block_number   text        not null,
  street_address text        not null,
  unit_number    text        not null,
  building_name  text        not null,
  address2       text        not null,
  city           text        not null,
  state          text        not null,
  postcode       text        not null,
  phone          text        not null,
  is_default     boolean     not null default false,
  created_at     timestamptz not null
);
create index addresses_person on addresses (person_id, id);
create unique index addresses_default on addresses (person_id) where is_default;

-- None for a guest's; an order outlives the account that placed it.
alter table purchases add column person_id bigint references people (id) on delete set null;
create index purchases_person on purchases (person_id, id) where person_id is not null;
-- Paid orders of guests, which show up in the account that proves to own their mailbox.
create index purchases_guest_email on purchases (lower(email), id) where person_id is null and paid_at is not null;
