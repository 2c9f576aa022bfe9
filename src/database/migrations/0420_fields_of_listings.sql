-- Who sets which field of a listing, and the publish plans that change it.
alter table store_listings
  -- Texts that follow the supplier; the others are the store's own.
  add column supplier_fields text[] not null default '{}'
    check (supplier_fields <@ array['title', 'description', 'shortDescription', 'category']),
  -- Who sets the price of this listing; null is as for all listings of the product.
  add column price_source text check (price_source in ('rule', 'store')),
  -- What undoing a plan writes back to the store once: texts, and prices by variant.
  add column restore jsonb;

alter table publish_plans
  -- The fields that the plan gives to the supplier, a rule or the store; null where it publishes.
  add column fields jsonb,
  add column undone_at timestamptz;

alter table publish_plan_items
  -- Who sets the fields once it is carried out, and what was there before.
  add column ownership jsonb,
  add column previous jsonb;

create function note_listed_text_change() returns trigger language plpgsql as $$ begin
  insert into store_listing_changes (product_id) select new.id
    where exists (select from store_listings l where l.product_id = new.id and l.supplier_fields <> '{}');
  return null;
end $$;
create trigger products_listing_text_change after update of name, description_html, summary, category_id on products for each row
  when (old.name is distinct from new.name or old.description_html is distinct from new.description_html
    or old.summary is distinct from new.summary or old.category_id is distinct from new.category_id)
  execute function note_listed_text_change();
