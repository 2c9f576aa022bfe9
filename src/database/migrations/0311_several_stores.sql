-- no transaction
-- A person may have several stores of a kind, each once.
create unique index concurrently if not exists store_connections_one_address
  on store_connections (account_id, platform, address);
