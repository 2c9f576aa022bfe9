-- Reads the rows while others read and write them.
alter table supplier_order_events validate constraint supplier_order_events_border;
alter table ledger_entries validate constraint ledger_entries_border;
alter table audit_log validate constraint audit_log_border;
