-- A second factor beside the first one of a sign-in: codes of an authenticator app, and recovery codes of which only the hash is kept.

create table totp_secrets (
  account_id bigint primary key references accounts (id) on delete cascade,
  -- The secret, sealed for this account.
  sealed bytea not null,
  created_at timestamptz not null,
  -- Without it the setup has not been finished.
  confirmed_at timestamptz,
  -- The last interval of 30 seconds whose code was used: each code is good once.
  last_step bigint not null default 0
);

create table recovery_codes (
  account_id bigint not null references accounts (id) on delete cascade,
  hash bytea not null,
  created_at timestamptz not null,
  primary key (account_id, hash)
);

alter table sessions
  -- The first factor was right, the second one is still due: such a session may make no call.
  add column is_second_factor_due boolean not null default false,
  -- When the second factor was given in this session.
  add column second_factor_at timestamptz;
