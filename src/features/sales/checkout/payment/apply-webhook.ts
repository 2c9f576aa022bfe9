import type { Database } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import {
  completeDeferredEvent,
  insertWebhookEvent,
  deferWebhookEvent,
  listReadyWebhookEvents,
  type PaymentWebhookContent,
  type RefundOrDisputeContent,
} from '#features/money/payments/service.ts'
import type { Log } from '#platform/log.ts'
import {
  createRefundRequester,
  applyDispute,
  type DisputeOutcome,
  type RefundOutcome,
  applyRefund,
} from '#features/money/refunds/service.ts'
import type { CheckoutDeps } from './pay-order.ts'
import { applyPayment, type PaymentResult } from './apply-payment.ts'

/** The subject of a webhook event, and the payment's state after one about a payment. */
export type WebhookEventResult = Readonly<{
  about: PaymentWebhookContent['about']
  state: PaymentResult['state'] | undefined
  /** Whether it reports a payment. */
  isMoney: boolean
  /** The outcome of a reported refund or dispute. */
  refund?: RefundOutcome
  dispute?: DisputeOutcome
}>

/**
 * Applies a provider's webhook event: it is verified, stored by its event id, and applied. A repeated event is applied
 * again, which changes nothing, so that an event stored by a process that died is not lost.
 */
export async function applyWebhookEvent(
  db: Database,
  { checkoutDeps, provider: name, body, header, now }: ReceivedWebhook,
): Promise<WebhookEventResult> {
  const provider = checkoutDeps.providers.find((one) => one.name === name)
  if (!provider) throw notFound('provider_unknown', 'This payment provider isn’t set up.')
  const event = await provider.parseWebhookEvent(body, header, now)
  // It is committed first: applying it may write nothing, and the provider never repeats an acknowledged event.
  const { eventId, storedBody = body } = event
  await insertWebhookEvent(db, { provider: name, eventId, body: storedBody, receivedAt: now })
  const result = await applyWebhookContent(db, { checkoutDeps, provider: name, content: event, now })
  const pendingEvent = toPendingEvent(event)
  if (pendingEvent && isUnknown(result))
    await deferWebhookEvent(db, { provider: name, eventId, word: pendingEvent })
  return result
}

/** Returns a webhook event's report of a refund or dispute; undefined for one about something else. */
function toPendingEvent(content: PaymentWebhookContent): RefundOrDisputeContent | undefined {
  if (content.about === 'refund') return { about: content.about, refund: content.refund }
  return content.about === 'dispute' ? { about: content.about, dispute: content.dispute } : undefined
}

function isUnknown({ refund, dispute }: WebhookEventResult): boolean {
  return refund === 'unknown' || dispute === 'unknown'
}

/** The most deferred webhook events applied in one run. */
const PENDING_BATCH = 100

/**
 * Applies deferred webhook events about refunds and disputes whose receipt exists now. The events look up receipts, not
 * the other way round, because two concurrent transactions do not see each other. Repeating it changes nothing.
 */
export async function applyPendingWebhookEvents(
  db: Database,
  { checkoutDeps, now, log }: Readonly<{ checkoutDeps: CheckoutDeps; now: Date; log: Log }>,
): Promise<void> {
  for (const { id, provider, word } of await listReadyWebhookEvents(db, PENDING_BATCH)) {
    try {
      const result = await applyWebhookContent(db, { checkoutDeps, provider, content: word, now })
      if (isUnknown(result))
        log.error({ provider, webhookEvent: id }, 'a webhook event has another currency than its payment')
      await completeDeferredEvent(db, id)
    } catch (error) {
      // It waits for the next run; the others need not.
      log.error({ err: error, provider, webhookEvent: id }, 'could not process a stored webhook event')
    }
  }
}

type WebhookContentInput = Readonly<{
  checkoutDeps: CheckoutDeps
  provider: string
  content: PaymentWebhookContent
  now: Date
}>

async function applyWebhookContent(
  db: Database,
  { checkoutDeps, provider, content, now }: WebhookContentInput,
): Promise<WebhookEventResult> {
  const { about } = content
  const orderDeps = { enqueue: checkoutDeps.enqueue, refund: createRefundRequester(checkoutDeps.enqueue) }
  const base = { about, state: undefined, isMoney: false }
  switch (content.about) {
    case 'payment': {
      const { payment: providerPayment } = content
      const { state } = await applyPayment(db, {
        provider,
        known: providerPayment,
        now,
        enqueue: checkoutDeps.enqueue,
      })
      return { ...base, state, isMoney: providerPayment.state === 'paid' }
    }
    case 'refund':
      return {
        ...base,
        refund: await applyRefund(db, { provider, refund: content.refund, deps: orderDeps, now }),
      }
    case 'dispute':
      return {
        ...base,
        dispute: await applyDispute(db, { provider, dispute: content.dispute, deps: orderDeps, now }),
      }
    case 'nothing':
      return base
  }
}

type ReceivedWebhook = {
  checkoutDeps: CheckoutDeps
  provider: string
  body: string
  header: (name: string) => string | undefined
  now: Date
}
