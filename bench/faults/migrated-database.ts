import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '#database/migrate.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'

/** Runs work on a new, migrated database of its own, which is dropped afterwards. */
export async function withMigratedDatabase<Result>(
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cabochon-faults-'))
  const database = await openDatabase({ dataDir: folder, log: () => undefined })
  try {
    await migrate(database.pool)
    return await work(database)
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}
