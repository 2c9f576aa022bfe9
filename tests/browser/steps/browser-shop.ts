import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import type { Database } from '#database/database.ts'
import { openDatabase } from '#database/open-database.ts'
import { startRunningShop, type RunningShop } from '#tests/shop/running-shop.ts'
import { startBrowser } from './chromium.ts'

/** A whole marketplace in a process of its own, and its database to look into, or to put another process before. */
export type ShopWithDatabase = Readonly<{ shop: RunningShop; db: Database; databaseUrl: string }>

/**
 * A running shop for a test file, silent and without the demo unless `settings` say otherwise; it is removed after the
 * file's last test. Call it once a file, at the top: `const { shop, db } = await watchedShop()`.
 */
export async function startShopWithDatabase(
  settings: Record<string, string> = {},
): Promise<ShopWithDatabase> {
  const shop = await startRunningShop({ LOG_LEVEL: 'silent', ...settings })
  afterAll(() => shop.remove())
  const database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  // What was opened last is closed first: hooks run so.
  afterAll(() => database.close())
  return { shop, db: database.db, databaseUrl: database.url }
}

/** The same with a browser of the file's own: `const { shop, db, browser } = await browserShop()`. */
export async function startBrowserShop(
  settings: Record<string, string> = {},
): Promise<ShopWithDatabase & Readonly<{ browser: Browser }>> {
  const browser = await startBrowser()
  afterAll(() => browser.close())
  return { ...(await startShopWithDatabase(settings)), browser }
}
