import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { migrationsFolder } from './migrate.ts'
import { findMigrationDangers, getMigrationKind, LAST_UNCHECKED_MIGRATION } from './migration-dangers.ts'

test('no migration breaks the previous release or locks a table for long', () => {
  const checked = readdirSync(migrationsFolder).filter(
    (name) => Number(name.slice(0, 4)) > LAST_UNCHECKED_MIGRATION,
  )
  const dangers = checked.flatMap((name) =>
    findMigrationDangers(readFileSync(path.join(migrationsFolder, name), 'utf8')).map(
      ({ statement, reason }) => `${name}: ${statement}: ${reason}`,
    ),
  )
  expect(dangers).toEqual([])
})

test.each([
  ['drop table carts;', 'contract migration'],
  ['alter table orders drop column note;', 'contract migration'],
  ['ALTER TABLE orders\n  RENAME COLUMN note TO remark;', 'old name'],
  ['truncate emails;', 'needs the rows'],
  ['alter table orders alter column total type bigint;', 'written again'],
  ['alter table orders alter note set not null;', 'not valid'],
  ['create index orders_note on orders (note);', 'concurrently'],
  ['create unique index on orders (note);', 'concurrently'],
  ['alter table orders add column note text not null;', 'default'],
  ['alter table orders add column code uuid default gen_random_uuid();', 'written again'],
  ['alter table orders add column nr bigint generated always as identity;', 'written again'],
  ['alter table orders add constraint noted check (note <> $$x$$);', 'not valid'],
  ['alter table orders add foreign key (shop_id) references shops;', 'not valid'],
  ['alter table orders add column shop_id bigint references shops;', 'not valid'],
  ['alter table orders add constraint one unique (note);', 'using index'],
  ["update orders set note = 'none';", 'batches'],
  ['lock table orders in exclusive mode;', 'locked'],
])('rejects in an expanding migration: %s', (text, reason) => {
  expect(findMigrationDangers(text)).toEqual([
    { statement: expect.any(String), reason: expect.stringContaining(reason) },
  ])
})

test.each([
  'alter table orders add column note text;',
  "alter table orders add column note text not null default '';",
  'alter table orders add constraint noted check (note is not null) not valid; alter table orders validate constraint noted;',
  '-- no transaction\ncreate index concurrently orders_note on orders (note);',
  'alter table orders add constraint one unique using index orders_note;',
  'create table notes (id bigint primary key, shop_id bigint not null references shops); create index on notes (shop_id);',
  'create or replace function f() returns trigger language plpgsql as $$ begin drop table x; update y set z = 1; end $$;',
  "update orders set note = '' where id between 1 and 100;",
  '-- drop table carts;\nselect 1;',
])('accepts in an expanding migration: %s', (text) => {
  expect(findMigrationDangers(text)).toEqual([])
})

test('a contracting migration names its release and may drop, but not lock', () => {
  const text = '-- contract: since 0.2.0\nalter table orders drop column note; drop table carts;'
  expect([getMigrationKind(text), findMigrationDangers(text)]).toEqual(['contract', []])
  expect(findMigrationDangers(`${text} create index on orders (total);`)).toHaveLength(1)
  expect(getMigrationKind('alter table orders add column note text;')).toBe('expand')
})
