-- What a supplier's store shows of it, kept ready: a supplier with a hundred thousand pieces answers as fast as one with ten.

-- Figures by supplier and category: pieces listed and pieces sold, of each category (1 to 8); ratings by buyers, counted and
-- summed, under category 0. Writers only append to supplier_figure_deltas (no hot row); fold_supplier_figures() moves them over.
create table supplier_figures (
  supplier_id bigint not null,
  category_id smallint not null,
  pieces      int not null,
  sold        bigint not null,
  ratings     int not null,
  rating_sum  bigint not null,
  primary key (supplier_id, category_id)
) with (fillfactor = 70);
create table supplier_figure_deltas (
  id          bigint generated always as identity primary key,
  supplier_id bigint not null,
  category_id smallint not null,
  pieces      int not null default 0,
  sold        bigint not null default 0,
  ratings     int not null default 0,
  rating_sum  bigint not null default 0
);
create index supplier_figure_deltas_supplier on supplier_figure_deltas (supplier_id);

-- What readers use: exact in their snapshot, folded or not.
create view supplier_figures_now as
  select supplier_id, category_id, sum(pieces)::int as pieces, sum(sold)::bigint as sold, sum(ratings)::int as ratings,
    sum(rating_sum)::bigint as rating_sum
  from (
    select supplier_id, category_id, pieces, sold, ratings, rating_sum from supplier_figures
    union all
    select supplier_id, category_id, pieces, sold, ratings, rating_sum from supplier_figure_deltas) x
  group by supplier_id, category_id;

create function fold_supplier_figures() returns int language sql as $$
  with taken as (
    delete from supplier_figure_deltas where id in (
      select id from supplier_figure_deltas order by id limit 100000 for update skip locked)
    returning supplier_id, category_id, pieces, sold, ratings, rating_sum),
  sums as (
    select supplier_id, category_id, sum(pieces)::int as pieces, sum(sold)::bigint as sold, sum(ratings)::int as ratings,
      sum(rating_sum)::bigint as rating_sum
    from taken group by 1, 2 order by 1, 2),
  folded as (
    insert into supplier_figures as f (supplier_id, category_id, pieces, sold, ratings, rating_sum)
      select supplier_id, category_id, pieces, sold, ratings, rating_sum from sums
    on conflict (supplier_id, category_id) do update set pieces = f.pieces + excluded.pieces, sold = f.sold + excluded.sold,
      ratings = f.ratings + excluded.ratings, rating_sum = f.rating_sum + excluded.rating_sum
    returning 1)
  select count(*)::int from folded $$;

create function products_figures_inserted() returns trigger language plpgsql as $$ begin
  insert into supplier_figure_deltas (supplier_id, category_id, pieces, sold)
    select supplier_id, category_id, count(*) filter (where is_listed), sum(sold_count) from new_rows
    group by 1, 2 having bool_or(is_listed) or sum(sold_count) <> 0;
  return null;
end $$;
create trigger products_figures_inserted after insert on products
  referencing new table as new_rows for each statement execute function products_figures_inserted();

-- What was sold stays sold.
create function products_figures_deleted() returns trigger language plpgsql as $$ begin
  insert into supplier_figure_deltas (supplier_id, category_id, pieces)
    select supplier_id, category_id, -count(*) from old_rows where is_listed group by 1, 2;
  return null;
end $$;
create trigger products_figures_deleted after delete on products
  referencing old table as old_rows for each statement execute function products_figures_deleted();

create function products_figures_updated() returns trigger language plpgsql as $$ begin
  insert into supplier_figure_deltas (supplier_id, category_id, pieces, sold)
    select supplier_id, category_id, sum(pieces), sum(sold)
    from (values
      (old.supplier_id, old.category_id, -old.is_listed::int, -old.sold_count),
      (new.supplier_id, new.category_id, new.is_listed::int, new.sold_count)) v(supplier_id, category_id, pieces, sold)
    group by 1, 2 having sum(pieces) <> 0 or sum(sold) <> 0;
  return null;
