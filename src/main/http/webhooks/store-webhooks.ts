import { Hono } from 'hono'
import type { Database } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { MINUTE } from '#core/time.ts'
import {
  createOrderEventReceiver,
  createWebhookVerifier,
  receivePrivacyRequest,
  type ShopOrderDeps,
} from '#features/stores/shop-orders/service.ts'
import { receiveProductEvent } from '#features/stores/supplier-stores/service.ts'
import type { Limit } from '#platform/http/calls/endpoint.ts'
import { readBytes } from '#platform/http/calls/read-body.ts'
import type { HttpEnv } from '#platform/http/calls/register-routes.ts'
import type { Limiter } from '#platform/http/limits/limits.ts'
import type { InvalidSignatureAlert } from './invalid-signature-alert.ts'

/** The dependencies of connected stores' webhooks. */
export type StoreWebhookDeps = Readonly<{
  db: Database
  deps: ShopOrderDeps
  clock: () => Date
  limiter: Limiter
  alarm: InvalidSignatureAlert
}>

/** Limits senders of webhooks without a valid signature. Signed ones are always accepted. */
const INVALID_SIGNATURE_LIMIT: Limit = { calls: 60, windowMs: MINUTE, counted: 'in_memory' }

/** The maximum size: an order with a hundred lines and the additions of plug-ins. */
const MAX_BYTES = 1024 * 1024

/**
 * Returns the route of connected stores' webhooks: `/stores/webhooks/{connection}`. The response is sent after they
 * are stored.
 */
export function storeWebhooks({ db, deps, clock, limiter, alarm }: StoreWebhookDeps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const receiveOrderEvent = createOrderEventReceiver(db, deps)
  const verifyWebhook = createWebhookVerifier(db, deps)
  app.post('/:connection', async (c) => {
    const body = await readBytes(c.req.raw, MAX_BYTES)
    const now = clock()
    try {
      const webhook = await verifyWebhook({
        connectionId: c.req.param('connection'),
        delivery: { body, header: (name) => c.req.header(name) },
      })
      if (webhook.event.privacy) await receivePrivacyRequest(db, deps, { ...webhook, now })
      else if (webhook.event.orderId === null) await receiveProductEvent(db, deps, { ...webhook, now })
      else await receiveOrderEvent({ ...webhook, now })
    } catch (error) {
      alarm('connected stores', error, now)
      const name = 'webhooks of stores that cannot be believed'
      if (error instanceof AppError && error.code !== 'store_access_denied')
        await limiter({ name, client: c.get('client'), limit: INVALID_SIGNATURE_LIMIT, now })
      throw error
    }
    return c.json({ success: true, message: 'noted' })
  })
  return app
}
