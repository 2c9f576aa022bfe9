import './cli/quick-loading.ts'

// One process that is all a newcomer needs: the shop, its jobs and, unless DATABASE_URL is set, its database. Only what is
// imported from here on is loaded quickly.
const { loadConfig } = await import('#platform/config/config.ts')
const { describeFailure } = await import('./cli/run-command.ts')
try {
  const config = loadConfig(process.env)
  if (config.process.role === 'migrate') {
    await import('./cli/migrate.ts')
    process.exit()
  }
  // React asks for this when it is loaded. Whatever the shop's own mode is, emails are not drawn with React's development
  // build, which is three times slower.
  process.env['NODE_ENV'] = 'production'
  const { startDatabase } = await import('./wiring/start-database.ts')
  // The built-in database is made and started by processes of its own: the shop's modules are loaded meanwhile.
  const starting = startDatabase(config)
  const { openShop } = await import('./wiring/open-shop.ts')
  await openShop(config, await starting)
} catch (error) {
  console.error(describeFailure(error))
  process.exit(1)
}
