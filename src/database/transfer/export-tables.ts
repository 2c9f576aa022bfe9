import path from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { type SetFile, writeIntoSet } from '../backup/file-set.ts'
import { listExportedTables, quote, readTableFacts, type TableFacts } from './table-facts.ts'

/** The number of rows per read, which limits memory to some megabytes for tables of any size. */
const FETCH_ROWS = 1_000

/** Returns the path of a table's rows in an export. */
export function toTableFile(table: string): string {
  return `tables/${table}.ndjson.gz`
}

/**
 * Writes every table into `folder`, one JSON object per line, from a single snapshot. Rows are streamed. Returns the
 * files and the facts of each table.
 */
export async function exportTables(
  client: ClientBase,
  folder: string,
): Promise<{ files: SetFile[]; tables: TableFacts[] }> {
  await client.query('set idle_in_transaction_session_timeout = 0')
  await client.query('begin isolation level repeatable read read only')
  try {
    const [files, tables]: [SetFile[], TableFacts[]] = [[], []]
    for (const table of await listExportedTables(client)) {
      const rows = Readable.from(readLines(client, table))
      const packed = rows.pipe(createGzip())
      rows.on('error', (error) => packed.destroy(error))
      files.push(await writeIntoSet(packed, { folder: path.resolve(folder), name: toTableFile(table) }))
      tables.push(await readTableFacts(client, table))
    }
    return { files, tables }
  } finally {
    await client.query('rollback')
  }
}

// The database writes the JSON, and it stays text, so numbers keep every digit.
async function* readLines(client: ClientBase, table: string): AsyncGenerator<string> {
  await client.query(
    `declare exported no scroll cursor for select to_json(t)::text as line from ${quote(table)} t`,
  )
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${FETCH_ROWS} from exported`)
    if (rows.length === 0) break
    // JSON escapes line breaks within a value as `\n`.
    yield rows.map(({ line }) => `${line}\n`).join('')
  }
  await client.query('close exported')
}
