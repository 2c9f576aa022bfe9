-- Operators who look at the console of a business, for half an hour and without changing anything: one business for each session.

create table account_views (
  session_id bigint      primary key references sessions (id) on delete cascade,
  account_id bigint      not null references accounts (id) on delete cascade,
  started_at timestamptz not null,
  ends_at    timestamptz not null,
  constraint account_views_duration check (ends_at > started_at)
);
