-- Passkeys (Web Authentication): public keys that sign in instead of a password and a code.
create table passkeys (
  id            bigint      generated always as identity primary key,
  public_id     text        not null unique,
  account_id    bigint      not null references accounts (id) on delete cascade,
  -- As the authenticator names it, in base64url; of one account only.
  credential_id text        collate "C" not null unique,
  public_key    bytea       not null,
  -- How often it signed, where its authenticator counts: a copy falls behind.
  counter       bigint      not null check (counter >= 0),
  name          text        not null check (length(name) between 1 and 60),
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkeys_account on passkeys (account_id);

-- Challenges that no passkey has answered yet; each is good once.
create table passkey_challenges (
  -- SHA-256 of the challenge.
  hash       bytea       primary key,
  -- Who adds a passkey; null for a sign-in.
  account_id bigint      references accounts (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_account on passkey_challenges (account_id);
