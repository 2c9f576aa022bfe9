import { notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import type { AuditSource } from '#features/identity/audit/service.ts'
import { explainLimits } from '#features/stores/connections/service.ts'
import { requestEffects, retryEffect } from '#platform/effects/request-effects.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { FOLLOW_JOB } from '../deps.ts'
import { recordOrderAction } from '../record-order-action.ts'
import { TRACKING_EFFECT } from '../tracking/send-tracking.ts'
import { refreshStoreProblem } from '../tracking/tracking-queries.ts'
import { type CancellableOrder, lockCancellable, saveCancelRequest } from './cancellation-queries.ts'
import { CANCEL_EFFECT } from './cancellation-effect.ts'

/** A request to cancel a vendor's order in its store. */
export type CancelRequest = Readonly<{ source: AuditSource; id: string }>

/**
 * Cancels an order in its store, or retries a refused cancellation. Until the store has answered, nothing more is
 * bought for it. Throws `order_not_found`; refuses with `store_gone`, `store_rights_missing`, `order_state` and
 * `order_shipped`.
 */
export async function cancelInStore(
  db: Database,
  { enqueue }: Readonly<{ enqueue: Enqueue }>,
  { source, id, isRefunded }: CancelRequest & Readonly<{ isRefunded: boolean }>,
): Promise<void> {
  const { now } = source
  await inTransaction(db, async (tx) => {
    const order = await lockOwn(tx, { source, id })
    ensureCancellable(order)
    await saveCancelRequest(tx, { id, requestedAt: now })
    const ref = { kind: CANCEL_EFFECT, subject: id }
    const isRetried = await retryEffect(tx, ref, { enqueue, now })
    if (!isRetried) {
      const request = { ...ref, lane: `store ${order.connectionId ?? 'gone'}`, input: { isRefunded } }
      await requestEffects(tx, [request], { enqueue, now })
    }
    // A second click changes nothing.
    if (isRetried || !order.isCancelling)
      await recordOrderAction(tx, source, {
        order: { id, number: order.number },
        action: `Cancelled order ${order.number} in the store`,
        before: { shopState: order.shopState },
        after: { shopState: 'cancelled', ...(isRetried ? {} : { refundsCustomer: isRefunded }) },
      })
    await refreshStoreProblem(tx, { shopOrderId: id, kind: TRACKING_EFFECT })
    await enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId: id } })
  })
}

function ensureCancellable(order: CancellableOrder): void {
  const { shopState, platform, connectionId, isShipped } = order
  const warning = explainLimits(order.limits)
  if (platform === 'manual' || connectionId === null)
    throw refused('store_gone', 'This order’s store is no longer connected. Cancel the order there yourself.')
  if (warning !== null) throw refused('store_rights_missing', warning)
  if (shopState === 'cancelled' || shopState === 'refunded')
    throw refused(
      'order_state',
      'This order is already cancelled or refunded in your store. Reload the page.',
    )
  if (isShipped)
    throw refused(
      'order_shipped',
      'Items of this order have been shipped. Refund your customer in your store instead.',
    )
}

/**
 * Continues an order whose cancellation its store has refused. Throws `order_not_found`; refuses with `order_state` while
 * the store may still cancel it.
 */
export async function keepOrder(
  db: Database,
  { enqueue }: Readonly<{ enqueue: Enqueue }>,
  { source, id }: CancelRequest,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { number, isCancelling, isRefused, shopState } = await lockOwn(tx, { source, id })
    if (!isCancelling || !isRefused)
      throw refused('order_state', 'This order can’t be continued now. Reload the page.')
    await saveCancelRequest(tx, { id, requestedAt: null })
    await recordOrderAction(tx, source, {
      order: { id, number },
      action: `Continued order ${number}, which the store didn’t cancel`,
      before: { shopState: 'cancelled' },
      after: { shopState },
    })
    await refreshStoreProblem(tx, { shopOrderId: id, kind: TRACKING_EFFECT })
    await enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId: id } })
  })
}

async function lockOwn(tx: Transaction, { source, id }: CancelRequest): Promise<CancellableOrder> {
  const order = await lockCancellable(tx, { accountId: source.businessId, id, kind: CANCEL_EFFECT })
  if (!order) throw notFound('order_not_found', 'We couldn’t find this order.')
  return order
}
