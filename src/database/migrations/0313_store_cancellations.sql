-- Since when a vendor cancels an order in its store: nothing more is bought for it.
alter table shop_orders add column cancel_requested_at timestamptz;
