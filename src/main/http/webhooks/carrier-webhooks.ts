import { Hono } from 'hono'
import type { Database } from '#database/database.ts'
import type { Carriers, OrderDeps } from '#features/sales/orders/port.ts'
import { applyCarrierWebhookEvent } from '#features/sales/orders/service.ts'
import { AppError } from '#core/errors.ts'
import { MINUTE } from '#core/time.ts'
import type { Limit } from '#platform/http/calls/endpoint.ts'
import type { Limiter } from '#platform/http/limits/limits.ts'
import { readText } from '#platform/http/calls/read-body.ts'
import type { HttpEnv } from '#platform/http/calls/register-routes.ts'
import type { InvalidSignatureAlert } from './invalid-signature-alert.ts'

/** The dependencies of the carriers' webhooks. */
export type CarrierWebhookDeps = Readonly<{
  db: Database
  carriers: Carriers
  deps: OrderDeps
  clock: () => Date
  limiter: Limiter
  alarm: InvalidSignatureAlert
}>

/** Limits senders of webhooks without a valid signature. Signed ones are always accepted. */
const INVALID_SIGNATURE_LIMIT: Limit = { calls: 60, windowMs: MINUTE, counted: 'in_memory' }

/** The maximum size: an event contains all tracking events of a parcel, up to some hundred. */
const MAX_BYTES = 512 * 1024

/** Returns the route of EasyPost's webhooks: `/shipping/notify/easypost`. The signature covers the raw body. */
export function carrierWebhooks({
  db,
  carriers,
  deps,
  clock,
  limiter,
  alarm,
}: CarrierWebhookDeps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.post('/easypost', async (c) => {
    const body = await readText(c.req.raw, MAX_BYTES)
    const now = clock()
    try {
      await applyCarrierWebhookEvent(
        db,
        carriers.parseWebhookEvent(body, (name) => c.req.header(name)),
        { deps, now },
      )
    } catch (error) {
      alarm('easypost', error, now)
      const name = 'messages of carriers that cannot be believed'
      if (error instanceof AppError && error.kind === 'invalid')
        await limiter({ name, client: c.get('client'), limit: INVALID_SIGNATURE_LIMIT, now })
      throw error
    }
    return c.json({ success: true, message: 'noted' })
  })
  return app
}
