-- Settings that operators save by screen, by name: the newest version counts, the others are the history. Without a row what the
-- environment says counts.

create table setting_versions (
  id         bigint      generated always as identity primary key,
  name       text        not null check (name ~ '^[a-z_]{1,40}$'),
  value      jsonb       not null,
  -- What was changed, a line each, as operators read it.
  changes    text[]      not null,
  saved_at   timestamptz not null,
  account_id bigint      references accounts (id)
);

create index setting_versions_newest on setting_versions (name, id desc);
