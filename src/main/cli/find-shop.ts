import { hasEmbeddedDatabase } from '#database/connections/open-database.ts'
import { refused, type AppError } from '#core/errors.ts'
import type { Config } from '#platform/config/config.ts'
import { listRunningShops, type RunningShop } from './running-shops.ts'

/** The settings that locate a shop. */
export type ShopSettings = Pick<Config, 'dataDir' | 'databaseUrl' | 'isDataDirSet'> & DirectAddress

/** The location of the shop that a command works on. */
export type ShopLocation = Pick<Config, 'dataDir' | 'databaseUrl'> & DirectAddress

type DirectAddress = Partial<Pick<Config, 'databaseDirectUrl'>>

/**
 * Finds the shop that a command works on: the configured one, that of the default folder, or the running one. The
 * last one must run from this project. Refuses with `no_shop` or `which_shop`: a command never creates a database
 * implicitly.
 */
export async function findShop({
  dataDir,
  databaseUrl,
  databaseDirectUrl,
  isDataDirSet,
}: ShopSettings): Promise<ShopLocation> {
  const configured = { dataDir, databaseUrl, databaseDirectUrl }
  if (databaseUrl !== undefined) return configured
  const running = await listRunningShops()
  const otherShops = running.filter((shop) => shop.database !== undefined || shop.dataDir !== dataDir)
  const usesConfigured = isDataDirSet || otherShops.length < running.length || running.length === 0
  if (usesConfigured) {
    if (hasEmbeddedDatabase(dataDir)) return configured
    throw noShopError(dataDir, otherShops)
  }
  const [onlyShop, ...more] = otherShops
  if (!onlyShop || onlyShop.database !== undefined || more.length > 0) throw ambiguousShopError(otherShops)
  console.error(`Using the shop at ${onlyShop.address} (DATA_DIR=${onlyShop.dataDir}).`)
  return { dataDir: onlyShop.dataDir, databaseUrl: undefined }
}

function noShopError(dataDir: string, running: readonly RunningShop[]): AppError {
  const advice =
    running.length > 0
      ? listRunningLines(running)
      : [
          'If it runs with another DATA_DIR, set DATA_DIR or DATABASE_URL to the same value.',
          'To create a shop, run npm start once.',
        ]
  return refused('no_shop', [`No shop found in ${dataDir}.`, ...advice].join('\n'))
}

function ambiguousShopError(running: readonly RunningShop[]): AppError {
  return refused(
    'which_shop',
    ['Several shops are running. Choose one:', ...listRunningLines(running)].join('\n'),
  )
}

function listRunningLines(running: readonly RunningShop[]): string[] {
  return [
    ...running.map(({ address, dataDir, database }) =>
      database === undefined
        ? `  running at ${address} with DATA_DIR=${dataDir}`
        : `  running at ${address} with DATABASE_URL at ${database}`,
    ),
    'Set DATA_DIR or DATABASE_URL to the same value as the shop: DATA_DIR=… npm run …',
  ]
}
