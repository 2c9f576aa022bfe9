import { sql } from 'drizzle-orm'
import { type Client, escapeIdentifier, escapeLiteral } from 'pg'
import { type Queryable, queryRows } from '#database/database.ts'

/** A copy of the template by its name, and what `readMarks` returned of it when it was new. */
export type SpareDatabase = Readonly<{ name: string; marks: string }>

/** What the finished test files of this worker left, the newest last. */
const spare: SpareDatabase[] = []

/** A new copy has 15 MB. One that has grown answers more slowly, and by other plans. */
const LARGEST = 40_000_000

/** Returns a database that an earlier file of this worker has left as new but for its queryRows, if there is one. */
export function takeSpareDatabase(): SpareDatabase | undefined {
  return spare.pop()
}

/** Reserves a database for the worker's next file, and returns whether it did: not when a file's leftovers still use it. */
export async function keepSpareDatabase(home: Client, database: SpareDatabase): Promise<boolean> {
  const { rows: found } = await home.query(
    `select from pg_database where datname = $1 and pg_database_size(datname) < $2
     and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
    [database.name, LARGEST],
  )
  if (found.length === 1) spare.push(database)
  return found.length === 1
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
 * Returns how many definitions, statistics and queryRows of lookup tables the shop's schema has, and which transaction wrote
 * the newest of each: the same text again means that none of them was changed in between.
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
  return `select ${escapeLiteral(table)} as name, count(*) as queryRows, max(xmin::text::bigint) as newest
    from ${table} where ${condition}`
}
