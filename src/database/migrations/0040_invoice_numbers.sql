-- Invoices have numbers of their own, in sequence and without gaps.

-- The last number that was given in each sequence, such as `INV-2026`. Its row is locked by whoever gives the next one until that is
-- kept, or taken back with the transaction.
create table invoice_series (
  series     text    primary key check (length(series) between 1 and 40),
  last_place integer not null default 0 check (last_place >= 0)
);

-- A purchase's invoice: one, and for ever.
create table invoices (
  id          bigint      generated always as identity primary key,
  purchase_id bigint      not null unique references purchases (id),
  series      text        not null references invoice_series (series),
  place       integer     not null check (place > 0),
  number      text        not null unique,
  issued_at   timestamptz not null,
  unique (series, place)
);
create index invoices_issued on invoices (issued_at, id);

create function invoices_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'An invoice keeps its number: % on invoices is refused', lower(tg_op)
    using errcode = 'check_violation', constraint = 'invoices_only_added_to', table = 'invoices';
end
$$;
create trigger invoices_only_added before update or delete on invoices
  for each statement execute function invoices_refuse_change();

-- Up to when all purchases that were paid have been looked at; one row.
create table invoice_progress (
  id        integer     primary key default 1 check (id = 1),
  looked_to timestamptz not null default '-infinity'
);
