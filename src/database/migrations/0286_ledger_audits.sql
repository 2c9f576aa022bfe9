-- What the nightly audits of the ledger found: monitoring reads the newest one.
create table ledger_audits (
  id           bigint generated always as identity primary key,
  finished_at  timestamptz not null,
  seconds      double precision not null check (seconds >= 0),
  entries      bigint not null check (entries >= 0),
  is_sound     boolean not null,
  -- The names of the rules that were broken.
  broken_rules text[] not null default '{}',
  check (is_sound = (cardinality(broken_rules) = 0))
);
create index ledger_audits_finished on ledger_audits (finished_at);
