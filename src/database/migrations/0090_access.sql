-- The keys that codes and the sandbox are hashed with are derived from SECRETS_KEY: none lies beside what it protects.
drop table secrets;
-- Hashed by the key that lay here. They are good for ten minutes at most.
delete from account_codes;

-- A session has an end that no refresh moves: 90 days after the sign-in, 12 hours for operators.
alter table sessions add column ends_at timestamptz;
update sessions s
set ends_at = s.created_at + case p.type when 'operator' then interval '12 hours' else interval '90 days' end
from people p where p.id = s.person_id;
alter table sessions alter column ends_at set not null;
-- Until when the password need not be typed again for calls that move money.
alter table sessions add column confirmed_until timestamptz;

-- A code is bound to the device that requested it, so that nobody else's wrong tries use it up.
alter table account_codes add column requester text not null default '';
alter table account_codes drop constraint account_codes_pkey;
alter table account_codes add primary key (subject, purpose, requester);

-- A further link to set a new password leaves the earlier ones as they are.
alter table password_resets drop constraint password_resets_pkey;
alter table password_resets drop constraint password_resets_hash_key;
alter table password_resets add primary key (hash);
create index password_resets_person on password_resets (person_id);

-- Browsers that have signed in to an account before, by the SHA-256 of a key that each made for itself.
create table known_devices (
  person_id   bigint not null references people (id) on delete cascade,
  device_hash bytea not null check (octet_length(device_hash) = 32),
  used_at     timestamptz not null,
  primary key (person_id, device_hash)
);
create index known_devices_used on known_devices (used_at);
