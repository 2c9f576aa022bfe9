import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { announceProducts, releaseStock } from '#features/catalogue/catalog/service.ts'
import { expireOrders } from '../lifecycle/move-orders.ts'
import { lockPurchases } from '../placing/combined-queries.ts'
import { isPractice } from '../rules.ts'
import { insertReleases } from '../views/stock-release-queries.ts'
import { closePurchases, listLines, lockOverduePurchases } from '../views/purchase-queries.ts'

/** The number of purchases that one transaction releases. */
const BATCH = 100

/**
 * Expires unpaid purchases whose reservation is over, and releases their items; returns how many. Several processes may
 * run it at once: each skips what another has locked.
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
    released.push(...(await endPurchases(tx, purchaseIds, now)))
    return purchaseIds.length
  })
  announceProducts(db, released)
  return expiredCount
}

/**
 * Expires unwanted unpaid purchases and releases their items; returns their products' public ids. Undefined, with
 * nothing done, if one of them is paid or has ended.
 */
export async function releasePurchases(
  tx: Transaction,
  purchaseIds: readonly number[],
  now: Date,
): Promise<string[] | undefined> {
  const locked = await lockPurchases(tx, purchaseIds)
  if (locked.length < purchaseIds.length || locked.some(({ paidAt, closedAt }) => paidAt ?? closedAt))
    return undefined
  return endPurchases(tx, purchaseIds, now)
}

async function endPurchases(tx: Transaction, purchaseIds: readonly number[], now: Date): Promise<string[]> {
  const orders = await expireOrders(tx, { purchaseIds, now })
  await closePurchases(tx, purchaseIds, now)
  const lines = await listLines(
    tx,
    orders.filter((order) => !isPractice(order)).map((order) => order.id),
  )
  await releaseStock(tx, lines)
  const units = lines.map(({ id, quantity }) => ({ lineId: id, quantity }))
  await insertReleases(tx, { kind: 'expired', units, at: now })
  return lines.map((line) => line.productPublicId)
}
