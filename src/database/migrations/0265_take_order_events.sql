-- One job takes the orders of all waiting webhooks of a store in; since when it is queued or running.
alter table shop_order_feeds add column take_queued_at timestamptz;

-- Webhooks of before whose job has ended, with or without success, wait for nothing.
update shop_order_events set handled_at = received_at where handled_at is null and received_at < now() - interval '1 hour';

create index shop_order_events_waiting on shop_order_events (connection_id, id) where handled_at is null;
