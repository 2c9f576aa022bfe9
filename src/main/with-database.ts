import { mkdir } from 'node:fs/promises'
import { migrate } from '#database/migrate.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import type { Config } from '#platform/config.ts'

/** Does what somebody asked for at the command line with the configured database, brought up to date, and closes it again. */
export async function withDatabase<Result>(
  { dataDir, databaseUrl: url }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  await mkdir(dataDir, { recursive: true })
  const database = await openDatabase({ url, dataDir, log: () => undefined })
  try {
    await migrate(database.pool)
    return await work(database)
  } finally {
    await database.close()
  }
}
