-- The last push left variants of the listing unlinked, or with the SKU of another one: its vendor repairs them.
alter table store_listings add column has_variant_problem boolean not null default false;
