alter table cases
  -- Whether it came after one of the same order that was settled, agreed on or before the operator: no silence decides it.
  add column is_further boolean not null default false,
  -- What went back when it ended: less than what was agreed where the bank had taken some of it before.
  add column given_amount bigint check (given_amount >= 0);

update cases c set given_amount = coalesce((select r.amount from refund_requests r where r.key = 'case:' || c.public_id), 0)
where c.state = 'closed';

alter table cases add constraint cases_given check ((state = 'closed') = (given_amount is not null));

-- Goods that were asked for again though they were sent already are on their way.
update cases set state = 'returning' where state = 'awaiting_return' and return_tracking is not null;

-- Of which side's messages the others were written to last, so that they do not get a letter for each.
create table case_letters (
  case_id          bigint      not null references cases (id) on delete cascade,
  side             text        not null check (side in ('buyer', 'supplier', 'operator')),
  written_at       timestamptz not null,
  -- The first message that goes into the next letter.
  waiting_entry_id bigint references case_entries (id),
  primary key (case_id, side)
);
create index case_letters_waiting on case_letters (written_at) where waiting_entry_id is not null;

-- The operators are reminded of what waits for them.
alter table case_timers
  drop constraint case_timers_kind_check,
  add constraint case_timers_kind_check check (kind in ('answer', 'end', 'remind'));
insert into case_timers (case_id, kind, due_at)
select t.case_id, 'remind', t.due_at - interval '10 days'
from case_timers t join cases c on c.id = t.case_id where t.kind = 'end' and c.state = 'operator_turn';
