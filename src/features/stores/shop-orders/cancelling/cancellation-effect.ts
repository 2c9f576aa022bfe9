import { z } from 'zod'
import { refused } from '#core/errors.ts'
import type { Database } from '#database/database.ts'
import { findConnectionByKey, openKeys } from '#features/stores/connections/service.ts'
import { type Effect, effect, type EffectAnswer } from '#platform/effects/effect.ts'
import type { ShopOrderDeps } from '../deps.ts'
import { receiveOrder } from '../intake/receive-order.ts'
import { TRACKING_EFFECT } from '../tracking/send-tracking.ts'
import { refreshStoreProblem } from '../tracking/tracking-queries.ts'
import { findOrderToCancel } from './cancellation-queries.ts'

/** The effect that cancels an order in its store, by the order's public id. */
export const CANCEL_EFFECT = 'shop_orders.cancel_order'

/** The number of attempts without an answer after which the order's vendor decides. */
const MAX_REQUESTS = 14

/**
 * Returns the effect that cancels an order in a vendor's store. The order is read again afterwards, so that its
 * suppliers stop without waiting for a webhook.
 */
export function cancellationEffect(deps: ShopOrderDeps): Effect {
  return effect({
    kind: CANCEL_EFFECT,
    input: z.object({ isRefunded: z.boolean() }),
    maxRequests: MAX_REQUESTS,
    begin: async (tx, { subject }) => (await findOrderToCancel(tx, subject)) !== undefined,
    async lookUp({ subject, now }, { db }) {
      const store = await openStore(db, deps, subject)
      return (await receiveCancelled(db, deps, { ...store, now })) ? DONE : 'none'
    },
    async perform({ subject, input: { isRefunded }, now }, { db }) {
      const store = await openStore(db, deps, subject)
      const { connector, access, orderId } = store
      const result = await connector.cancelOrder(access, { orderId, isRefunded })
      if (result.outcome === 'refused') return { outcome: 'refused', message: result.reason }
      const { outcome, message } = result
      if (outcome === 'accepted') return { outcome, message }
      await receiveCancelled(db, deps, { ...store, now })
      return { outcome: 'done', message }
    },
    settle: (tx, { subject }) => refreshStoreProblem(tx, { shopOrderId: subject, kind: TRACKING_EFFECT }),
  })
}

const DONE: EffectAnswer = { outcome: 'done', message: 'Your store has cancelled the order.' }

type OpenStore = Awaited<ReturnType<typeof openStore>>

/** Throws `store_gone` if the store is no longer connected. */
async function openStore(db: Database, { stores }: ShopOrderDeps, id: string) {
  const order = await findOrderToCancel(db, id)
  const connection = order?.connectionId ? await findConnectionByKey(db, order.connectionId) : undefined
  if (!order || !connection)
    throw refused('store_gone', 'This store is no longer connected. Cancel the order there yourself.', {
      isRequested: false,
    })
  const connector = stores.connectorFor(connection.platform)
  return { connection, connector, access: await openKeys(stores, connection), orderId: order.externalId }
}

/** Updates the order from its store; returns whether it is cancelled there. */
async function receiveCancelled(
  db: Database,
  deps: ShopOrderDeps,
  { connection, connector, access, orderId, now }: OpenStore & Readonly<{ now: Date }>,
): Promise<boolean> {
  const order = await connector.findOrder(access, orderId)
  if (order?.state !== 'cancelled' && order?.state !== 'refunded') return false
  await receiveOrder(db, deps, { connection, order, isRecovered: false, now })
  return true
}
