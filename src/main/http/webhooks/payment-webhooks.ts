import { Hono } from 'hono'
import { AppError } from '#core/errors.ts'
import { MINUTE } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import { applyWebhookEvent, type CheckoutDeps } from '#features/sales/checkout/service.ts'
import type { Limit } from '#platform/http/calls/endpoint.ts'
import type { Limiter } from '#platform/http/limits/limits.ts'
import { readText } from '#platform/http/calls/read-body.ts'
import type { HttpEnv } from '#platform/http/calls/register-routes.ts'
import type { Log } from '#platform/log.ts'
import type { InvalidSignatureAlert } from './invalid-signature-alert.ts'

/** The dependencies of payment webhooks; `log` gets unapplied receipts, which an operator has to resolve. */
export type PaymentWebhookDeps = Readonly<{
  db: Database
  checkoutDeps: CheckoutDeps
  clock: () => Date
  log: Log
  limiter: Limiter
  alarm: InvalidSignatureAlert
}>

/** Limits senders of webhooks without a valid signature. Signed ones are always accepted. */
const INVALID_SIGNATURE_LIMIT: Limit = { calls: 60, windowMs: MINUTE, counted: 'in_memory' }

/** Returns the route of payment webhooks: `/payments/notify/{provider}`. The signature covers the raw body. */
export function paymentWebhooks({
  db,
  checkoutDeps,
  clock,
  log,
  limiter,
  alarm,
}: PaymentWebhookDeps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.post('/notify/:provider', async (c) => {
    const body = await readText(c.req.raw)
    const provider = c.req.param('provider')
    const { state, isMoney, refund, dispute } = await applyWebhookEvent(db, {
      checkoutDeps,
      provider,
      body,
      header: (name) => c.req.header(name),
      now: clock(),
    }).catch(async (error: unknown) => {
      alarm(provider, error, clock())
      const name = 'payment notices that cannot be believed'
      if (isInvalidWebhook(error))
        await limiter({ name, client: c.get('client'), limit: INVALID_SIGNATURE_LIMIT, now: clock() })
      throw error
    })
    if (isMoney && state === 'unknown')
      log.error({ provider }, 'received money for an unknown payment; the webhook event is stored')
    if (refund === 'unknown')
      log.error({ provider }, 'received a refund of an unknown payment; it waits for the payment')
    if (dispute === 'unknown')
      log.error({ provider }, 'received a dispute of an unknown payment; it waits for the payment')
    else if (dispute) log.warn({ provider, dispute }, 'a dispute was opened')
    if (state === 'unapplied')
      log.warn({ provider }, 'received a payment that matches no order; it is stored as unapplied')
    return c.json({ success: true, message: 'noted' })
  })
  return app
}

/** Returns whether a webhook event is not from the provider: its signature is invalid, or it is unreadable. */
function isInvalidWebhook(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'invalid'
}
