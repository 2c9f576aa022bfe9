import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '#database/database.ts'
import { describeRemotePlace, type FilesConfig, getFilesFolder } from './open-files.ts'

/**
 * Returns an error message when this process stores files elsewhere than the shop's other processes. The message also
 * says what to do; undefined when the places match. The first process records its place: the address of object
 * storage, or the id that a folder is marked with.
 */
export async function findForeignFilesPlace(db: Database, config: FilesConfig): Promise<string | undefined> {
  const place = await readPlace(config)
  await db.execute(sql`insert into files_place (place) values (${place}) on conflict do nothing`)
  const rows = await queryRows<{ place: string }>(db, sql`select place from files_place`)
  const recorded = rows[0]?.place ?? place
  if (recorded === place) return undefined
  const here = config.files ? describeRemotePlace(config.files) : getFilesFolder(config)
  const there = recorded.startsWith('s3://') ? recorded : 'a folder of another machine or DATA_DIR'
  return (
    `This process has its files in ${here}, and the shop's are in ${there}: pictures and documents would be missing.\n` +
    'Give every process the same FILES_URL, or the same DATA_DIR on a file system that they share.\n' +
    'If the files were moved here, run: npm run files -- use'
  )
}

/** Records the file storage of this process as the shop's. */
export async function recordFilesPlace(db: Database, config: FilesConfig): Promise<void> {
  const place = await readPlace(config)
  await db.execute(sql`
    insert into files_place (place) values (${place})
    on conflict (is_only) do update set place = excluded.place, recorded_at = now()`)
}

async function readPlace(config: FilesConfig): Promise<string> {
  return config.files
    ? describeRemotePlace(config.files)
    : `folder ${await markFolder(getFilesFolder(config))}`
}

/** Returns the id of a folder, after marking it if it has none. Concurrent callers get the same id. */
async function markFolder(folder: string): Promise<string> {
  const mark = path.join(folder, '.folder-id')
  await mkdir(folder, { recursive: true })
  const existing = await readFile(mark, 'utf8').catch(() => undefined)
  if (existing !== undefined) return existing.trim()
  const temporaryFile = path.join(folder, `.folder-id-${randomUUID()}`)
  await writeFile(temporaryFile, `${randomUUID()}\n`)
  // Only one process can create the link; others read its id.
  await link(temporaryFile, mark).catch(ignoreExisting)
  await rm(temporaryFile)
  return (await readFile(mark, 'utf8')).trim()
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
