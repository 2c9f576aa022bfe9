-- Who issues documents, by the moment from which it counts: a document shows the issuer of its own date, so that a change shows on the
-- next one and never on an old one. Without a row it is the company of the environment.

create table issuer_versions (
  id         bigint generated always as identity primary key,
  name       text        not null check (length(name) between 1 and 200),
  lines      text[]      not null check (cardinality(lines) between 1 and 12),
  valid_from timestamptz not null unique,
  -- Null for what counted before the first change by screen.
  account_id bigint      references accounts (id)
);
