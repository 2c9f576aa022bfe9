-- Messages of the contact form, a newsletter that is confirmed by mail, and what mails need for both: an address to
-- answer to, and one to unsubscribe at.

create table contact_messages (
  id          bigint generated always as identity primary key,
  supplier_id bigint references suppliers (id),
  name        text        not null check (length(name) between 1 and 100),
  email       text        not null check (length(email) between 3 and 254),
  message     text        not null check (length(message) between 1 and 5000),
  created_at  timestamptz not null
);
-- How often somebody wrote lately.
create index contact_messages_sender on contact_messages (lower(email), created_at);

alter table mails
  add column reply_to text,
  add column unsubscribe_url text;

-- Addresses collected so far were never confirmed: they are asked when they are entered again. The token stands in the
-- links of a subscriber's mails for good, so that the link of any old mail still unsubscribes.
alter table newsletter_subscribers
  add column id bigint generated always as identity unique,
  add column token text unique,
  add column state text not null default 'pending' check (state in ('pending', 'confirmed', 'unsubscribed')),
  add column invitations integer not null default 0,
  add column invited_at timestamptz,
  add column confirmed_at timestamptz,
  add column unsubscribed_at timestamptz,
  add check (state <> 'confirmed' or confirmed_at is not null),
  add check (state <> 'unsubscribed' or unsubscribed_at is not null);
update newsletter_subscribers set token = 'nws_' || replace(gen_random_uuid()::text, '-', '');
alter table newsletter_subscribers alter column token set not null;
create index newsletter_subscribers_unconfirmed on newsletter_subscribers (invited_at) where state = 'pending';
