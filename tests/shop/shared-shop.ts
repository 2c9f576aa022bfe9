import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import {
  createSpareDatabase,
  dropDatabase,
  emptyTables,
  getTestCluster,
  hasOnlyRowChanges,
} from './database.ts'
import { type RunningShop, startRunningShop, waitUntil } from './running-shop.ts'
import { hasGrown, type SpareDatabase } from './spare-databases.ts'

/** A running shop on a database of the run, which starts in half the time of one with its own. */
export type ShopOnCluster = Readonly<{ shop: RunningShop; database: SpareDatabase }>

/** The shops of this worker that go from file to file, by their settings. */
const sharedShops = new Map<string, ShopOnCluster>()

/** Lists and pages that were drawn before a change may be shown for half a second after it. */
const STALE_MS = 600

/** Starts a shop on a database of its own. */
export async function startShopOnCluster(settings: Readonly<Record<string, string>>): Promise<ShopOnCluster> {
  const database = await createSpareDatabase()
  const shop = await startRunningShop({ LOG_LEVEL: 'silent', ...settings, DATABASE_URL: database.url })
  return { shop, database }
}

/** Stops a shop and drops its database. */
export async function removeShop({ shop, database }: ShopOnCluster): Promise<void> {
  await shop.remove()
  await dropDatabase(database)
}

/**
 * Returns a running shop that earlier files of this worker have used, or a new one. It is emptied, unless it has
 * the demo. Its process continues, so that a file pays for none.
 */
export async function takeSharedShop(settings: Readonly<Record<string, string>>): Promise<ShopOnCluster> {
  const key = JSON.stringify(settings)
  const earlier = sharedShops.get(key)
  if (earlier && (settings['DEMO'] !== undefined || (await emptyShop(earlier)))) return earlier
  sharedShops.delete(key)
  if (earlier) await removeShop(earlier)
  const shop = await startShopOnCluster(settings)
  sharedShops.set(key, shop)
  return shop
}

/** Empties a running shop and waits until nothing old is visible; false when more than rows had changed. */
async function emptyShop({ shop, database }: ShopOnCluster): Promise<boolean> {
  if (!(await hasOnlyRowChanges(database)) || (await hasGrown(database))) return false
  const { db } = database
  await emptyTables(db, getTestCluster().lookupTables)
  await db.execute(sql`delete from pgboss.job`)
  await db.execute(sql`select pg_notify('catalogue', '*')`)
  await delay(STALE_MS)
  await waitUntil('the shop is empty', async () => {
    const answer = await fetch(`${shop.url}/shop/getFacets`)
    return JSON.parse(await answer.text()).total === 0
  })
  return true
}

// Workers are ended by a signal, which would leave the processes of their shops behind.
process.once('SIGTERM', () => process.exit())
process.once('exit', () => {
  for (const { shop } of sharedShops.values()) process.kill(shop.pid(), 'SIGKILL')
})
