-- Where an address is delivered, for limits of what is mailed to one mailbox: what follows a + says nothing of that, nor do
-- dots at Gmail. `mailboxOf` in src/features/accounts/rules.ts says the same of accounts.
create function f_mailbox(text) returns text language sql immutable parallel safe strict as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain
  end
  from (
    select regexp_replace(substring(plain from '^(.*)@'), '(?<=.)\+.*$', '') as name, substring(plain from '@([^@]*)$') as domain
    from (select lower(normalize(btrim($1), NFKC)) as plain) p
  ) parts
$$;

drop index contact_messages_sender;
create index contact_messages_sender on contact_messages (f_mailbox(email), created_at);
create index newsletter_subscribers_mailbox on newsletter_subscribers (f_mailbox(email));
