-- Orders that vendors enter by hand, for a customer or as a sample for themselves: of no connected store.
alter table shop_orders
  drop constraint shop_orders_platform_check,
  add constraint shop_orders_platform_check check (platform in ('shopify', 'woocommerce', 'manual')),
  add column is_sample boolean not null default false,
  add constraint shop_orders_sample_by_hand check (platform = 'manual' or not is_sample);
-- Sent twice, such an order is one: `external_id` is the id of its request.
create unique index shop_orders_manual on shop_orders (account_id, external_id) where platform = 'manual';
