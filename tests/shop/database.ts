import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Client, type Pool, escapeLiteral } from 'pg'
import { afterAll } from 'vitest'
import { type Database, createDatabaseClient, inTransaction, queryRows } from '#database/database.ts'
import { openPool } from '#database/connections/open-database.ts'
import { type TestCluster, templateName, testDatabaseVariable } from './database-setup.ts'
import { keepSpareDatabase, readMarks, type SpareDatabase, takeSpareDatabase } from './spare-databases.ts'

/** A migrated database of one test file. `reset` deletes everything except what the migrations inserted. */
export type TestDatabase = { db: Database; pool: Pool; url: string; reset: () => Promise<void> }

/**
 * Creates a database for a test file, copied from the migrated template and dropped after the file's last test.
 * Call it once a file, at the top (`const { db, reset } = await createTestDatabase()`), and give `reset` to
 * `beforeEach`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { lookupTables } = getTestCluster()
  const copy = await copyDatabase()
  const { db, pool, url } = copy
  afterAll(() => dropDatabase(copy))
  return { db, pool, url, reset: () => emptyTables(db, lookupTables) }
}

/**
 * Returns a database for a file that needs a shop's tables and no more. It is an empty one that an earlier file of
 * this worker has left, its connections still open, else a fresh one. It is dropped only when the file has changed
 * more than rows: copying takes longer than most files, and so does what a new connection has to read before it
 * knows two hundred tables.
 */
export async function createReusableDatabase(): Promise<TestDatabase> {
  const { lookupTables } = getTestCluster()
  const database = takeSpareDatabase() ?? (await createSpareDatabase())
  const { db, pool, url } = database
  const reset = () => emptyTables(db, lookupTables)
  await reset()
  afterAll(async () => {
    if (!(await hasOnlyRowChanges(database)) || !(await keepSpareDatabase(database)))
      await dropDatabase(database)
  })
  return { db, pool, url, reset }
}

/** Creates a copy of the template that several files can use in turn. */
export async function createSpareDatabase(): Promise<SpareDatabase> {
  const copy = await copyDatabase()
  return { ...copy, marks: await readMarks(copy.db, getTestCluster().lookupTables) }
}

/** Returns whether only rows of a database have changed since it was copied. */
export async function hasOnlyRowChanges({ db, marks }: SpareDatabase): Promise<boolean> {
  return (await readMarks(db, getTestCluster().lookupTables)) === marks
}

type CopiedDatabase = Omit<SpareDatabase, 'marks'>

async function copyDatabase(): Promise<CopiedDatabase> {
  const { url: home } = getTestCluster()
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await runAsOwner(home, async (client) => {
    // PostgreSQL copies only a database without other connections and copies.
    await client.query(`select pg_advisory_lock(hashtext('${templateName}'))`)
    await client.query(`create database ${name} template ${templateName} strategy file_copy`)
  })
  const address = new URL(home)
  address.pathname = `/${name}`
  const pool = openPool({ url: address.href, size: 8, log: () => undefined })
  return { name, db: createDatabaseClient(pool), pool, url: address.href }
}

/** Closes a copy of the template and deletes it. */
export async function dropDatabase({ name, pool }: CopiedDatabase): Promise<void> {
  await pool.end()
  await runAsOwner(getTestCluster().url, (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  )
}

/** Returns the cluster of this test run. Throws when the run has no `tests/shop/database-setup.ts`. */
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
 * Deletes the rows of the tables that have any, and resets their counters: far less work than truncating all. What
 * a test left running may hold a row yet: the loser of that race begins again.
 */
export async function emptyTables(db: Database, lookupTables: string[]): Promise<void> {
  const tables = await listWrittenTables(db, lookupTables)
  const deletions = tables.map((name) => `delete from ${name}`)
  // Without the triggers that guard the ledger and send notifications, and without foreign key checks.
  const statements = [
    'set local session_replication_role = replica',
    ...deletions,
    resetSequences(lookupTables),
  ]
  await inTransaction(db, (tx) => tx.execute(sql.raw(statements.join('; '))))
}

/**
 * The tables that ever held rows in this database, but for those kept: their files have a size. To look for rows in each of two
 * hundred tables takes longer than many a test.
 */
async function listWrittenTables(db: Database, lookupTables: string[]): Promise<string[]> {
  const written = await queryRows<{ name: string }>(
    db,
    sql`select oid::regclass::text as name from pg_class
      where relnamespace in ('public'::regnamespace, 'partitions'::regnamespace) and relkind = 'r'
      and relname <> all (${sql.param(lookupTables)}) and pg_relation_size(oid) > 0`,
  )
  return written.map(({ name }) => name)
}

/** Does what `restart identity` does: an identity column's sequence starts with its table's name. */
function resetSequences(lookupTables: readonly string[]): string {
  const exclusions = lookupTables
    .map((name) => `and not starts_with(sequencename, ${escapeLiteral(`${name}_`)})`)
    .join(' ')
  return `
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where schemaname = 'public' and last_value is not null ${exclusions}`
}
