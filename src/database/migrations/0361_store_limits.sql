-- What a store does not let us do, though it is connected: an app without all scopes.
alter table store_connections add column limits text[] not null default '{}';
