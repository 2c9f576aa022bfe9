import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { normalizeEmail, toLimitSubject } from '#features/identity/accounts/service.ts'
import { createEmail, type EmailContent, sendEmails } from '#features/messaging/notifications/service.ts'
import { findPurchaseByNumber, type Purchase } from '#features/sales/orders/service.ts'
import { isEmail } from '#core/emails/email.ts'
import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { LINK_WARNING } from '#core/emails/texts/order-texts.ts'
import { invalid } from '#core/errors.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { type Enqueue, job, type Job } from '#platform/jobs/job.ts'
import { LINK_LIMIT, sendOrderLink } from './order-link-contract.ts'

/**
 * Returns the route that requests the link of an order. The request does the same for every number and address, and a
 * job does the rest, so that the response time does not reveal whether the order exists.
 */
export function orderLinkRoute(enqueue: Enqueue): Route {
  return route(sendOrderLink, async ({ body }, { db, count }) => {
    const number = normaliseOrderNumber(body.number)
    const email = normalizeEmail(body.email)
    const missing = [...(number === '' ? ['number'] : []), ...(email === '' ? ['email'] : [])]
    if (missing.length > 0)
      throw invalid('fields_missing', 'Enter your order number and your email address.', { fields: missing })
    if (!isEmail(email)) throw invalid('bad_email', 'Enter a valid email address.', { fields: ['email'] })
    await count('order links', LINK_LIMIT, toLimitSubject(email))
    const input = { number, email, requestId: randomUUID() }
    await enqueue(db, { job: 'checkout.mail_order_link', input })
    return ok('If we find an order with this number and email address, we’ll email you its link.', {})
  })
}

/** Returns a typed order number in its stored form; shoppers type it with a #, spaces, or lower case letters. */
function normaliseOrderNumber(typed: string): string {
  return typed.replaceAll(/[\s#]/g, '').toUpperCase()
}

/** Emails the link of an order to the address it was placed with, if the request named that address. */
export function sendOrderLinkJob(publicUrl: string): Job {
  return job({
    name: 'checkout.mail_order_link',
    input: z.object({ number: z.string(), email: z.string(), requestId: z.string() }),
    attempts: 5,
    async run({ number, email, requestId }, { db, now, enqueue }) {
      const purchase = await findPurchaseByNumber(db, number)
      if (purchase?.channel !== 'marketplace' || normalizeEmail(purchase.email) !== email) return
      const envelope = { key: `order-link:${requestId}`, to: purchase.email }
      await sendEmails(db, {
        emails: [createEmail(envelope, renderLinkEmail(purchase, publicUrl))],
        now,
        enqueue,
      })
    },
  })
}

function renderLinkEmail({ number, publicId, firstName }: Purchase, publicUrl: string): EmailContent {
  return {
    ...writeEmail('order_link', { order: number, firstName }),
    preview: 'Open your order on any device.',
    tables: [],
    action: { label: 'View your order', url: `${publicUrl}/dashboard?order=${publicId}` },
    closing: [LINK_WARNING, "If you didn't ask for it, you can ignore this email."],
  }
}
