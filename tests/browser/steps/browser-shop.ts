import type { Pool } from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import type { Database } from '#database/database.ts'
import { openDatabase } from '#database/connections/open-database.ts'
import { type RunningShop, startRunningShop } from '#tests/shop/running-shop.ts'
import {
  removeShop,
  type ShopOnCluster,
  startShopOnCluster,
  takeSharedShop,
} from '#tests/shop/shared-shop.ts'
import { openSharedBrowser } from './chromium.ts'

/** A whole marketplace in a process of its own, with access to its database, which another process may share. */
export type ShopWithDatabase = Readonly<{
  shop: RunningShop
  db: Database
  pool: Pool
  databaseUrl: string
}>

/**
 * Starts a shop for a test file, without logs and the demo. Without `settings` it is the one that all files of the
 * worker share, emptied; with them it is the file's own and is removed after its last test. Call it once a file, at
 * the top: `const { shop, db } = await startShopWithDatabase()`.
 */
export async function startShopWithDatabase(
  settings: Readonly<Record<string, string>> = {},
): Promise<ShopWithDatabase> {
  if (Object.keys(settings).length === 0) return toShopWithDatabase(await takeSharedShop(settings))
  const own = await startShopOnCluster(settings)
  afterAll(() => removeShop(own))
  return toShopWithDatabase(own)
}

/** Starts a shop that runs a database of its own. The database stops with it and can be started again. */
export async function startShopOnOwnDatabase(
  settings: Readonly<Record<string, string>> = {},
): Promise<ShopWithDatabase> {
  const shop = await startRunningShop({ LOG_LEVEL: 'silent', ...settings })
  afterAll(() => shop.remove())
  const database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  // Hooks run in reverse order, so what was opened last is closed first.
  afterAll(() => database.close())
  return { shop, db: database.db, pool: database.pool, databaseUrl: database.url }
}

/**
 * Returns a running shop with a browser, both those of the worker. Use it as `const { shop, db, browser } = await
 * startBrowserShop()`.
 */
export async function startBrowserShop(
  settings: Readonly<Record<string, string>> = {},
): Promise<ShopWithDatabase & Readonly<{ browser: Browser }>> {
  const browser = await openSharedBrowser()
  return { ...(await startShopWithDatabase(settings)), browser }
}

/** The links in the demo's footer. */
const SOCIAL_LINKS = {
  facebook: 'https://www.facebook.com/cabochon',
  instagram: 'https://www.instagram.com/cabochon',
  linkedin: 'https://www.linkedin.com/company/cabochon',
  x: 'https://x.com/cabochon',
}

/**
 * Returns a running shop with the demo's catalogue and a browser, both of the worker. Earlier files
 * may have placed orders or added products: compare with the shop's own counts.
 */
export async function startDemoShop(): Promise<ShopWithDatabase & Readonly<{ browser: Browser }>> {
  const browser = await openSharedBrowser()
  const settings = { DEMO: 'catalogue', SOCIAL_LINKS: JSON.stringify(SOCIAL_LINKS) }
  return { ...toShopWithDatabase(await takeSharedShop(settings)), browser }
}

function toShopWithDatabase({ shop, database }: ShopOnCluster): ShopWithDatabase {
  return { shop, db: database.db, pool: database.pool, databaseUrl: database.url }
}
