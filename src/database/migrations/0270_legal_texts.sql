-- Legal texts that operators wrote by screen, by the moment from which they count: the newest is shown, and what an order or an account
-- accepted stays to be read. Without a row a text comes from its file.

create table legal_text_versions (
  id         bigint generated always as identity primary key,
  name       text        not null check (name in ('terms', 'privacy', 'returns', 'imprint')),
  -- The day it was saved; a second one of a day has -2 behind it.
  version    text        not null check (version ~ '^\d{4}-\d{2}-\d{2}(-\d{1,4})?$'),
  title      text        not null check (length(title) between 1 and 200),
  -- Markdown with placeholders.
  body       text        not null check (length(body) between 1 and 200000),
  valid_from timestamptz not null,
  -- Null for what counted before the first change by screen.
  account_id bigint      references accounts (id),
  unique (name, version),
  unique (name, valid_from)
);

alter table terms_acceptances
  drop constraint terms_acceptances_version_check,
  add constraint terms_acceptances_version_check check (version ~ '^\d{4}-\d{2}-\d{2}(-\d{1,4})?$');
