-- Which operator sees to a case; a case of nobody has no row.
create table case_assignments (
  case_id     bigint      primary key references cases (id) on delete cascade,
  operator_id bigint      not null references accounts (id) on delete cascade,
  assigned_at timestamptz not null
);
create index case_assignments_operator on case_assignments (operator_id);
