-- A person may have several stores of a kind.
alter table store_connections drop constraint store_connections_account_id_platform_key;
