import { z } from 'zod'
import { unavailable } from '#core/errors.ts'
import { job, type Enqueue, type Job } from '#platform/jobs/job.ts'
import type { Queryable } from '#database/database.ts'
import { findSandboxPayment, captureLatePayments, type SandboxPayment } from './payment-queries.ts'
import { fromSandboxPayment } from './provider.ts'
import { sign, SANDBOX_SIGNATURE_HEADER } from './signature.ts'

const SEND_WEBHOOK_JOB = 'sandbox_pay.send_notice'

/** Sends a request; `fetch`, or its replacement in tests. */
export type RequestSender = (url: string, init: RequestInit) => Promise<Response>

/** Enqueues the webhook events of a decided payment: none, one, or the same one twice. */
export async function enqueueWebhooks(
  db: Queryable,
  payment: SandboxPayment,
  enqueue: Enqueue,
): Promise<void> {
  for (let copy = 0; copy < payment.webhookCount; copy++) {
    await enqueue(db, { job: SEND_WEBHOOK_JOB, input: { id: payment.id } })
  }
}

/** Sends a signed webhook event to the shop, with retries until it is accepted, as real providers do. */
export function sendWebhookJob(send: RequestSender, secret: string): Job {
  return job({
    name: SEND_WEBHOOK_JOB,
    input: z.object({ id: z.string() }),
    attempts: 12,
    async run({ id }, { db, now }) {
      const payment = await findSandboxPayment(db, { providerRef: id })
      if (!payment) return
      const { body, headers } = buildWebhook(payment, secret, now)
      const answer = await send(payment.notifyUrl, {
        method: 'POST',
        body,
        headers,
        signal: AbortSignal.timeout(10_000),
      })
      if (!answer.ok) throw unavailable('notice_refused', `The shop answered a notice with ${answer.status}.`)
    },
  })
}

/** Returns the webhook of a payment's state; the same event always has the same id. */
export function buildWebhook(
  payment: SandboxPayment,
  secret: string,
  now: Date,
): { body: string; headers: Record<string, string> } {
  const { providerRef, reference, currency, amount, state } = fromSandboxPayment(payment)
  const body = JSON.stringify({
    event_id: `evt_${providerRef}_${state}`,
    transaction_id: providerRef,
    reference,
    currency,
    amount,
    status: state,
  })
  return {
    body,
    headers: { 'content-type': 'application/json', [SANDBOX_SIGNATURE_HEADER]: sign(body, secret, now) },
  }
}

/** Captures due late payments, every minute. */
export const captureLatePaymentsJob = job({
  name: 'sandbox_pay.bring_late_money',
  input: z.object({}),
  attempts: 3,
  every: '* * * * *',
  async run(_input, { db, now, enqueue }) {
    for (const payment of await captureLatePayments(db, now)) await enqueueWebhooks(db, payment, enqueue)
  },
})
