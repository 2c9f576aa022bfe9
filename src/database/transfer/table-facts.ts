import type { ClientBase } from 'pg'

/**
 * The tables that are not exported: sign-ins, codes, links, counts of limits, and imports in progress. They are
 * secret, or useless in another instance.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'schema_migrations',
  'sessions',
  'refresh_tokens',
  'account_views',
  'known_devices',
  'account_codes',
  'password_resets',
  'rate_limits',
  'import_groups',
  'import_parts',
  'secrets_key_fingerprint',
  'files_place',
])

/** Returns the tables of a shop that are exported, by name. */
export async function listExportedTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name))
}

/** The number of a table's rows, and their hash independent of the order. The database computes both. */
export type TableFacts = Readonly<{ table: string; rows: number; hash: string }>

/** Returns the row count and the hash of a table. */
export async function readTableFacts(client: ClientBase, table: string): Promise<TableFacts> {
  const { rows } = await client.query<{ rows: number; hash: string }>(`
    select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash
    from ${quote(table)} t`)
  return { table, rows: rows[0]?.rows ?? 0, hash: rows[0]?.hash ?? '0' }
}

/** Returns a name quoted as an SQL identifier. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
