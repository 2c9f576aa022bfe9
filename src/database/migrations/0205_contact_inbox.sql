-- Contact messages become an inbox: each has a state, an assignee, and what operators wrote about it.
alter table contact_messages
  add column public_id text,
  add column state text not null default 'open' check (state in ('open', 'done', 'spam')),
  add column assignee_id bigint references accounts (id),
  add column answered_at timestamptz,
  add column last_entry integer not null default 0;
update contact_messages set public_id = 'ctm_' || replace(gen_random_uuid()::text, '-', '');
-- What is older than a week was answered by email, of which the shop knows nothing.
update contact_messages set state = 'done' where created_at < now() - interval '7 days';
alter table contact_messages
  alter column public_id set not null,
  add constraint contact_messages_public_id_key unique (public_id);
create index contact_messages_open on contact_messages (id) where state = 'open';
create index contact_messages_state on contact_messages (state, id);

-- Answers, notes, assignments and changes of state, numbered from 1 within their message.
create table contact_entries (
  id          bigint      generated always as identity primary key,
  message_id  bigint      not null references contact_messages (id) on delete cascade,
  number      integer     not null check (number > 0),
  account_id  bigint      not null references accounts (id),
  kind        text        not null check (kind in ('answer', 'note', 'assignment', 'state')),
  -- What was written, or the new state.
  text        text        not null default '' check (length(text) <= 5000),
  -- Whom it was assigned to; nobody where it was taken away.
  assignee_id bigint      references accounts (id),
  -- Made by the browser: an answer that is sent again is found by it.
  client_id   text        check (length(client_id) <= 64),
  created_at  timestamptz not null,
  unique (message_id, number),
  unique (message_id, client_id)
);
