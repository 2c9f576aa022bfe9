-- Everything that is done in an outside system exactly once: what is to be done, how it stands, and every attempt at it.

create table effects (
  id              bigint generated always as identity primary key,
  -- Our reference, by which the outside system can be asked.
  public_id       text        not null unique,
  kind            text        not null check (kind ~ '^[a-z_]+\.[a-z_]+$'),
  -- What it is about, in our words: the public id of a refund. Each effect is done once for each subject.
  subject         text        not null check (length(subject) between 1 and 200),
  -- The outside system. Effects of a lane are tried one after the other, until it gives no answer.
  lane            text        not null default '',
  input           jsonb       not null default '{}',
  -- unknown: it may have been done. Without a next attempt it waits for an operator.
  state           text        not null default 'pending'
    check (state in ('pending', 'sent', 'unknown', 'done', 'refused', 'cancelled')),
  attempts        integer     not null default 0 check (attempts >= 0),
  -- Attempts in which the outside system may have heard of us.
  requests        integer     not null default 0 check (requests >= 0),
  refusals        integer     not null default 0 check (refusals >= 0),
  message         text        check (length(message) <= 1000),
  -- What the outside system calls it.
  external_id     text,
  next_attempt_at timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  unique (kind, subject),
  constraint effects_next_attempt check (
    case when state in ('pending', 'sent') then next_attempt_at is not null
         when state = 'unknown' then true
         else next_attempt_at is null end)
);
create index effects_due on effects (next_attempt_at) where next_attempt_at is not null;
create index effects_open on effects (kind, id) where state in ('unknown', 'refused');

create table effect_attempts (
  effect_id  bigint      not null references effects (id) on delete cascade,
  number     integer     not null check (number > 0),
  started_at timestamptz not null,
  -- Null while it is under way, and where its process died before the next attempt says so.
  ended_at   timestamptz,
  outcome    text        check (outcome in ('done', 'accepted', 'refused', 'postponed', 'unknown', 'interrupted')),
  message    text        check (length(message) <= 1000),
  primary key (effect_id, number),
  check ((ended_at is null) = (outcome is null))
);

-- Refunds are the first of them. How often a provider was asked, and when again, moves there.
insert into effects (public_id, kind, subject, lane, state, attempts, requests, refusals, message, external_id,
  next_attempt_at, created_at, updated_at)
select 'eff_' || md5('refunds.send ' || r.public_id), 'refunds.send', r.public_id, p.provider,
  case r.state
    when 'asked' then 'pending' when 'sent' then 'sent' when 'unknown' then 'unknown' when 'refused' then 'refused' else 'done' end,
  r.attempts, r.attempts, r.refusals, left(r.problem, 1000), r.provider_refund_id,
  case when r.state in ('asked', 'sent', 'unknown') then coalesce(r.next_attempt_at, r.updated_at) end,
  r.created_at, r.updated_at
from refund_requests r
join receipts c on c.id = r.receipt_id
join payments p on p.id = c.payment_id
where r.actor <> 'provider';

drop index if exists refund_requests_due;
alter table refund_requests drop column next_attempt_at;
alter table refund_requests drop column attempts;
alter table refund_requests drop column refusals;
alter table refund_requests drop column problem;
