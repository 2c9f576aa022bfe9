-- Vendors whom operators have suspended: their listings are sold out in their stores, and new orders of their stores wait.
create table vendor_suspensions (
  account_id   bigint      primary key references accounts (id) on delete cascade,
  reason       text        not null check (length(reason) between 1 and 500),
  suspended_at timestamptz not null
);
