-- An operator may remove a review with a reason and restore it: the row stays, and counts for nothing while it is removed.
alter table reviews
  add column removed_at timestamptz,
  add column removal_reason text check (length(removal_reason) between 1 and 500),
  add constraint reviews_removal_has_reason check ((removed_at is null) = (removal_reason is null));
create index reviews_removed on reviews (id) where removed_at is not null;

-- What an operator decided about a report; open ones wait.
alter table review_reports
  add column decision text check (decision in ('kept', 'removed')),
  add column decided_at timestamptz,
  add column decided_by bigint references accounts (id),
  add constraint review_reports_decided check (
    (decision is null) = (decided_at is null) and (decision is null) = (decided_by is null));
create index review_reports_open on review_reports (review_id) where decision is null;

create or replace function reviews_move_stars() returns trigger language plpgsql as $$
declare
  lost int := case when old.removed_at is null then old.rating else 0 end;
  won int := 0;
begin
  if tg_op = 'UPDATE' then
    won := case when new.removed_at is null then new.rating else 0 end;
  end if;
  update review_stars s set
    stars_1 = stars_1 - (lost = 1)::int + (won = 1)::int,
    stars_2 = stars_2 - (lost = 2)::int + (won = 2)::int,
    stars_3 = stars_3 - (lost = 3)::int + (won = 3)::int,
    stars_4 = stars_4 - (lost = 4)::int + (won = 4)::int,
    stars_5 = stars_5 - (lost = 5)::int + (won = 5)::int
  where s.product_id = old.product_id;
  return null;
end $$;
drop trigger reviews_move_stars on reviews;
create trigger reviews_move_stars after update of rating, removed_at on reviews
  for each row when (old.rating <> new.rating or (old.removed_at is null) <> (new.removed_at is null))
  execute function reviews_move_stars();

create or replace function reviews_count() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then
    insert into supplier_figure_deltas (supplier_id, category_id, ratings, rating_sum)
      select supplier_id, 0, -count(*), -sum(rating) from old_rows where removed_at is null group by supplier_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into supplier_figure_deltas (supplier_id, category_id, ratings, rating_sum)
      select supplier_id, 0, count(*), sum(rating) from new_rows where removed_at is null group by supplier_id;
  end if;
  return null;
end $$;
