-- In how many names a word is, by deltas instead of a nightly walk over all names. Writers append to the deltas; a word that
-- is new is there at once, with its count.
create table search_word_deltas (
  id   bigint generated always as identity primary key,
  word text not null,
  n    int  not null
);

create or replace function products_words_inserted() returns trigger language plpgsql as $$ begin
  with counted as (
    select w as word, count(*)::int as n from new_rows, unnest(tsvector_to_array(to_tsvector('simple', name_norm))) w
    where is_listed group by w),
  added as (
    insert into search_words select word, n from counted c
      where not exists (select from search_words s where s.word = c.word) order by word
    on conflict (word) do nothing returning word)
  insert into search_word_deltas (word, n)
    select word, n from counted where word not in (select word from added);
  return null;
end $$;

create function products_words_deleted() returns trigger language plpgsql as $$ begin
  insert into search_word_deltas (word, n)
    select w, -count(*) from old_rows, unnest(tsvector_to_array(to_tsvector('simple', name_norm))) w
    where is_listed group by w;
  return null;
end $$;
create trigger products_words_deleted after delete on products
  referencing old table as old_rows for each statement execute function products_words_deleted();

create or replace function products_words_updated() returns trigger language plpgsql as $$ begin
  with changed as (
    select word, sum(n)::int as n from (
      select unnest(tsvector_to_array(to_tsvector('simple', old.name_norm))) as word, -1 as n where old.is_listed
      union all
      select unnest(tsvector_to_array(to_tsvector('simple', new.name_norm))), 1 where new.is_listed) x
    group by word having sum(n) <> 0),
  added as (
    insert into search_words select word, n from changed c
      where n > 0 and not exists (select from search_words s where s.word = c.word) order by word
    on conflict (word) do nothing returning word)
  insert into search_word_deltas (word, n)
    select word, n from changed where word not in (select word from added);
  return null;
end $$;
create or replace trigger products_words_updated after update on products
  for each row when (old.is_listed <> new.is_listed or (new.is_listed and old.name_norm <> new.name_norm))
  execute function products_words_updated();

-- Returns how many deltas it has folded, 100,000 at most. Words that no name has any more go; should a name get one of
-- them at that moment, the next fold adds it again.
create function fold_search_words() returns int language plpgsql as $$
declare
  count int;
  unused text[];
begin
  with taken as (
    delete from search_word_deltas where id in (
      select id from search_word_deltas order by id limit 100000 for update skip locked)
    returning word, n),
  sums as (select word, sum(n)::int as n from taken group by word having sum(n) <> 0 order by word),
  folded as (
    insert into search_words as s select word, n from sums
    on conflict (word) do update set n = s.n + excluded.n returning word, n)
  select (select count(*) from taken), (select array_agg(word) from folded where n = 0) into count, unused;
  delete from search_words where word = any (unused) and n = 0;
  return count;
end $$;

-- Counts the names with these words, and appends what the words lack. Returns how many were wrong.
create function check_search_words(words text[]) returns int language sql as $$
  with kept as (
    select word, sum(n)::int as n from (
      select word, n from search_words where word = any (words)
      union all
      select word, n from search_word_deltas where word = any (words)) x
    group by word),
  counted as (
    select word, n, (select count(*)::int from products where is_listed
      and to_tsvector('simple', name_norm) @@ ('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''')::tsquery) as found
    from kept),
  wrong as (
    insert into search_word_deltas (word, n) select word, found - n from counted where found <> n returning 1)
  select count(*)::int from wrong $$;

-- Counts all names, for catalogues that were written without triggers. Returns the number of words.
create or replace function rebuild_search_words() returns int language plpgsql as $$
declare count int;
begin
  with counted as (
    select word, ndoc::int as n
    from ts_stat('select to_tsvector(''simple'', name_norm) from products where is_listed')),
  kept as (
    select word, sum(n)::int as n
    from (select word, n from search_words union all select word, n from search_word_deltas) x group by word),
  wrong as (
    insert into search_word_deltas (word, n)
    select word, coalesce(c.n, 0) - coalesce(k.n, 0) from counted c full join kept k using (word)
    where coalesce(c.n, 0) <> coalesce(k.n, 0))
  select (select count(*) from counted) into count;
  while fold_search_words() > 0 loop end loop;
  return count;
end $$;
