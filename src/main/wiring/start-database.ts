import { openDatabase, type OpenDatabase } from '#database/connections/open-database.ts'
import type { Config } from '#platform/config/config.ts'
import { createLog, type Log } from '#platform/log.ts'

/** An open database, and the log that it writes to. */
export type StartedDatabase = Readonly<{ database: OpenDatabase; log: Log }>

/**
 * Opens the database; starts the built-in one before it returns its promise. This file imports little, so that the
 * start need not wait for the shop's modules. Throws when the database does not respond.
 */
export function startDatabase(config: Config): Promise<StartedDatabase> {
  const log = createLog(config.logLevel)
  const opening = openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    poolSize: config.process.databasePool,
    log: (line, isTrouble = false) => log[isTrouble ? 'error' : 'info']({ line }, 'database'),
  })
  const started = opening.then((database) => ({ database, log }))
  // A failure is thrown where the promise is awaited, which may be after modules were loaded.
  started.catch(() => undefined)
  return started
}
