import { sql } from 'drizzle-orm'
import { type Database, rows } from '#database/database.ts'

/** A row of the database: of which table, and what stands in it. */
export type Trace = Readonly<{ table: string; row: Readonly<Record<string, unknown>> }>

/** Calls are counted whatever becomes of them. */
const NOT_LOOKED_AT = ['rate_limits']

/** All rows of all tables and the ordered jobs, each as text, so that two looks can be compared. */
export async function allTraces(db: Database): Promise<ReadonlySet<string>> {
  const tables = await rows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const looks = tables
    .filter(({ name }) => !NOT_LOOKED_AT.includes(name))
    .map(({ name }) => sql`select ${name} as "table", to_jsonb(t) as "row" from ${sql.identifier(name)} t`)
  const jobs = sql`select 'job' as "table", to_jsonb(t) as "row" from (select id, name, data from pgboss.job) t`
  const found = await rows<{ trace: string }>(
    db,
    sql`select jsonb_build_object('table', "table", 'row', "row")::text as trace from (${sql.join([...looks, jobs], sql` union all `)}) all_rows`,
  )
  return new Set(found.map(({ trace }) => trace))
}

/** What is in one look and not in the other. */
export function missingFrom(later: ReadonlySet<string>, before: ReadonlySet<string>): Trace[] {
  return [...before.difference(later)].map((text): Trace => JSON.parse(text))
}
