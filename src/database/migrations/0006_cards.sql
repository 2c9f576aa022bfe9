-- A piece's card in lists is read far more often than it changes: its fields are kept as finished JSON (without the braces),
-- all but stock and sold, which every order changes. Kept by the database, whoever writes.
alter table products add column card text not null default '';

-- Dollars with two decimals, as a JSON number.
create function dollars(amount bigint) returns text language sql immutable parallel safe strict
  as $$ select (amount / 100)::text || '.' || lpad((amount % 100)::text, 2, '0') $$;

create function products_set_card() returns trigger language plpgsql as $$ begin
  select concat(
    '"id":', to_json(new.public_id), ',"name":', to_json(new.name), ',"description":', to_json(new.summary),
    ',"price":', dollars(new.price_amount),
    ',"offerPrice":', coalesce(case when new.offer_amount > 0 and new.offer_amount < new.price_amount
      then dollars(new.offer_amount) end, 'null'),
    ',"category":', to_json(c.name), ',"sku":', to_json(new.sku),
    ',"manufacturer":{"id":', to_json(s.public_id), ',"name":', to_json(s.name), '},"warehouse":', to_json(w.name),
    ',"review_count":', new.review_count, ',"rating":', new.rating, ',"variantCount":', new.variant_count,
    ',"product_images":', new.pictures::text,
    ',"reviews":', jsonb_path_query_array(new.recent_reviews, '$[0 to 1]')::text)
  into new.card
  from suppliers s, warehouses w, categories c
  where s.id = new.supplier_id and w.id = new.warehouse_id and c.id = new.category_id;
  return new;
end $$;
create trigger products_set_card before insert or update of public_id, name, summary, price_amount, offer_amount, category_id,
  sku, supplier_id, warehouse_id, review_count, rating, variant_count, pictures, recent_reviews, card on products
  for each row execute function products_set_card();

-- Touched, they are made anew by the trigger above.
create function products_renew_cards() returns trigger language plpgsql as $$ begin
  if tg_table_name = 'suppliers' then
    update products set card = '' where supplier_id = new.id;
  else
    update products set card = '' where warehouse_id = new.id;
  end if;
  return null;
end $$;
create trigger suppliers_renew_cards after update of name on suppliers
  for each row when (old.name <> new.name) execute function products_renew_cards();
create trigger warehouses_renew_cards after update of name on warehouses
  for each row when (old.name <> new.name) execute function products_renew_cards();

update products set card = '';
