import type { Database } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { announceProducts, releaseStock } from '#features/catalogue/catalog/service.ts'
import { expireOrders } from '../lifecycle/move-orders.ts'
import { isPractice } from '../rules.ts'
import { insertReleases } from '../views/stock-release-queries.ts'
import { closePurchases, listLines, lockOverduePurchases } from '../views/purchase-queries.ts'

/** How many purchases one transaction releases. */
const BATCH = 100

/**
 * Ends the unpaid purchases whose reservation is over and gives their items back; gives how many it ended.
 * Several processes may do it at once: each passes over what another has locked.
 */
export async function expirePurchases(db: Database, now: Date): Promise<number> {
  let expiredCount = 0
  for (let batch = BATCH; batch === BATCH; expiredCount += batch) batch = await expireBatch(db, now)
  return expiredCount
}

async function expireBatch(db: Database, now: Date): Promise<number> {
  const released: string[] = []
  const expiredCount = await inTransaction(db, async (tx) => {
    const purchaseIds = await lockOverduePurchases(tx, now, BATCH)
    if (purchaseIds.length === 0) return 0
    const orders = await expireOrders(tx, { purchaseIds, now })
    await closePurchases(tx, purchaseIds, now)
    const lines = await listLines(
      tx,
      orders.filter((order) => !isPractice(order)).map((order) => order.id),
    )
    await releaseStock(tx, lines)
    const units = lines.map(({ id, quantity }) => ({ lineId: id, quantity }))
    await insertReleases(tx, { kind: 'expired', units, at: now })
    released.push(...lines.map((line) => line.productPublicId))
    return purchaseIds.length
  })
  announceProducts(db, released)
  return expiredCount
}
