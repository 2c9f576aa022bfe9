-- Who changed what of a store, and when: only added to. Names stand in `accounts`, so that closing an account takes them out.
create table audit_log (
  id          bigint      generated always as identity primary key,
  supplier_id bigint      not null references suppliers (id),
  account_id  bigint      not null references accounts (id),
  role        text        not null check (role in ('owner', 'catalogue', 'packing', 'finance', 'operator')),
  kind        text        not null check (kind in ('store', 'bank_details', 'order_settings', 'team')),
  action      text        not null check (length(action) between 1 and 200),
  entity      text        not null check (length(entity) <= 100),
  before      jsonb,
  after       jsonb,
  at          timestamptz not null,
  -- The network it came from, never the whole address; null where no request did it.
  network     text check (length(network) <= 60)
);
create index audit_log_supplier on audit_log (supplier_id, id);
create index audit_log_member on audit_log (supplier_id, account_id, id);

create function audit_log_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only added to: % is refused', lower(tg_op)
    using errcode = 'check_violation', constraint = 'audit_log_only_added_to', table = tg_table_name;
end
$$;

create trigger audit_log_only_added before update or delete or truncate on audit_log
  for each statement execute function audit_log_refuse_change();
