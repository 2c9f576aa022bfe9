-- The tables become partitioned, each in a transaction of its own: their rows stay where they are, as the first partition. Names,
-- constraints, indexes and triggers stay the same for programs, also for the release before. Only the catalogue changes, under short locks.

-- Creates the partition after the last one of a table if fewer than 10^8 keys are left; returns whether it did.
create function add_partition(divided regclass) returns boolean language plpgsql as $$
declare
  key      text;
  plain    text := (select relname from pg_class where oid = divided);
  newest   bigint;
  border   bigint;
  size     constant bigint := 100000000;
begin
  -- One at a time.
  perform pg_advisory_xact_lock(7262411);
  select attname into key from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
    where partrelid = divided;
  execute format('select coalesce(max(%I), 0) from %s', key, divided) into newest;
  select max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''?(\d+)'))[1]::bigint) into border
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = divided;
  if border - newest > size then
    return false;
  end if;
  -- Keys that the default partition has stay there.
  border := greatest(border, (newest / size + 1) * size * (newest >= border)::int);
  execute format('create table partitions.%I partition of %s for values from (%s) to (%s)',
    plain || '_' || border / size, divided, border, border + size);
  return true;
end
$$;

-- Makes a table with a validated constraint `TABLE_border` the first partition of a table of its name.
create function partition_table(name text, key text) returns void language plpgsql as $$
declare
  part       constant text := format('partitions.%I', name);
  whole      constant text := format('public.%I', name);
  numbered   boolean;
  statements text[];
  line       text;
  border     bigint;
begin
  select attidentity <> '' into numbered from pg_attribute where attrelid = whole::regclass and attname = key;
  select (regexp_match(pg_get_constraintdef(oid), '< ''?(\d+)'))[1]::bigint into border
    from pg_constraint where conrelid = whole::regclass and conname = name || '_border';
  -- In the order in which an order writes them, so that the two never wait for each other.
  for line in
    select distinct confrelid::regclass::text from pg_constraint where conrelid = whole::regclass and contype = 'f' order by 1
  loop
    execute format('lock table %s in share row exclusive mode', line);
  end loop;
  execute format('alter table %s set schema partitions', whole);
  execute format('create table %s (like %s including defaults including storage) partition by range (%I)', whole, part, key);

  -- Primary key first, then checks and foreign keys, indexes, and triggers.
  select array_agg(format('alter table %s add constraint %I %s', whole, conname, pg_get_constraintdef(oid))
      order by contype <> 'p', conname) into statements
    from pg_constraint where conrelid = part::regclass and contype in ('p', 'c', 'f') and conname <> name || '_border';
  select statements || coalesce(array_agg(replace(pg_get_indexdef(indexrelid), ' ON ' || part || ' ', ' ON ' || whole || ' ')), '{}')
    into statements from pg_index where indrelid = part::regclass and not indisprimary;
  select statements || coalesce(array_agg(replace(pg_get_triggerdef(oid), ' ON ' || part || ' ', ' ON ' || whole || ' ')), '{}')
    into statements from pg_trigger where tgrelid = part::regclass and not tgisinternal;
  -- Row triggers come from the whole; those of statements stay with the part, for who writes to it directly.
  select statements || coalesce(array_agg(format('drop trigger %I on %s', tgname, part)), '{}')
    into statements from pg_trigger where tgrelid = part::regclass and not tgisinternal and tgtype & 1 = 1;
  foreach line in array statements loop
    execute line;
  end loop;

  if numbered then
    execute format('alter table %s alter column %I drop identity', part, key);
    execute format('alter table %s alter column %I add generated always as identity', whole, key);
    execute format('select setval(pg_get_serial_sequence(%L, %L), greatest(max(%I), 1), max(%I) is not null) from %s',
      whole, key, key, key, part);
  end if;
  execute format('alter table %s attach partition %s for values from (minvalue) to (%s)', whole, part, border);
  -- What no other partition takes is never refused.
  execute format('create table partitions.%I partition of %s default', name || '_default', whole);
  perform add_partition(whole::regclass);
end
$$;
