import { loadConfig } from '#platform/config.ts'
import { failureInWords } from './said-in-words.ts'

// One process that is all a newcomer needs: the shop, its jobs and, unless DATABASE_URL is set, its database.
try {
  const config = loadConfig(process.env)
  // React asks for this when it is loaded. Whatever the shop's own mode is, letters are not drawn with React's development
  // build, which is three times slower.
  process.env['NODE_ENV'] = 'production'
  const { openShop } = await import('./open-shop.ts')
  await openShop(config)
} catch (error) {
  console.error(failureInWords(error))
  process.exit(1)
}
