-- The options that a customer chose, where they differ from those of the variant that the store's id is linked to.
alter table shop_order_lines add column other_options text;
alter table shop_order_lines add column linked_variant_id bigint;

-- Which variant a vendor says that such options mean, so that they are asked once.
create table store_option_choices (
  connection_id     bigint not null references store_connections (id) on delete cascade,
  linked_variant_id bigint not null references product_variants (id) on delete cascade,
  options_key       text   collate "C" not null check (length(options_key) <= 500),
  variant_id        bigint not null references product_variants (id) on delete cascade,
  primary key (connection_id, linked_variant_id, options_key)
);
create index store_option_choices_linked on store_option_choices (linked_variant_id);
create index store_option_choices_variant on store_option_choices (variant_id);
