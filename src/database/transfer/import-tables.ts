import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { resolveInside } from '../backup/file-set.ts'
import { toTableFile } from './export-tables.ts'
import { listExportedTables, quote, readTableFacts, type TableFacts } from './table-facts.ts'

const BATCH_ROWS = 500

/**
 * Fills the tables of an empty instance with those of an export, in one transaction. Afterwards the number and the
 * hash of each table's rows must equal those of the export. `client` must be a superuser or allowed to set
 * `session_replication_role`. Throws with a message for people.
 */
export async function importTables(
  client: ClientBase,
  { folder, tables }: Readonly<{ folder: string; tables: readonly TableFacts[] }>,
): Promise<void> {
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  await client.query('begin')
  try {
    await requireEmpty(client)
    const expected = await listExportedTables(client)
    const missing = expected.filter((name) => !tables.some(({ table }) => table === name))
    const unknown = tables.filter(({ table }) => !expected.includes(table))
    if (missing.length > 0 || unknown.length > 0)
      throw new Error('The export has other tables than this version of the shop.')
    // The effects of triggers and foreign keys are already in the exported rows.
    await client.query('set local session_replication_role = replica')
    await client.query(`truncate ${expected.map(quote).join(', ')} cascade`)
    for (const facts of tables) await importTable(client, folder, facts)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Throws when the instance contains data. */
async function requireEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ isUsed: boolean }>(`
    select exists (select from accounts) or exists (select from purchases) or exists (select from products) as "isUsed"`)
  if (rows[0]?.isUsed !== false)
    throw new Error('This instance is in use: it has accounts, products or orders. Import into a new one.')
}

async function importTable(client: ClientBase, folder: string, facts: TableFacts): Promise<void> {
  const { table } = facts
  const columns = await listColumns(client, table)
  const names = columns.map(({ name }) => quote(name)).join(', ')
  const insert = `insert into ${quote(table)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${quote(table)}, $1::json)`
  const file = createReadStream(resolveInside(folder, toTableFile(table)))
  let batch: string[] = []
  const flush = async () => {
    if (batch.length > 0) await client.query(insert, [`[${batch.join(',')}]`])
    batch = []
  }
  for await (const line of createInterface({ input: file.pipe(createGunzip()) })) {
    batch.push(line)
    if (batch.length >= BATCH_ROWS) await flush()
  }
  await flush()
  for (const { name, sequence } of columns)
    if (sequence !== null)
      await client.query(
        `select setval($1::regclass, greatest(max(${quote(name)}), 1), max(${quote(name)}) is not null) from ${quote(table)}`,
        [sequence],
      )
  const imported = await readTableFacts(client, table)
  if (imported.rows !== facts.rows || imported.hash !== facts.hash)
    throw new Error(`The table ${table} came out different: ${imported.rows} rows of ${facts.rows}.`)
}

/** Returns the columns to write, each with the sequence of its numbers. */
async function listColumns(
  client: ClientBase,
  table: string,
): Promise<{ name: string; sequence: string | null }[]> {
  const { rows } = await client.query<{ name: string; sequence: string | null }>(
    `select attname as name, pg_get_serial_sequence($1, attname) as sequence
      from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum`,
    [quote(table)],
  )
  return rows
}
