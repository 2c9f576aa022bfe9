-- Reviews of people with an account: one each a piece, which they may change; whether they bought it, pictures, the store's
-- answer, what others report. And how many reviews of each rating a piece has, kept by the database.

alter table reviews
  -- None: by somebody without an account, or by one who has closed it.
  add column person_id bigint references people (id),
  add column edited_at timestamptz,
  add column is_bought boolean not null default false,
  add column answer text check (length(answer) between 1 and 2000),
  add column answered_at timestamptz,
  add check ((answer is null) = (answered_at is null)),
  add check (length(text) <= 5000);
create unique index reviews_person on reviews (person_id, product_id) where person_id is not null;
create index reviews_product_rating on reviews (product_id, rating, created_at desc, id desc);

-- A picture is uploaded first and becomes a review's when that is saved; without one it is forgotten after a day.
create table review_pictures (
  id         bigint generated always as identity primary key,
  public_id  text        not null unique,
  person_id  bigint      not null references people (id),
  review_id  bigint      references reviews (id) on delete set null,
  position   smallint    not null default 0,
  key        text        not null unique,
  width      integer     not null check (width > 0),
  height     integer     not null check (height > 0),
  tint       text        not null,
  created_at timestamptz not null
);
create index review_pictures_review on review_pictures (review_id, position) where review_id is not null;
create index review_pictures_loose on review_pictures (created_at) where review_id is null;

create table review_reports (
  id         bigint generated always as identity primary key,
  review_id  bigint      not null references reviews (id) on delete cascade,
  person_id  bigint      references people (id),
  reason     text        not null check (reason in ('offensive', 'untrue', 'advertising', 'personal_data', 'other')),
  note       text        not null check (length(note) <= 1000),
  created_at timestamptz not null
);
create unique index review_reports_person on review_reports (review_id, person_id) where person_id is not null;
create index review_reports_newest on review_reports (created_at desc);

-- How many reviews of a piece give how many stars. Whoever writes a review changes this row first: those of one piece wait
-- here for each other, and what they read afterwards is exact.
create table review_stars (
  product_id bigint  primary key references products (id) on delete cascade,
  stars_1    integer not null check (stars_1 >= 0),
  stars_2    integer not null check (stars_2 >= 0),
  stars_3    integer not null check (stars_3 >= 0),
  stars_4    integer not null check (stars_4 >= 0),
  stars_5    integer not null check (stars_5 >= 0)
);
insert into review_stars (product_id, stars_1, stars_2, stars_3, stars_4, stars_5)
  select product_id, count(*) filter (where rating = 1), count(*) filter (where rating = 2),
    count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5)
  from reviews group by product_id;

create function reviews_add_stars() returns trigger language plpgsql as $$ begin
  insert into review_stars as s (product_id, stars_1, stars_2, stars_3, stars_4, stars_5)
    select product_id, count(*) filter (where rating = 1), count(*) filter (where rating = 2),
      count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5)
    from new_rows group by product_id order by product_id
  on conflict (product_id) do update set stars_1 = s.stars_1 + excluded.stars_1, stars_2 = s.stars_2 + excluded.stars_2,
    stars_3 = s.stars_3 + excluded.stars_3, stars_4 = s.stars_4 + excluded.stars_4, stars_5 = s.stars_5 + excluded.stars_5;
  return null;
end $$;
create trigger reviews_add_stars after insert on reviews
  referencing new table as new_rows for each statement execute function reviews_add_stars();

-- Of a review that was changed or deleted its piece has a row. One at a time, as a reviewer writes.
create function reviews_move_stars() returns trigger language plpgsql as $$ begin
  update review_stars s set
    stars_1 = stars_1 - (old.rating = 1)::int + coalesce((new.rating = 1)::int, 0),
    stars_2 = stars_2 - (old.rating = 2)::int + coalesce((new.rating = 2)::int, 0),
    stars_3 = stars_3 - (old.rating = 3)::int + coalesce((new.rating = 3)::int, 0),
    stars_4 = stars_4 - (old.rating = 4)::int + coalesce((new.rating = 4)::int, 0),
    stars_5 = stars_5 - (old.rating = 5)::int + coalesce((new.rating = 5)::int, 0)
  where s.product_id = old.product_id;
  return null;
end $$;
create trigger reviews_move_stars after update of rating on reviews
  for each row when (old.rating <> new.rating) execute function reviews_move_stars();
create trigger reviews_drop_stars after delete on reviews for each row execute function reviews_move_stars();

-- Whether somebody has bought a piece is asked by the address of the purchase.
create index purchases_bought_by_email on purchases (lower(email)) where paid_at is not null;
create index purchases_paid_lately on purchases (paid_at) where paid_at is not null;
create index supplier_order_lines_product on supplier_order_lines (product_id);
