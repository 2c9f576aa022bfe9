import { createHash } from 'node:crypto'
import { notFound, refused } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
import type { Database, Transaction } from '#database/database.ts'
import { asDatabase } from '#database/transaction.ts'
import { type OperatorEffectDeps, retryFailedEffect } from '#features/operator/effects/service.ts'
import { refundByDecision } from '#features/money/refunds/service.ts'
import { cancelOrder, lockOrder, type OrderDeps, orderNotFound } from '#features/sales/orders/service.ts'
import { findBulkOrder, listFailedEffects } from './bulk-queries.ts'
import { type BulkAction, previewEach } from './perform-each.ts'
import type { BulkPreviewRowData } from './contract.ts'

/** The dependencies of actions on many orders. */
export type BulkDeps = Readonly<{ orders: OrderDeps; effects: OperatorEffectDeps }>

/** The operator who acts, and the time. */
export type BulkActor = Readonly<{ deps: BulkDeps; accountId: number; now: Date }>

/** Returns the action that cancels the unshipped items of an order, as its page does. */
export function cancelAction({ deps, accountId, now }: BulkActor, reason: string): BulkAction {
  return async (tx, id) => {
    const cause = { actor: 'operator', accountId, reason } as const
    const { order } = await cancelOrder(asDatabase(tx), { id, scope: {}, cause, deps: deps.orders, now })
    return order.state === 'cancelled'
      ? 'Cancelled and refunded.'
      : 'Unshipped items are cancelled and refunded.'
  }
}

/** The terms of refunds; the key of each order's refund is derived from theirs. */
export type BulkRefund = Readonly<{ reason: string; byMarketplace: boolean; idempotencyKey: string }>

/** Returns the action that refunds all that is left of an order, as its page does. */
export function refundAction({ deps, accountId, now }: BulkActor, refund: BulkRefund): BulkAction {
  const { reason, byMarketplace, idempotencyKey } = refund
  const what = { of: 'all' } as const
  const hash = createHash('sha256').update(JSON.stringify({ what, reason, byMarketplace })).digest('hex')
  return async (tx, id) => {
    const locked = await lockOrder(tx, id, {})
    if (!locked) throw orderNotFound()
    const { amount } = await refundByDecision(tx, locked, {
      what,
      reason,
      byMarketplace,
      key: `${id}:wish:${idempotencyKey}`,
      hash,
      actor: 'operator',
      accountId,
      enqueue: deps.orders.enqueue,
      now,
    })
    return `Refunds ${formatMoney(amount, locked.order.currency)}.`
  }
}

/** Returns the action that retries an order's rejected and unclear effects. */
export function retryAction({ deps, now }: BulkActor): BulkAction {
  return async (tx, id) => {
    const failed = await listFailed(tx, id)
    for (const effect of failed) await retryFailedEffect(tx, effect.id, { ...deps.effects, now })
    return failed.length === 1 ? 'Retries one action.' : `Retries ${failed.length} actions.`
  }
}

async function listFailed(tx: Transaction, id: string) {
  const order = await findBulkOrder(tx, id)
  if (!order) throw notFound('order_not_found', 'This order doesn’t exist.')
  const failed = await listFailedEffects(tx, order.orderId)
  if (failed.length === 0) throw refused('nothing_failed', 'Nothing has failed here.')
  return failed
}

/** Returns a preview of a retry; its amount is the sum of the refunds it will send. */
export async function previewRetry(
  db: Database,
  ids: readonly string[],
  actor: BulkActor,
): Promise<BulkPreviewRowData[]> {
  const rows = await previewEach(db, ids, retryAction(actor))
  const amounts = new Map<string, number>()
  for (const { id, isPossible } of rows) {
    const order = isPossible ? await findBulkOrder(db, id) : undefined
    const failed = order ? await listFailedEffects(db, order.orderId) : []
    amounts.set(
      id,
      failed.reduce((sum, { amount }) => sum + amount, 0),
    )
  }
  return rows.map((row) => ({ ...row, amount: amounts.get(row.id) ?? 0 }))
}
