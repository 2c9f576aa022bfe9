-- Newsletters that operators compose, beside the monthly issues: drafts, those that are being sent, and sent ones.
create table newsletters (
  id          bigint      generated always as identity primary key,
  public_id   text        not null unique,
  subject     text        not null check (length(subject) between 1 and 150),
  heading     text        not null check (length(heading) between 1 and 120),
  text        text        not null check (length(text) between 1 and 4000),
  -- Whether new products of the 30 days before are shown; which ones is decided when sending starts.
  with_products boolean   not null,
  products    jsonb,
  state       text        not null default 'draft' check (state in ('draft', 'sending', 'sent', 'stopped')),
  version     integer     not null default 1,
  account_id  bigint      references accounts (id) on delete set null,
  created_at  timestamptz not null,
  started_at  timestamptz,
  ended_at    timestamptz,
  check ((state = 'draft') = (started_at is null)),
  check ((state in ('sent', 'stopped')) = (ended_at is not null))
);
create index newsletters_sending on newsletters (id) where state = 'sending';

-- Who has got a newsletter, written in the transaction that puts the email into the outbox.
create table newsletter_deliveries (
  newsletter_id bigint not null references newsletters (id) on delete cascade,
  subscriber_id bigint not null,
  primary key (newsletter_id, subscriber_id)
);
