import { beforeEach, expect, test } from 'vitest'
import { migrate } from '#database/migrate.ts'
import { testDatabase } from './database.ts'

const mine = await testDatabase()
const other = await testDatabase()
await mine.pool.query(`create table pearls (id bigint generated always as identity primary key);
  create table strings (pearl bigint not null references pearls)`)

beforeEach(mine.reset)

test('a test database is migrated, and its own', async () => {
  expect(await migrate(mine.pool)).toEqual([])
  const { rows } = await other.pool.query(`select to_regclass('pearls') as pearls`)
  expect(rows).toEqual([{ pearls: null }])
})

test('many copies of the template can be made at once', async () => {
  const copies = await Promise.all([testDatabase(), testDatabase(), testDatabase()])
  expect(new Set(copies.map(({ url }) => url)).size).toBe(3)
})

test('reset empties the tables, counts from one again, and leaves the migrations noted', async () => {
  const insert =
    'with p as (insert into pearls default values returning id) insert into strings select id from p'
  await mine.pool.query(insert)
  await mine.reset()
  expect((await mine.pool.query('select from strings')).rows).toHaveLength(0)
  expect((await mine.pool.query('insert into pearls default values returning id')).rows).toEqual([{ id: 1 }])
  expect(await migrate(mine.pool)).toEqual([])
})
