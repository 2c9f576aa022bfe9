import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Client, type Pool, escapeIdentifier } from 'pg'
import { afterAll } from 'vitest'
import { type Database, databaseOver, inTransaction, rows } from '#database/database.ts'
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
  const db = databaseOver(pool)
  afterAll(async () => {
    await pool.end()
    await asOwner(home, (client) => client.query(`drop database if exists ${name} with (force)`))
  })
  return { db, pool, url: address.href, reset: () => emptyTables(db, lookupTables) }
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

/** What a test left running may hold a row yet: whoever loses that race begins again. */
async function emptyTables(db: Database, kept: string[]): Promise<void> {
  const found = await rows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> all (${sql.param(kept)})`,
  )
  const tables = found.map(({ name }) => escapeIdentifier(name)).join(', ')
  if (tables === '') return
  await inTransaction(db, (tx) => tx.execute(sql.raw(unguarded(`truncate ${tables} restart identity`))))
}

/** Tables that refuse to be emptied, as the ledger's do. */
const GUARDED = ['ledger_postings', 'ledger_entries', 'ledger_balances']

/** The statement with nobody to refuse it; the statements of one call are one transaction. */
function unguarded(statement: string): string {
  const turned = (way: string) => GUARDED.map((name) => `alter table ${name} ${way} trigger user`)
  return [...turned('disable'), statement, ...turned('enable')].join('; ')
}
