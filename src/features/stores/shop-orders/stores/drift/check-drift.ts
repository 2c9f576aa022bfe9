import { AppError } from '#core/errors.ts'
import { addMs, HOUR } from '#core/time.ts'
import { type Database, inTransaction } from '#database/database.ts'
import { findConnectionByKey, openKeys, type RemoteProduct } from '#features/stores/connections/service.ts'
import type { ShopOrderDeps } from '../../deps.ts'
import { findDriftCheck, listSentListings, saveDrift } from './drift-queries.ts'
import { findDrift } from './drift-rules.ts'

/** The name of the job that compares a store with what was sent there. */
export const DRIFT_JOB = 'shop_orders.check_drift'

/** The interval of comparisons. */
const EVERY_MS = HOUR

/** The most products of a store that are compared. */
const MAX_READ = 20_000

/**
 * Compares the stock and prices in a store with what was sent there, at most hourly. Differences are sent again;
 * listings that change during the comparison are left to the next one. A store that doesn't answer is compared later.
 */
export async function checkDrift(
  db: Database,
  { stores }: Pick<ShopOrderDeps, 'stores'>,
  { connectionId, now }: Readonly<{ connectionId: number; now: Date }>,
): Promise<void> {
  const connection = await findConnectionByKey(db, connectionId)
  const checkedAt = await findDriftCheck(db, connectionId)
  if (!connection || (checkedAt && checkedAt > addMs(now, -EVERY_MS))) return
  const before = await listSentListings(db, connectionId)
  if (before.length === 0) return
  const remote = new Map<string, RemoteProduct>()
  try {
    const access = await openKeys(stores, connection)
    const connector = stores.connectorFor(connection.platform)
    let cursor: string | null = null
    do {
      const page = await connector.listProducts(access, cursor)
      for (const product of page.products) remote.set(product.externalId, product)
      cursor = page.next
    } while (cursor !== null && remote.size < MAX_READ)
    // Listings beyond the limit are not known to be gone.
    if (cursor !== null) return
  } catch (error) {
    if (error instanceof AppError) return
    throw error
  }
  await inTransaction(db, async (tx) => {
    const sentBefore = new Map(before.map((one) => [one.productKey, JSON.stringify(one)]))
    const unchanged = (await listSentListings(tx, connectionId)).filter(
      (one) => sentBefore.get(one.productKey) === JSON.stringify(one),
    )
    const compared = unchanged.map((listing) => {
      const product = remote.get(listing.externalId)
      const drift = product && findDrift(listing, product, connection.currency)
      return { productKey: listing.productKey, isMissing: !product, ...drift }
    })
    await saveDrift(tx, {
      connectionId,
      compared: compared.length,
      stock: compared.filter(({ stock }) => stock).length,
      price: compared.filter(({ price }) => price).length,
      missing: compared.filter(({ isMissing }) => isMissing).length,
      corrected: compared
        .filter(({ stock = false, price = false }) => stock || price)
        .map(({ productKey }) => productKey),
      now,
    })
  })
}
