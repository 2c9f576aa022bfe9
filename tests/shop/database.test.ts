import { beforeEach, expect, test } from 'vitest'
import { migrate } from '#database/migrate.ts'
import { createTestDatabase } from './database.ts'

const database = await createTestDatabase()
const otherDatabase = await createTestDatabase()
await database.pool.query(`create table pearls (id bigint generated always as identity primary key);
  create table strings (pearl bigint not null references pearls)`)

beforeEach(database.reset)

test('a test database is migrated and isolated', async () => {
  expect(await migrate(database.pool)).toEqual([])
  const { rows } = await otherDatabase.pool.query(`select to_regclass('pearls') as pearls`)
  expect(rows).toEqual([{ pearls: null }])
})

test('creates several copies of the template at once', async () => {
  const copies = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()])
  expect(new Set(copies.map(({ url }) => url)).size).toBe(3)
})

test('reset empties the tables, restarts the sequences, and keeps the migrations', async () => {
  const insert =
    'with p as (insert into pearls default values returning id) insert into strings select id from p'
  await database.pool.query(insert)
  await database.reset()
  expect((await database.pool.query('select from strings')).rows).toHaveLength(0)
  expect((await database.pool.query('insert into pearls default values returning id')).rows).toEqual([
    { id: 1 },
  ])
  expect(await migrate(database.pool)).toEqual([])
})
