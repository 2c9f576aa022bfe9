-- Credit notes have numbers of their own, in sequence and without gaps, as invoices have.

alter table invoice_series rename to document_series;
alter table invoice_progress rename to document_progress;
alter table document_progress rename column looked_to to invoiced_to;
alter table document_progress add column credited_to timestamptz not null default '-infinity';

-- The credit note of a refund of a paid order: one, and for ever.
create table credit_notes (
  id        bigint      generated always as identity primary key,
  refund_id bigint      not null unique references refund_requests (id),
  series    text        not null references document_series (series),
  place     integer     not null check (place > 0),
  number    text        not null unique,
  issued_at timestamptz not null,
  unique (series, place)
);
create index credit_notes_issued on credit_notes (issued_at, id);
create index refund_requests_made on refund_requests (created_at, id) where supplier_order_id is not null;

create function credit_notes_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'A credit note keeps its number: % on credit_notes is refused', lower(tg_op)
    using errcode = 'check_violation', constraint = 'credit_notes_only_added_to', table = 'credit_notes';
end
$$;
create trigger credit_notes_only_added before update or delete on credit_notes
  for each statement execute function credit_notes_refuse_change();
