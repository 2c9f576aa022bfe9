-- Keys by which other systems make calls, without a session. Only the hash of a key is stored.
create table api_keys (
  id               bigint generated always as identity primary key,
  public_id        text        collate "C" not null unique,
  -- The account that a business began with; null for a key of the marketplace.
  business_id      bigint      references accounts (id) on delete cascade,
  -- Who created it. A key may never do more than this account may by now.
  member_id        bigint      not null references accounts (id) on delete cascade,
  name             text        not null check (length(name) between 1 and 60),
  -- The first characters, by which people recognise it.
  prefix           text        not null check (length(prefix) between 8 and 16),
  hash             bytea       not null unique,
  scopes           text[]      not null check (cardinality(scopes) between 1 and 100),
  calls_per_minute integer     not null check (calls_per_minute between 1 and 10000),
  expires_at       timestamptz,
  last_used_at     timestamptz,
  created_at       timestamptz not null,
  revoked_at       timestamptz
);
create index api_keys_business on api_keys (business_id, id);
