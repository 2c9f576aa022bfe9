-- Vendors' wallets: what stands in one is a balance of the ledger (2000); here is what came in by which payment, what its owner
-- has set, and what waits to be paid.

-- What a vendor wants to put into the wallet, until it is paid.
create table top_up_requests (
  id         bigint generated always as identity primary key,
  public_id  text        collate "C" not null unique,
  account_id bigint      not null references accounts (id),
  currency   text        not null check (currency ~ '^[A-Z]{3}$'),
  amount     bigint      not null check (amount > 0),
  created_at timestamptz not null
);
create index top_up_requests_account on top_up_requests (account_id, id desc);

-- What of a receipt went into a wallet: all of it, or what was paid for orders that had ended meanwhile.
create table wallet_top_ups (
  receipt_id bigint      primary key references receipts (id),
  account_id bigint      not null references accounts (id),
  currency   text        not null check (currency ~ '^[A-Z]{3}$'),
  amount     bigint      not null check (amount > 0),
  created_at timestamptz not null
);
create index wallet_top_ups_account on wallet_top_ups (account_id, receipt_id);

-- What a payer's bank took back of what had gone into a wallet.
alter table chargebacks add column top_up_amount bigint not null default 0 check (top_up_amount >= 0);

-- Withdrawals by their key of idempotency: each refunds top-ups.
create table wallet_withdrawals (
  id              bigint generated always as identity primary key,
  public_id       text        collate "C" not null unique,
  account_id      bigint      not null references accounts (id),
  idempotency_key text        not null,
  currency        text        not null,
  amount          bigint      not null check (amount > 0),
  created_at      timestamptz not null,
  unique (account_id, idempotency_key)
);

create table wallet_settings (
  account_id         bigint      primary key references accounts (id),
  auto_pay           boolean     not null default true,
  low_balance_amount bigint      not null default 5000 check (low_balance_amount >= 0),
  -- Since when the balance is below that and its owner was told.
  warned_at          timestamptz,
  updated_at         timestamptz not null
);

-- One payment for several purchases of one account.
create table combined_payments (
  id         bigint generated always as identity primary key,
  public_id  text        collate "C" not null unique,
  account_id bigint      not null references accounts (id),
  currency   text        not null check (currency ~ '^[A-Z]{3}$'),
  amount     bigint      not null check (amount > 0),
  created_at timestamptz not null,
  paid_at    timestamptz
);
create table combined_payment_purchases (
  combined_payment_id bigint not null references combined_payments (id),
  purchase_id         bigint not null references purchases (id),
  primary key (combined_payment_id, purchase_id)
);
create index combined_payment_purchases_purchase on combined_payment_purchases (purchase_id);

-- A withdrawal gives back what was topped up.
alter table refund_requests drop constraint refund_requests_actor_check;
alter table refund_requests add constraint refund_requests_actor_check
  check (actor in ('order', 'supplier', 'operator', 'case', 'provider', 'unapplied', 'withdrawal'));
