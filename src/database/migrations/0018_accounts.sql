-- How people prove who they are: mailed codes, links to set a new password, and refresh tokens that know their generation.

-- One code a subject and purpose: a new one takes the place of the one before. `subject` is a person's key or, for who signs in
-- by a code, a keyed hash of the address, known or not, so that an unknown one costs the same work.
create table account_codes (
  subject    text        not null check (length(subject) <= 100),
  purpose    text        not null check (purpose in ('verify', 'sign_in', 'new_email')),
  -- HMAC-SHA-256 with a secret of the installation: six digits under a plain hash are read off a table.
  hash       bytea       not null,
  -- The address that the code is to prove, where it is not the person's own yet.
  new_email  text        check (length(new_email) <= 254),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Of this code, and of this and all codes before it since the last right one.
  tries      int         not null default 0,
  misses     int         not null default 0,
  primary key (subject, purpose)
);

-- Links to set a new password, by the SHA-256 of their token; the newest of a person is the only one.
create table password_resets (
  person_id  bigint      primary key references people (id) on delete cascade,
  hash       bytea       not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Each rotation is a generation. Tokens of the present one are good; of the one before for a minute, for tabs that asked at once
-- and answers that were lost; of any earlier one they were copied, and the session ends.
alter table sessions
  add column generation int         not null default 1,
  add column rotated_at timestamptz;
alter table refresh_tokens
  drop column used_at,
  add column generation int not null default 1;

-- What opens an account leaves the outbox when it has left the house.
alter table mails add column is_secret boolean not null default false;
create index mails_secret on mails (created_at) where is_secret and html <> '';
