import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Client, type Pool, escapeIdentifier, escapeLiteral } from 'pg'
import { afterAll } from 'vitest'
import { type Database, createDatabaseClient, inTransaction, queryRows } from '#database/database.ts'
import { openPool } from '#database/open-database.ts'
import { type TestCluster, templateName, testDatabaseVariable } from './database-setup.ts'
import { keepSpareDatabase, readMarks, takeSpareDatabase } from './spare-databases.ts'

/** A migrated database of one test file. `reset` empties it but for what the migrations put there. */
export type TestDatabase = { db: Database; pool: Pool; url: string; reset: () => Promise<void> }

/**
 * A fresh database for a test file, copied from the migrated template and dropped after the file's last
 * test. Call it once a file, at the top (`const { db, reset } = await createTestDatabase()`), and give
 * `reset` to `beforeEach`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: home, lookupTables } = getTestCluster()
  const name = await copyTemplate(home)
  const { db, pool, url } = openCopy(home, name)
  afterAll(async () => {
    await pool.end()
    await runAsOwner(home, (client) => dropCopy(client, name))
  })
  return { db, pool, url, reset: () => emptyTables(db, lookupTables) }
}

/**
 * The same for a file that needs a shop's tables and no more: an empty database that an earlier file of this worker has left,
 * else a fresh one. It is dropped only when the file has changed more than rows, as copying takes longer than most files.
 */
export async function createReusableDatabase(): Promise<TestDatabase> {
  const { url: home, lookupTables } = getTestCluster()
  const spare = takeSpareDatabase()
  const name = spare?.name ?? (await copyTemplate(home))
  const { db, pool, url } = openCopy(home, name)
  const reset = () => emptyTables(db, lookupTables)
  if (spare) await forgetJobs(db).then(reset)
  const marks = spare?.marks ?? (await readMarks(db, lookupTables))
  afterAll(async () => {
    const isAsNew = (await readMarks(db, lookupTables)) === marks
    await pool.end()
    await runAsOwner(home, async (client) => {
      if (!isAsNew || !(await keepSpareDatabase(client, { name, marks }))) await dropCopy(client, name)
    })
  })
  return { db, pool, url, reset }
}

async function copyTemplate(home: string): Promise<string> {
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await runAsOwner(home, async (client) => {
    // PostgreSQL copies only what nobody else is copying or connected to.
    await client.query(`select pg_advisory_lock(hashtext('${templateName}'))`)
    await client.query(`create database ${name} template ${templateName} strategy file_copy`)
  })
  return name
}

function openCopy(home: string, name: string): Omit<TestDatabase, 'reset'> {
  const address = new URL(home)
  address.pathname = `/${name}`
  const pool = openPool({ url: address.href, size: 8, log: () => undefined })
  return { db: createDatabaseClient(pool), pool, url: address.href }
}

async function dropCopy(client: Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`)
}

/** Takes out what an earlier file's shop had ordered; the queues stay, as each shop has the same. */
async function forgetJobs(db: Database): Promise<void> {
  await db.execute(sql.raw('delete from pgboss.job; delete from pgboss.schedule'))
}

/** The cluster of this test run. Throws when the run has no `tests/shop/database-setup.ts`. */
export function getTestCluster(): TestCluster {
  const clusterJson = process.env[testDatabaseVariable]
  if (clusterJson === undefined)
    throw new Error('Vitest ran without its global setup tests/shop/database-setup.ts')
  return JSON.parse(clusterJson)
}

async function runAsOwner(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Takes the rows out of the tables that have any, and counts again: far less work than truncating all. What a test left
 * running may hold a row yet: the loser of that race begins again.
 */
async function emptyTables(db: Database, lookupTables: string[]): Promise<void> {
  const tables = await listFilledTables(db, lookupTables)
  const deletions = tables.map((name) => `delete from ${escapeIdentifier(name)}`)
  // Without triggers, which guard the ledger and tell listeners, and without looking for what refers to a row.
  const statements = [
    'set local session_replication_role = replica',
    ...deletions,
    resetSequences(lookupTables),
  ]
  await inTransaction(db, (tx) => tx.execute(sql.raw(statements.join('; '))))
}

/** The tables that hold rows, but for those kept. One look at each: a table that is empty has no pages to read. */
async function listFilledTables(db: Database, lookupTables: string[]): Promise<string[]> {
  const all = await queryRows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> all (${sql.param(lookupTables)})`,
  )
  const checks = all.map(
    ({ name }) =>
      `select ${escapeLiteral(name)} as name where exists (select from ${escapeIdentifier(name)})`,
  )
  if (checks.length === 0) return []
  const filled = await queryRows<{ name: string }>(db, sql.raw(checks.join(' union all ')))
  return filled.map(({ name }) => name)
}

/** What `restart identity` would do: identity columns have their table's name at the beginning of their sequence's. */
function resetSequences(lookupTables: readonly string[]): string {
  const exclusions = lookupTables
    .map((name) => `and not starts_with(sequencename, ${escapeLiteral(`${name}_`)})`)
    .join(' ')
  return `
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where schemaname = 'public' and last_value is not null ${exclusions}`
}
