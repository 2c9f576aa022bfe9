import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open-database.ts'
import { loadConfig } from '#platform/config.ts'

const config = loadConfig(process.env)
const database = await openDatabase({
  ...(config.databaseUrl ? { url: config.databaseUrl } : {}),
  dataDir: config.dataDir,
  log: () => undefined,
})
try {
  const applied = await migrate(database.pool)
  console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.')
} finally {
  await database.close()
}
