-- Who wants a change of a paid order: its vendor's store, or the vendor here.
alter table order_change_requests add column requested_by text not null default 'store' check (requested_by in ('store', 'vendor'));
