import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { practiceShops } from '#connectors/practice-shop/practice-shop.ts'
import { findShop, type PracticeShop } from '#connectors/practice-shop/shop-queries.ts'
import { type Database, queryRows } from '#database/database.ts'
import { findAccountByEmail } from '#features/identity/accounts/account-queries.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import {
  pushProducts,
  selectConnections,
  selectProducts,
  startSync,
  type StoreConnection,
  type StoreConnectionDeps,
} from '#features/stores/connections/service.ts'
import { connectPracticeShop } from '#features/stores/practice/service.ts'
import { savePricing } from '#features/stores/pricing/service.ts'
import { openFeed, savePoll } from '#features/stores/shop-orders/stores/feed-queries.ts'
import { RECONCILE_JOB } from '#features/stores/shop-orders/service.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { DEMO_LOGINS } from './demo-logins.ts'
import type { SimulationDeps } from './history/simulation-deps.ts'

/** The number of products that the demo's vendor sells. */
const PRODUCTS = 40

/** The number of unpublished ones, so that the publish plan is not empty. */
const UNPUBLISHED = 4

/** The most chunks of a run with this few products. */
const MAX_CHUNKS = 20

/** The practice shop of the demo's vendor with its connection. */
export type VendorShop = Readonly<{ connection: StoreConnection; practiceShop: PracticeShop }>

/** Creates the practice shop of the demo's vendor, with price rules, and publishes products there. */
export async function openVendorShop(
  { db, featureDeps, config, timeline }: SimulationDeps,
  vendor: Actor,
): Promise<VendorShop> {
  const now = timeline.now()
  const { stores, shopOrders } = featureDeps
  const deps = { shops: practiceShops(config.publicUrl), orders: shopOrders }
  const source = { businessId: vendor.id, memberId: vendor.id, role: 'owner', now } as const
  await connectPracticeShop(db, deps, { actor: vendor, source })
  await savePricing(db, stores, { source, version: 0, rates: [], rules: RULES })
  await selectProducts(db, source, (await chooseProducts(db, now)).slice(UNPUBLISHED))
  await startSync(db, stores, { accountId: vendor.id, now })
  const [connection] = await selectConnections(db, vendor.id)
  const practiceShop = await findShop(db, { accountId: vendor.id, platform: 'woocommerce' })
  if (!connection || !practiceShop) throw new Error('the practice shop was not connected')
  await pushAll(db, stores, { connectionId: connection.id, now })
  return { connection, practiceShop }
}

/** Performs the jobs of a run, chunk by chunk. */
async function pushAll(
  db: Database,
  stores: StoreConnectionDeps,
  { connectionId, now }: Readonly<{ connectionId: number; now: Date }>,
): Promise<void> {
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    const [run] = await queryRows<{ id: number }>(
      db,
      sql`select id::int as id from store_runs where connection_id = ${connectionId} and state = 'running'`,
    )
    if (!run) return
    await pushProducts(db, { deps: stores, runId: run.id, now })
  }
}

/** Selects existing products of each supplier, always the same. */
async function chooseProducts(db: Database, at: Date): Promise<{ productId: string }[]> {
  return db
    .select({ productId: products.publicId })
    .from(products)
    .where(and(eq(products.isListed, true), gt(products.stock, 0), lte(products.createdAt, at)))
    .orderBy(sql`${products.id} % 29`, products.id)
    .limit(PRODUCTS)
}

/**
 * Connects the vendor's practice shop to the marketplace and selects the products to be published. Does nothing when
 * the vendor has no shop.
 */
export async function connectVendorShop(
  db: Database,
  { enqueue, now }: Readonly<{ enqueue: Enqueue; now: Date }>,
): Promise<void> {
  const vendor = await findAccountByEmail(db, DEMO_LOGINS.vendor)
  const [connection] = vendor ? await selectConnections(db, vendor.id) : []
  if (!vendor || !connection) return
  await openFeed(db, connection.id)
  await savePoll(db, connection.id, { now, until: now, recovered: 0 })
  await enqueue(db, { job: RECONCILE_JOB, input: { connectionId: connection.id } })
  const source = { businessId: vendor.id, memberId: vendor.id, role: 'owner', now } as const
  await selectProducts(db, source, (await chooseProducts(db, connection.createdAt)).slice(0, UNPUBLISHED))
}

const RULES = [
  {
    scope: { kind: 'all' },
    tiers: [
      { upToCents: 5_000, kind: 'multiplier', value: 26_000 },
      { upToCents: 50_000, kind: 'multiplier', value: 22_000 },
      { upToCents: null, kind: 'multiplier', value: 18_000 },
    ],
    ending: 95,
    minMarginBps: 3_000,
  },
  {
    scope: { kind: 'category', category: 'Rings' },
    tiers: [{ upToCents: null, kind: 'percent', value: 14_000 }],
    ending: 0,
    minMarginBps: 3_500,
  },
] as const
