import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/connections/open-database.ts'
import { loadConfig } from '#platform/config/config.ts'
import { findShop } from './find-shop.ts'
import { runCommand } from './run-command.ts'

process.exitCode = await runCommand(migrateDatabase)

/** Migrates the configured database without starting the shop. */
async function migrateDatabase(): Promise<number> {
  const { databaseUrl: url, databaseDirectUrl: directUrl, dataDir } = await findShop(loadConfig(process.env))
  const database = await openDatabase({ url, directUrl, dataDir, log: () => undefined })
  try {
    const applied = await migrate(database.directPool)
    console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.')
    return 0
  } finally {
    await database.close()
  }
}
