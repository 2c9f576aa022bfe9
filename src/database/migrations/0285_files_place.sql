-- Where the shop's files are, one row: a process with another folder or bucket would show no pictures of the others.
create table files_place (
  is_only boolean primary key default true check (is_only),
  place text not null check (length(place) between 1 and 500),
  recorded_at timestamptz not null default now()
);
