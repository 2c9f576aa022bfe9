import './cli/quick-loading.ts'

// A single process for a complete shop: the server, its jobs and, unless DATABASE_URL is set, its database. The
// faster loading applies only to the dynamic imports below.
const { loadConfig } = await import('#platform/config/config.ts')
const { describeFailure } = await import('./cli/run-command.ts')
try {
  const config = loadConfig(process.env)
  if (config.process.role === 'migrate') {
    await import('./cli/migrate.ts')
    process.exit()
  }
  // React reads this variable when it is loaded. Emails must not be rendered with its development build, which is
  // three times slower.
  process.env['NODE_ENV'] = 'production'
  const { startDatabase } = await import('./wiring/start-database.ts')
  // The built-in database is created and started by separate processes, while the shop's modules are loaded.
  const starting = startDatabase(config)
  const { openShop } = await import('./wiring/open-shop.ts')
  await openShop(config, await starting)
} catch (error) {
  console.error(describeFailure(error))
  process.exit(1)
}
