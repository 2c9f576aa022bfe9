-- What suppliers have earned goes to them: where to, in payouts that claim what the ledger has released, in files for the bank.

-- Where a supplier's money goes. Never changed: new details are a new row, and a payout keeps those it was made with.
create table payout_accounts (
  id           bigint generated always as identity primary key,
  supplier_id  bigint      not null references suppliers (id),
  method       text        not null check (method in ('bank', 'stripe')),
  holder       text        not null check (length(holder) between 1 and 140),
  country      text        not null check (country ~ '^[A-Z]{2}$'),
  -- As much of it as may be shown.
  shown        text        not null,
  -- The rest, sealed by the key of the installation.
  sealed       bytea       not null,
  made_by      bigint      references people (id) on delete set null,
  created_at   timestamptz not null,
  -- New details wait before money goes there, so that the supplier can object.
  usable_from  timestamptz not null,
  ended_at     timestamptz,
  -- Why the bank or the provider would not have it: nothing more is sent there.
  refused      text        check (length(refused) <= 500)
);
create unique index payout_accounts_current on payout_accounts (supplier_id) where ended_at is null;

create table payout_files (
  id         bigint generated always as identity primary key,
  public_id  text        not null unique,
  currency   text        not null check (currency ~ '^[A-Z]{3}$'),
  -- The day on which the bank is to send the money.
  pay_on     date        not null,
  payouts    integer     not null check (payouts > 0),
  amount     bigint      not null check (amount > 0),
  made_by    bigint      references people (id) on delete set null,
  created_at timestamptz not null
);

create table payouts (
  id          bigint generated always as identity primary key,
  public_id   text        not null unique,
  supplier_id bigint      not null references suppliers (id),
  account_id  bigint      not null references payout_accounts (id),
  method      text        not null check (method in ('bank', 'stripe')),
  currency    text        not null check (currency ~ '^[A-Z]{3}$'),
  amount      bigint      not null check (amount > 0),
  state       text        not null check (state in ('prepared', 'in_file', 'sent', 'unclear', 'confirmed', 'failed')),
  file_id     bigint      references payout_files (id),
  -- The provider's own id of it.
  external_id text        unique,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  check ((state = 'in_file') <= (file_id is not null))
);
create index payouts_supplier on payouts (supplier_id, id);
create index payouts_file on payouts (file_id);
create index payouts_open on payouts (state) where state in ('prepared', 'in_file', 'sent', 'unclear');

-- Which postings on what is available a payout is made of. A payout that failed frees them.
create table payout_items (
  payout_id  bigint      not null references payouts (id),
  posting_id bigint      not null references ledger_postings (id),
  amount     bigint      not null check (amount <> 0),
  freed_at   timestamptz,
  primary key (payout_id, posting_id)
);
-- Claimed once, whoever tries at the same time.
create unique index payout_items_claimed on payout_items (posting_id) where freed_at is null;

create table payout_events (
  id         bigint generated always as identity primary key,
  payout_id  bigint      not null references payouts (id),
  event      text        not null,
  from_state text,
  to_state   text        not null,
  actor      text        not null check (actor in ('operator', 'provider', 'system')),
  person_id  bigint      references people (id) on delete set null,
  reason     text        check (length(reason) <= 500),
  at         timestamptz not null
);
create index payout_events_payout on payout_events (payout_id, id);