end $$;
create trigger products_figures_updated after update on products
  for each row when (old.is_listed <> new.is_listed or old.category_id <> new.category_id
    or old.supplier_id <> new.supplier_id or old.sold_count <> new.sold_count)
  execute function products_figures_updated();

-- A review knows whose piece it is about, so that the newest of a store need no look at its pieces.
alter table reviews add column supplier_id bigint references suppliers (id);
update reviews r set supplier_id = p.supplier_id from products p where p.id = r.product_id;
alter table reviews alter column supplier_id set not null;
create index reviews_supplier on reviews (supplier_id, created_at desc, id desc);

create function reviews_set_supplier() returns trigger language plpgsql as $$ begin
  select supplier_id into new.supplier_id from products where id = new.product_id;
  return new;
end $$;
create trigger reviews_set_supplier before insert or update of product_id, supplier_id on reviews
  for each row execute function reviews_set_supplier();

create function products_move_reviews() returns trigger language plpgsql as $$ begin
  update reviews set supplier_id = new.supplier_id where product_id = new.id;
  return null;
end $$;
create trigger products_move_reviews after update of supplier_id on products
  for each row when (old.supplier_id <> new.supplier_id) execute function products_move_reviews();

-- Ratings count whether or not their piece is still listed: taking a piece out of the shop polishes no average.
create function reviews_count() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then
    insert into supplier_figure_deltas (supplier_id, category_id, ratings, rating_sum)
      select supplier_id, 0, -count(*), -sum(rating) from old_rows group by supplier_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into supplier_figure_deltas (supplier_id, category_id, ratings, rating_sum)
      select supplier_id, 0, count(*), sum(rating) from new_rows group by supplier_id;
  end if;
  return null;
end $$;
create trigger reviews_count_inserted after insert on reviews
  referencing new table as new_rows for each statement execute function reviews_count();
create trigger reviews_count_updated after update on reviews
  referencing old table as old_rows new table as new_rows for each statement execute function reviews_count();
create trigger reviews_count_deleted after delete on reviews
  referencing old table as old_rows for each statement execute function reviews_count();

insert into supplier_figures (supplier_id, category_id, pieces, sold, ratings, rating_sum)
  select supplier_id, category_id, count(*) filter (where is_listed), sum(sold_count), 0, 0 from products group by 1, 2;
insert into supplier_figures (supplier_id, category_id, pieces, sold, ratings, rating_sum)
  select supplier_id, 0, 0, 0, count(*), sum(rating) from reviews group by 1;

-- A store's lists by their indexes: its newest, and its popular within a category; with the names in it, the index of the
-- popular alone tells which pieces a search within the store finds.
create index products_supplier_new on products (supplier_id, id desc) include (category_id) where is_listed;
create index products_supplier_category_popular
  on products (supplier_id, category_id, sold_count desc, rating desc, id desc) where is_listed;
drop index products_supplier_popular;
create index products_supplier_popular on products (supplier_id, sold_count desc, rating desc, id desc)
  include (category_id, name_norm) where is_listed;

-- What a supplier says of itself stands on the pages of its store and of its pieces, and so all of them are told.
create function suppliers_announce() returns trigger language plpgsql as $$ begin
  perform pg_notify('catalogue', '*');
  return null;
end $$;
create trigger suppliers_announce after update on suppliers
  for each row when (
    (old.name, old.country, old.city, old.story, old.years_of_experience, old.stated_store_rating, old.stated_on_time_percent,
      old.stated_response_time, old.stated_online_revenue, old.stated_main_market, old.stated_partners)
    is distinct from
    (new.name, new.country, new.city, new.story, new.years_of_experience, new.stated_store_rating, new.stated_on_time_percent,
      new.stated_response_time, new.stated_online_revenue, new.stated_main_market, new.stated_partners))
  execute function suppliers_announce();
create trigger warehouses_announce after update on warehouses
  for each row when ((old.name, old.country) is distinct from (new.name, new.country))
  execute function suppliers_announce();
