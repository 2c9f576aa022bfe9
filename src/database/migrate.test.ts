import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import { checkMigrated, migrate } from './migrate.ts'

const { pool } = await createTestDatabase()
let folder = ''

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cabochon-migrations-'))
  await pool.query('drop schema public cascade; create schema public')
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text)
}

async function tables(): Promise<string[]> {
  const { rows } = await pool.query(
    `select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
  )
  return rows.map(({ tablename }) => tablename)
}

test('runs each migration once, in order', async () => {
  write('0002_b.sql', 'alter table a add column n int; create table b ()')
  write('0001_a.sql', 'create table a ()')
  expect(await migrate(pool, folder)).toEqual(['0001_a.sql', '0002_b.sql'])
  expect(await migrate(pool, folder)).toEqual([])
  expect(await tables()).toEqual(['a', 'b'])
})

test('a process without permission to migrate rejects an outdated database and changes nothing', async () => {
  write('0001_a.sql', 'create table a ()')
  await expect(checkMigrated(pool, folder)).rejects.toThrow(
    'behind this program by 1 migrations, beginning with 0001_a.sql: run npm run migrate first',
  )
  expect(await tables()).toEqual([])
  await migrate(pool, folder)
  await checkMigrated(pool, folder)
})

test('concurrent migrations run each file once', async () => {
  write('0001_a.sql', 'create table a (); select pg_sleep(0.1)')
  const both = await Promise.all([migrate(pool, folder), migrate(pool, folder)])
  expect(both.flat()).toEqual(['0001_a.sql'])
})

test('rejects a migration file that was changed after it ran', async () => {
  write('0001_a.sql', 'create table a ()')
  await migrate(pool, folder)
  write('0001_a.sql', 'create table a (n int)')
  await expect(migrate(pool, folder)).rejects.toThrow('0001_a.sql was changed after it had run')
})

test('ignores different line endings', async () => {
  write('0001_a.sql', 'create table a (\n)\n')
  await migrate(pool, folder)
  write('0001_a.sql', 'create table a (\r\n)\r\n')
  expect(await migrate(pool, folder)).toEqual([])
})

test('rolls back a failing file, names it and keeps the earlier ones', async () => {
  write('0001_a.sql', 'create table a ()')
  write('0002_b.sql', 'create table b (); create table a ()')
  await expect(migrate(pool, folder)).rejects.toThrow('0002_b.sql failed: relation "a" already exists')
  expect(await tables()).toEqual(['a'])
  write('0002_b.sql', 'create table b ()')
  expect(await migrate(pool, folder)).toEqual(['0002_b.sql'])
})

test('starts a file again that deadlocks with a running shop', async () => {
  write('0001_tables.sql', 'create table first (); create table second ()')
  await migrate(pool, folder)
  write('0002_c.sql', 'lock table second in access exclusive mode; lock table first; create table c ()')
  const shop = await pool.connect()
  try {
    await shop.query('begin; lock table first')
    const migrated = migrate(pool, folder)
    await expect.poll(countWaiting).toBe(1)
    // PostgreSQL undoes the one that has waited longer, usually the migration.
    await shop.query('lock table second').catch(() => undefined)
    await shop.query('commit')
    expect(await migrated).toEqual(['0002_c.sql'])
  } finally {
    shop.release(true)
  }
  expect(await tables()).toEqual(['c', 'first', 'second'])
})

async function countWaiting(): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`
    select count(*)::int as n from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`)
  return rows[0]?.n ?? 0
}

test('runs a file marked as such without a transaction, statement by statement', async () => {
  write(
    '0001_a.sql',
    '-- no transaction\ncreate table a (n int)\n-- next\ncreate index concurrently a_n on a (n)\n',
  )
  await migrate(pool, folder)
  expect(await migrate(pool, folder)).toEqual([])
  const { rows } = await pool.query(`select 1 from pg_indexes where indexname = 'a_n'`)
  expect(rows).toHaveLength(1)
})

test('rejects a file that comes too late, two with the same number and an unknown one', async () => {
  write('0002_b.sql', '-- contract: since 0.1.0\ncreate table b ()')
  await migrate(pool, folder)
  write('0001_a.sql', 'create table a ()')
  await expect(migrate(pool, folder)).rejects.toThrow('0001_a.sql comes too late')
  write('0002_c.sql', 'create table c ()')
  await expect(migrate(pool, folder)).rejects.toThrow('same number: 0002_b.sql and 0002_c.sql')
  rmSync(path.join(folder, '0002_b.sql'))
  await expect(migrate(pool, folder)).rejects.toThrow('newer than this program')
})

test('an older program accepts a database that was only expanded, and rejects one that was contracted', async () => {
  write('0001_a.sql', 'create table a ()')
  write('0002_b.sql', 'alter table a add column n int')
  await migrate(pool, folder)
  rmSync(path.join(folder, '0002_b.sql'))
  expect(await migrate(pool, folder)).toEqual([])
  await checkMigrated(pool, folder)

  write('0002_b.sql', 'alter table a add column n int')
  write('0003_c.sql', '-- contract: since 0.1.0\nalter table a drop column n')
  expect(await migrate(pool, folder)).toEqual(['0003_c.sql'])
  rmSync(path.join(folder, '0003_c.sql'))
  await expect(checkMigrated(pool, folder)).rejects.toThrow('newer than this program')
})
