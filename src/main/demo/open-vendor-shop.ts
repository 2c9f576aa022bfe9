import { and, eq, gt, sql } from 'drizzle-orm'
import { practiceShops } from '#connectors/practice-shop/practice-shop.ts'
import { findAccountByEmail } from '#features/identity/accounts/account-queries.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import { selectProducts, startSync } from '#features/stores/connections/service.ts'
import { connectPracticeShop } from '#features/stores/practice/service.ts'
import { savePricing } from '#features/stores/pricing/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { prepareFeatureDeps } from '../wiring/deps.ts'
import type { AppSetup } from '../wiring/setup.ts'
import { DEMO_LOGINS } from './demo-logins.ts'

/** So many products the demo's vendor sells. */
const PRODUCTS = 40

/** So many of them are yet to be published, for a plan that has something to do. */
const UNPUBLISHED = 4

/**
 * Opens the practice shop of the demo's vendor: with price rules and products, which jobs publish once the marketplace has started.
 */
export async function openVendorShop(
  setup: AppSetup,
  { enqueue, now }: Readonly<{ enqueue: Enqueue; now: Date }>,
): Promise<void> {
  const { db, config } = setup
  const vendor = await findAccountByEmail(db, DEMO_LOGINS.vendor)
  if (!vendor) return
  const { stores, shopOrders } = (await prepareFeatureDeps(setup, []))(enqueue)
  const deps = { shops: practiceShops(config.publicUrl), orders: shopOrders }
  const source = { businessId: vendor.id, memberId: vendor.id, role: 'owner', now } as const
  await connectPracticeShop(db, deps, { actor: vendor, source })
  await savePricing(db, { enqueue }, { source, version: 0, rates: [], rules: RULES })
  const chosen = await db
    .select({ productId: products.publicId })
    .from(products)
    .where(and(eq(products.isListed, true), gt(products.stock, 0)))
    // Some of each supplier, always the same.
    .orderBy(sql`${products.id} % 29`, products.id)
    .limit(PRODUCTS)
  const select = (some: typeof chosen) => selectProducts(db, source, some)
  await select(chosen.slice(UNPUBLISHED))
  await startSync(db, stores, { accountId: vendor.id, now })
  await select(chosen.slice(0, UNPUBLISHED))
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
