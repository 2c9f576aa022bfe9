alter table cases
  -- Whether it came after one of the same order that was settled, agreed on or before the operator: no silence decides it.
  add column is_further boolean not null default false,
  -- What went back when it ended: less than what was agreed where the bank had taken some of it before.
  add column given_amount bigint check (given_amount >= 0);

update cases c set given_amount = coalesce((select r.amount from refund_requests r where r.key = 'case:' || c.public_id), 0)
where c.state = 'closed';

alter table cases add constraint cases_given check ((state = 'closed') = (given_amount is not null));
