-- Variants in stores whose supplier removed them, by the store's ids: whatever SKU their owner gave them, nobody ships them.
create table store_removed_variants (
  connection_id       bigint      not null references store_connections (id) on delete cascade,
  external_product_id text        collate "C" not null check (length(external_product_id) <= 200),
  external_variant_id text        collate "C" not null check (length(external_variant_id) <= 200),
  product_id          bigint      not null references products (id) on delete cascade,
  title               text        not null,
  removed_at          timestamptz not null,
  -- When its stock in the store became 0, and when the vendor has seen that.
  sold_out_at         timestamptz,
  reviewed_at         timestamptz,
  primary key (connection_id, external_product_id, external_variant_id)
);
create index store_removed_variants_product on store_removed_variants (product_id);

create function note_removed_variant() returns trigger language plpgsql as $$ begin
  -- A product without variations is sold out as a whole, and one that is deleted takes its listings with it.
  insert into store_removed_variants (connection_id, external_product_id, external_variant_id, product_id, title, removed_at)
    select k.connection_id, k.external_product_id, k.external_variant_id, k.product_id,
      coalesce(nullif(concat_ws(' / ', nullif(old.size, ''), nullif(old.color, ''), nullif(old.material, '')), ''),
        nullif(old.title, ''), old.sku), now()
    from store_listing_variants k
    where k.variant_id = old.id and k.external_variant_id <> '' and exists (select from products p where p.id = old.product_id)
    on conflict (connection_id, external_product_id, external_variant_id)
      do update set title = excluded.title, removed_at = excluded.removed_at, sold_out_at = null, reviewed_at = null;
  insert into store_listing_changes (product_id) select old.product_id
    where exists (select from store_listings l where l.product_id = old.product_id);
  return old;
end $$;
create trigger product_variants_listing_removed before delete on product_variants for each row execute function note_removed_variant();
