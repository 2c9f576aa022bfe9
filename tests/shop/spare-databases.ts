import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { escapeIdentifier, escapeLiteral, type Pool } from 'pg'
import { type Database, type Queryable, queryRows } from '#database/database.ts'

/** An open copy of the template by name, with the marks it had when it was new. */
export type SpareDatabase = Readonly<{
  name: string
  marks: string
  db: Database
  pool: Pool
  url: string
}>

/** The databases of finished test files of this worker, newest last. */
const spare: SpareDatabase[] = []

/** A new copy has 15 MB. A larger one is slower and uses other query plans. */
const LARGEST = 40_000_000

/** The number of checks while connections are closing. */
const LOOKS = 20

/** Returns a database that an earlier file of this worker left unchanged but for its rows, if any. */
export function takeSpareDatabase(): SpareDatabase | undefined {
  return spare.pop()
}

/**
 * Reserves a database for the worker's next file, and returns whether it did. It does not when the database has
 * grown, or when something the file left still uses it.
 */
export async function keepSpareDatabase(database: SpareDatabase): Promise<boolean> {
  if (await hasGrown(database)) return false
  for (let looks = 0; looks < LOOKS; looks += 1) {
    if (await isUnused(database)) {
      spare.push(database)
      return true
    }
    await delay(10)
  }
  return false
}

/** Returns whether a database has grown so large that it is slower than a new one. */
export async function hasGrown({ pool }: Pick<SpareDatabase, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query<{ size: string }>(`select pg_database_size(current_database()) as size`)
  return Number(rows[0]?.size) > LARGEST
}

/** Returns whether only its own pool is connected to a database, and no connection is busy. */
async function isUnused({ pool }: SpareDatabase): Promise<boolean> {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = current_database()`,
  )
  return Number(rows[0]?.count) === pool.totalCount && pool.idleCount === pool.totalCount
}

/** What holds the definitions of a schema, and the column by which a row belongs to one of its tables or to itself. */
const CATALOGS: Readonly<Record<string, string>> = {
  pg_class: 'relnamespace',
  pg_proc: 'pronamespace',
  pg_type: 'typnamespace',
  pg_constraint: 'connamespace',
  pg_attribute: 'attrelid',
  pg_index: 'indrelid',
  pg_trigger: 'tgrelid',
}

/**
 * Returns a fingerprint of the shop's schema, to detect changes. It is how many definitions, statistics and rows of
 * lookup tables there are, and which transaction wrote the newest of each: the same text again means that none of
 * them was changed in between.
 */
export async function readMarks(db: Queryable, lookupTables: readonly string[]): Promise<string> {
  const own = `'public'::regnamespace`
  const relations = `select oid from pg_class where relnamespace = ${own}`
  const parts = Object.entries(CATALOGS).map(([catalog, column]) => {
    const isOwn = column.endsWith('relid') ? `${column} in (${relations})` : `${column} = ${own}`
    return mark(catalog, isOwn)
  })
  const lookups = lookupTables.map((name) => mark(escapeIdentifier(name), 'true'))
  const statistics = `select 'statistics', count(*), null from pg_stats where schemaname = 'public'`
  return JSON.stringify(await queryRows(db, sql.raw([...parts, ...lookups, statistics].join(' union all '))))
}

function mark(table: string, condition: string): string {
  return `select ${escapeLiteral(table)} as name, count(*) as rows, max(xmin::text::bigint) as newest
    from ${table} where ${condition}`
}
