-- Tables that grow for ever are divided into partitions of 10^8 keys, in 0532 (decision 193). The rows of today become the
-- first partition: this says where it ends, so that nothing has to be read under a lock then.
create schema if not exists partitions;

do $$
declare
  divided record;
  newest  bigint;
begin
  for divided in
    select * from (values ('supplier_order_events', 'id'), ('ledger_entries', 'posting_id'), ('audit_log', 'id')) x(name, key)
  loop
    execute format('select coalesce(max(%I), 0) from %I', divided.key, divided.name) into newest;
    -- At least ten million keys stay until the border.
    execute format('alter table %I add constraint %I check (%I < %s) not valid', divided.name, divided.name || '_border',
      divided.key, ((newest + 10000000) / 100000000 + 1) * 100000000);
  end loop;
end
$$;
