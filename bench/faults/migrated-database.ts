import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEmbedded } from '#database/embedded/embedded-server.ts'
import { migrate } from '#database/migrate.ts'
import { openDatabase, type OpenDatabase } from '#database/connections/open-database.ts'

/** Runs work on a new, migrated database of its own, which is dropped afterwards; `settings` are PostgreSQL's. */
export async function withMigratedDatabase<Result>(
  work: (database: OpenDatabase) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cabochon-faults-'))
  const log = () => undefined
  const server = await openEmbedded({ folder: path.join(folder, 'postgres'), log, settings })
  try {
    const database = await openDatabase({ url: server.url, dataDir: folder, log })
    try {
      await migrate(database.pool)
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}
