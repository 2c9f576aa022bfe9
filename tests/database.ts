import { randomBytes } from 'node:crypto'
import { Client, type Pool, escapeIdentifier } from 'pg'
import { afterAll } from 'vitest'
import { type Database, databaseOver } from '#database/database.ts'
import { openPool } from '#database/open-database.ts'
import { type TestCluster, templateName, testDatabaseVariable } from './database-setup.ts'

/** A migrated database of one test file. `reset` empties it but for what the migrations put there. */
export type TestDatabase = { db: Database; pool: Pool; url: string; reset: () => Promise<void> }

/**
 * A fresh database for a test file, copied from the migrated template and dropped after the file's last
 * test. Call it once a file, at the top (`const { db, reset } = await testDatabase()`), and give
 * `reset` to `beforeEach`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { url: home, lookupTables } = testCluster()
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await asOwner(home, async (client) => {
    // PostgreSQL copies only what nobody else is copying or connected to.
    await client.query(`select pg_advisory_lock(hashtext('${templateName}'))`)
    await client.query(`create database ${name} template ${templateName} strategy file_copy`)
  })
  const address = new URL(home)
  address.pathname = `/${name}`
  const pool = openPool({ url: address.href, size: 8, log: () => undefined })
  afterAll(async () => {
    await pool.end()
    await asOwner(home, (client) => client.query(`drop database if exists ${name} with (force)`))
  })
  return { db: databaseOver(pool), pool, url: address.href, reset: () => emptyTables(pool, lookupTables) }
}

/** The cluster of this test run. Throws when the run has no `tests/database-setup.ts`. */
export function testCluster(): TestCluster {
  const said = process.env[testDatabaseVariable]
  if (said === undefined) throw new Error('Vitest ran without its global setup tests/database-setup.ts')
  return JSON.parse(said)
}

async function asOwner(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

async function emptyTables(pool: Pool, kept: string[]): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1)`,
    [kept],
  )
  const tables = rows.map(({ name }) => escapeIdentifier(name)).join(', ')
  if (tables) await pool.query(`truncate ${tables} restart identity`)
}
