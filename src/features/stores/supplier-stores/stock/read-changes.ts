import { notFound } from '#core/errors.ts'
import type { Queryable } from '#database/database.ts'
import { ADJUST_STOCK_EFFECT } from '#features/catalogue/catalog/service.ts'
import { listEffectTrails } from '#platform/effects/effect-trail.ts'
import type { StoreStockChangeData } from '../contract.ts'
import { type ListedStoreChange, isOwnOrder, listOrderChanges, listStoreChanges } from './change-queries.ts'

const LISTED_CHANGES = 10

/**
 * Returns an order's changes of its supplier's connected store, with every attempt. The order is one of the account's
 * store. Throws `order_not_found`.
 */
export async function readOrderChanges(
  db: Queryable,
  ref: Readonly<{ accountId: number; orderId: string }>,
): Promise<StoreStockChangeData[]> {
  if (!(await isOwnOrder(db, ref))) throw notFound('order_not_found', 'This order doesn’t exist.')
  return presentChanges(db, await listOrderChanges(db, ref))
}

/** Returns the newest changes of a connected store's stock by orders, with every attempt. */
export async function readStoreChanges(db: Queryable, connectionId: number): Promise<StoreStockChangeData[]> {
  return presentChanges(db, await listStoreChanges(db, connectionId, LISTED_CHANGES))
}

async function presentChanges(
  db: Queryable,
  changes: readonly ListedStoreChange[],
): Promise<StoreStockChangeData[]> {
  const subjects = changes.map(({ subject }) => subject)
  const trails = new Map(
    (await listEffectTrails(db, { kind: ADJUST_STOCK_EFFECT, subjects })).map((one) => [one.subject, one]),
  )
  return changes.map(({ subject, requestedAt, ...change }) => {
    const {
      id = '',
      state = 'pending',
      needsDecision = false,
      message = null,
      attempts = [],
      nextAttemptAt = null,
    } = trails.get(subject) ?? {}
    const requested = new Date(requestedAt).toISOString()
    return {
      ...change,
      reference: id,
      requestedAt: requested,
      state,
      needsDecision,
      message,
      attempts,
      nextAttemptAt,
    }
  })
}
