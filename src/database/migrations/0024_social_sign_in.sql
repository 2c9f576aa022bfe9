-- Whose the sign-ins by Google and Facebook are. A provider knows a person by an id of its own that lasts; the address may change
-- there, and is not kept here. Who closes their account is forgotten here too.
create table social_identities (
  provider   text        not null check (provider in ('google', 'facebook')),
  subject    text        not null check (length(subject) between 1 and 255),
  person_id  bigint      not null references people (id) on delete cascade,
  created_at timestamptz not null,
  primary key (provider, subject)
);
create index social_identities_person on social_identities (person_id);

-- Where a provider's word on an address is not enough, a code is mailed there before anything is linked or anybody made.
alter table account_codes
  drop constraint account_codes_purpose_check,
  add constraint account_codes_purpose_check check (purpose in ('verify', 'sign_in', 'new_email', 'social'));
