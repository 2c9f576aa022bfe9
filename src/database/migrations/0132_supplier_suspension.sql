-- A verified supplier may be suspended: its listings vanish with `is_verified`, its orders go on. Lifting the suspension verifies
-- it again.
alter table suppliers
  add column suspended_at timestamptz,
  add column suspension_reason text check (length(suspension_reason) between 1 and 500),
  add constraint suppliers_suspended_are_unlisted check (suspended_at is null or not is_verified),
  add constraint suppliers_suspension_has_reason check ((suspended_at is null) = (suspension_reason is null));

-- Operators look for suppliers that are not listed too.
create index suppliers_name_any on suppliers using gin (name_norm gin_trgm_ops);

-- Operators read the log of all stores; what they do with reviews and messages is in it too, and a message is of no store.
alter table audit_log
  alter column supplier_id drop not null,
  drop constraint audit_log_kind_check,
  add constraint audit_log_kind_check
    check (kind in ('store', 'bank_details', 'order_settings', 'team', 'status', 'review', 'message'));
create index audit_log_account on audit_log (account_id, id);
create index audit_log_kind on audit_log (kind, id);

-- Operators look for orders by whatever they were given: a number, an address, a name at the provider.
create index purchases_number_prefix on purchases (number text_pattern_ops);
create index purchases_email_any on purchases (lower(email), id);
create index payments_provider_ref on payments (provider_ref) where provider_ref is not null;
create index receipts_external on receipts (external_id);
create index supplier_orders_newest on supplier_orders (state, id desc);
