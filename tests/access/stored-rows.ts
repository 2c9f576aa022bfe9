import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '#database/database.ts'

/** A row of the database: its table and its values. */
export type StoredRow = Readonly<{ table: string; row: Readonly<Record<string, unknown>> }>

/** Calls are counted whatever becomes of them. */
const IGNORED_TABLES = ['rate_limits']

/** Returns all rows of all tables and the queued jobs, each as text, to compare two snapshots. */
export async function readAllRows(db: Database): Promise<ReadonlySet<string>> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const queries = tables
    .filter(({ name }) => !IGNORED_TABLES.includes(name))
    .map(({ name }) => sql`select ${name} as "table", to_jsonb(t) as "row" from ${sql.identifier(name)} t`)
  const jobs = sql`select 'job' as "table", to_jsonb(t) as "row" from (select id, name, data from pgboss.job) t`
  const traces = await queryRows<{ trace: string }>(
    db,
    sql`select jsonb_build_object('table', "table", 'row', "row")::text as trace from (${sql.join([...queries, jobs], sql` union all `)}) all_rows`,
  )
  return new Set(traces.map(({ trace }) => trace))
}

/** Returns the rows that only one of two snapshots has. */
export function findMissing(rowsAfter: ReadonlySet<string>, rowsBefore: ReadonlySet<string>): StoredRow[] {
  return [...rowsBefore.difference(rowsAfter)].map((text): StoredRow => JSON.parse(text))
}
