import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientBase, Pool } from 'pg'
import { getMigrationKind } from './migration-dangers.ts'
import { connectWithoutTimeLimits } from './connections/time-limits.ts'
import { sqlState } from './failures.ts'

/** The folder of the shop's migrations. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

type Migration = { name: string; text: string; checksum: string }

// An arbitrary key that no other program may lock in this database.
const migrationLockKey = 7_262_410

/**
 * Runs the migrations that the database does not have yet and returns their names. They are the files `NNNN_name.sql`
 * of the folder, run in order, each in its own transaction. Concurrent migrators wait for each other. A file whose
 * first line is `-- no transaction` runs outside one, its statements separated by lines `-- next`; it must be
 * repeatable after a partial failure. A newer database is accepted when newer programs have only expanded it. Throws
 * with a message for people when a file was changed after it ran, is missing, or is out of order.
 */
export async function migrate(pool: Pool, folder: string = migrationsFolder): Promise<string[]> {
  const files = await readMigrations(folder)
  // Creating an index or waiting for another migrator can exceed the time limit of requests.
  const client = await connectWithoutTimeLimits(pool)
  try {
    await client.query('set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLockKey])
    const applied = await readApplied(client)
    const pending = findPending(files, applied)
    // An empty database has no data to lose: only the last commit waits for the disk, and flushes all earlier ones.
    if (applied.size === 0) await client.query('set synchronous_commit = off')
    for (const migration of pending) {
      if (migration === pending.at(-1)) await client.query('reset synchronous_commit')
      await applyMigration(client, migration)
    }
    return pending.map(({ name }) => name)
  } finally {
    // The lock ends with the connection.
    await client.end()
  }
}

/** Throws when the database lacks a migration of the folder; changes nothing. */
export async function checkMigrated(pool: Pool, folder: string = migrationsFolder): Promise<void> {
  const applied = (await isMigrated(pool)) ? await listApplied(pool) : new Map<string, AppliedMigration>()
  const pending = findPending(await readMigrations(folder), applied)
  if (pending.length > 0)
    throw new Error(
      `The database is behind this program by ${pending.length} migrations, beginning with ${pending[0]?.name}: run npm run migrate first`,
    )
}

/** Returns whether any migration has run in the database. An empty database contains no shop. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(`select to_regclass('schema_migrations') is not null as "isMigrated"`)
  return rows[0].isMigrated
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const numbers = new Map<string, string>()
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
    if (number === undefined) throw new Error(`A migration is named NNNN_name.sql, not ${name}`)
    const duplicate = numbers.get(number)
    if (duplicate !== undefined)
      throw new Error(`Two migrations have the same number: ${duplicate} and ${name}`)
    numbers.set(number, name)
  }
  return Promise.all(names.map((name) => readMigration(folder, name)))
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  // Git may convert line endings on Windows; that does not count as a change.
  const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}

async function readApplied(client: ClientBase): Promise<Map<string, AppliedMigration>> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  await client.query('alter table schema_migrations add column if not exists kind text')
  return listApplied(client)
}

type AppliedMigration = Readonly<{ name: string; checksum: string; kind: string | null }>

async function listApplied(connection: Pool | ClientBase): Promise<Map<string, AppliedMigration>> {
  // The column was added after the table.
  const { rows } = await connection.query<AppliedMigration>(
    `select name, checksum, to_jsonb(m) ->> 'kind' as kind from schema_migrations m order by name`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

function findPending(files: Migration[], applied: Map<string, AppliedMigration>): Migration[] {
  const fileByName = new Map(files.map((file) => [file.name, file]))
  for (const [name, { checksum, kind }] of applied) {
    const file = fileByName.get(name)
    if (!file) {
      if (kind === 'expand') continue
      throw new Error(
        `The database has had the migration ${name}, which is not here: it is newer than this program`,
      )
    }
    if (file.checksum !== checksum) {
      throw new Error(
        `The migration ${name} was changed after it had run here: put it back, and add a new one`,
      )
    }
  }
  const last = [...applied.keys()].toSorted().at(-1) ?? ''
  const pending = files.filter(({ name }) => !applied.has(name))
  const outOfOrder = pending.find(({ name }) => name < last)
  if (outOfOrder)
    throw new Error(
      `The migration ${outOfOrder.name} comes too late, ${last} has run: give it the next number`,
    )
  return pending
}

/** The most attempts of a migration that deadlocks with a running shop. */
const MAX_ATTEMPTS = 20

/**
 * Applies a migration. A release before may run beside it and lock the same tables in another order: PostgreSQL then
 * undoes either side, and the migration starts again.
 */
async function applyMigration(client: ClientBase, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await runMigration(client, migration)
    } catch (cause) {
      await client.query('rollback').catch(() => undefined)
      if (sqlState(cause) === '40P01' && attempt < MAX_ATTEMPTS) continue
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`The migration ${migration.name} failed: ${reason}`, { cause })
    }
}

async function runMigration(client: ClientBase, { name, text, checksum }: Migration): Promise<void> {
  const insertApplied = {
    text: 'insert into schema_migrations (name, checksum, kind) values ($1, $2, $3)',
    values: [name, checksum, getMigrationKind(text)],
  }
  if (/^-- no transaction\s*\n/.test(text)) {
    // Several statements in one message would form an implicit transaction.
    for (const statement of text.split(/^-- next\s*$/m)) await client.query(statement)
    await client.query(insertApplied)
    return
  }
  await client.query('begin')
  await client.query(text)
  await client.query(insertApplied)
  await client.query('commit')
}
