-- Stores of vendors are told of parcels: whether one of them could not be, or nobody knows.

alter table shop_orders add column has_store_problem boolean not null default false;
create index shop_orders_store_problems on shop_orders (account_id) where has_store_problem;

-- Practice shops show what they were told: notes to customers, and what WooCommerce keeps with a fulfillment. Older WooCommerce shops
-- have no fulfillments.
alter table practice_orders add column notes jsonb not null default '[]';
alter table practice_fulfillments add column meta jsonb not null default '[]';
alter table practice_shops add column has_fulfillments boolean not null default true;
