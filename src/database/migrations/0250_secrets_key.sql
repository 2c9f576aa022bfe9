-- What the key of encrypted secrets is known by (HKDF of it, for this purpose alone), one row: a process with another key would seal
-- what the others cannot open, and learn of it only when somebody asks for it.
create table secrets_key_fingerprint (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null check (length(fingerprint) = 32),
  created_at timestamptz not null default now()
);
