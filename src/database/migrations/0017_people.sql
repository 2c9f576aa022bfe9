-- People with an account, where they are signed in, and whose store a supplier is.

create table people (
  id                      bigint generated always as identity primary key,
  public_id               text        not null unique,
  email                   text        not null check (length(email) between 3 and 254),
  email_verified_at       timestamptz,
  -- Argon2id in its own notation (PHC); none for who signs in by Google or Facebook only.
  password_hash           text,
  type                    text        not null check (type in ('vendor', 'manufacturer', 'operator')),
  first_name              text        not null check (length(first_name) <= 100),
  last_name               text        not null check (length(last_name) <= 100),
  company_name            text        check (length(company_name) <= 200),
  company_register_number text        check (length(company_register_number) <= 100),
  created_at              timestamptz not null,
  closed_at               timestamptz
);
-- One account an address, in whatever case; a closed account has given its address up.
create unique index people_email on people (lower(email)) where closed_at is null;

-- A sign-in on one device. Of the tokens only SHA-256 is kept; an ended session stays until it is cleared away.
create table sessions (
  id                bigint generated always as identity primary key,
  public_id         text        not null unique,
  person_id         bigint      not null references people (id) on delete cascade,
  access_hash       bytea       not null unique,
  access_expires_at timestamptz not null,
  user_agent        text        not null check (length(user_agent) <= 300),
  address           text        not null check (length(address) <= 64),
  created_at        timestamptz not null,
  last_seen_at      timestamptz not null,
  ended_at          timestamptz
);
create index sessions_person on sessions (person_id) where ended_at is null;

-- Each refresh token is good once. One that comes a second time was stolen, by whoever sent it first or second: its session ends.
create table refresh_tokens (
  hash       bytea       primary key,
  session_id bigint      not null references sessions (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- The manufacturer whose store it is; none for suppliers that came by an import.
alter table suppliers add column owner_id bigint unique references people (id);
