-- Which version of the terms of service each account has accepted, and when. Rows stay: they are the evidence.
create table terms_acceptances (
  person_id   bigint not null references people (id) on delete cascade,
  version     text not null check (version ~ '^\d{4}-\d{2}-\d{2}$'),
  accepted_at timestamptz not null,
  primary key (person_id, version)
);
