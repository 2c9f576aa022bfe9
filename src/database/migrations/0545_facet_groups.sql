-- How many listed products share the same facets, so that no list of facets walks all products. Writers only append to the
-- deltas (no hot row); fold_facet_groups() moves them over now and then. Rows with n = 0 stay: their facets come again.
create table facet_groups (
  facets      bit(57) not null,
  option_bits bigint  not null,
  n           int     not null,
  primary key (facets, option_bits)
) with (fillfactor = 70);
create table facet_group_deltas (
  id          bigint generated always as identity primary key,
  facets      bit(57) not null,
  option_bits bigint  not null,
  n           int     not null
);

-- What readers use: exact in their snapshot, folded or not.
create view facet_groups_now as
  select facets, option_bits, sum(n)::int as n
  from (select facets, option_bits, n from facet_groups union all select facets, option_bits, n from facet_group_deltas) x
  group by facets, option_bits having sum(n) <> 0;

create function products_facets_inserted() returns trigger language plpgsql as $$ begin
  insert into facet_group_deltas (facets, option_bits, n)
    select facets, option_bits, count(*) from new_rows where is_listed group by 1, 2;
  return null;
end $$;
create trigger products_facets_inserted after insert on products
  referencing new table as new_rows for each statement execute function products_facets_inserted();

create function products_facets_deleted() returns trigger language plpgsql as $$ begin
  insert into facet_group_deltas (facets, option_bits, n)
    select facets, option_bits, -count(*) from old_rows where is_listed group by 1, 2;
  return null;
end $$;
create trigger products_facets_deleted after delete on products
  referencing old table as old_rows for each statement execute function products_facets_deleted();

-- No column list: all three may also be changed by triggers before it. The WHEN keeps other updates free.
create function products_facets_updated() returns trigger language plpgsql as $$ begin
  insert into facet_group_deltas (facets, option_bits, n)
    select old.facets, old.option_bits, -1 where old.is_listed
    union all
    select new.facets, new.option_bits, 1 where new.is_listed;
  return null;
end $$;
create trigger products_facets_updated after update on products
  for each row when (old.is_listed <> new.is_listed or (new.is_listed
    and (old.facets <> new.facets or old.option_bits <> new.option_bits)))
  execute function products_facets_updated();

-- Returns how many deltas it has folded, 100,000 at most.
create function fold_facet_groups() returns int language sql as $$
  with taken as (
    delete from facet_group_deltas where id in (
      select id from facet_group_deltas order by id limit 100000 for update skip locked)
    returning facets, option_bits, n),
  sums as (
    select facets, option_bits, sum(n)::int as n from taken group by 1, 2 having sum(n) <> 0 order by 1, 2),
  folded as (
    insert into facet_groups as g select facets, option_bits, n from sums
    on conflict (facets, option_bits) do update set n = g.n + excluded.n)
  select count(*)::int from taken $$;

-- Counts the products with facets from `low` to before `high` (null: to the last), and appends what the groups lack.
-- Both are read by one statement, so that it is right beside writers. Returns how many groups were wrong.
create function check_facet_groups(low bit(57), high bit(57)) returns int language sql as $$
  with counted as (
    select facets, option_bits, count(*)::int as n from products
    where is_listed and facets >= low and (high is null or facets < high) group by 1, 2),
  kept as (
    select facets, option_bits, n from facet_groups_now where facets >= low and (high is null or facets < high)),
  wrong as (
    insert into facet_group_deltas (facets, option_bits, n)
    select facets, option_bits, coalesce(c.n, 0) - coalesce(k.n, 0)
    from counted c full join kept k using (facets, option_bits)
    where coalesce(c.n, 0) <> coalesce(k.n, 0)
    returning 1)
  select count(*)::int from wrong $$;
