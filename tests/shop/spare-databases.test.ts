import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { inTransaction } from '#database/database.ts'
import { createTestDatabase, getTestCluster } from './database.ts'
import { keepSpareDatabase, readMarks, takeSpareDatabase } from './spare-databases.ts'

const { db, pool, reset } = await createTestDatabase()
const { lookupTables } = getTestCluster()
const marks = () => readMarks(db, lookupTables)
const A_SUPPLIER = `insert into suppliers (public_id, name, slug, country) values ('sup_marks', 'Marks', 'marks', 'SG')`

test('does not count rows that a reset deletes as a lasting change', async () => {
  const before = await marks()
  await pool.query(A_SUPPLIER)
  await reset()
  expect(await marks()).toBe(before)
})

test.each([
  ['a table', 'create table marks (id bigint)'],
  ['a trigger that was off for a while', togglingTriggers('ledger_entries')],
  ['a function', `create function marks() returns int language sql as 'select 1'`],
  ['a column', 'alter table suppliers alter column name drop not null'],
  ['a sequence', 'alter table products alter column id restart with 98304'],
  ['an analyzed table', `${A_SUPPLIER}; analyze suppliers`],
])('detects %s as a lasting change', async (_what, change) => {
  const before = await marks()
  await pool.query(change)
  expect(await marks()).not.toBe(before)
})

test.each(lookupTables)('detects written or deleted rows of the lookup table %s', async (name) => {
  const marksAfter = (change: string) =>
    inTransaction(db, async (tx) => {
      await tx.execute(sql.raw(`set local session_replication_role = replica; ${change}`))
      return readMarks(tx, lookupTables)
    })
  const column = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0
     and not attisdropped and attgenerated = '' and attidentity = '' limit 1`,
    [name],
  )
  const first = column.rows[0]?.name
  const before = await marks()
  const written = await marksAfter(`update ${name} set ${first} = ${first}`)
  expect(written).not.toBe(before)
  expect(await marksAfter(`delete from ${name}`)).not.toBe(written)
})

test('a database with an open connection is reused only after the connection has closed', async () => {
  const copy = await createTestDatabase()
  const database = { ...copy, name: new URL(copy.url).pathname.slice(1), marks: 'some' }
  const other = new Client({ connectionString: copy.url })
  await other.connect()
  expect(await keepSpareDatabase(database)).toBe(false)
  await other.end()
  expect(await keepSpareDatabase(database)).toBe(true)
  expect(takeSpareDatabase()).toBe(database)
})

test('a database whose own connection is in use is not reused', async () => {
  const copy = await createTestDatabase()
  const connection = await copy.pool.connect()
  expect(await keepSpareDatabase({ ...copy, name: 'busy', marks: 'some' })).toBe(false)
  connection.release()
})

function togglingTriggers(table: string): string {
  return ['disable', 'enable'].map((way) => `alter table ${table} ${way} trigger user`).join('; ')
}
