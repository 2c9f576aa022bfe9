import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const WRITE_LIMIT = { calls: 60, windowMs: HOUR, scope: 'account' } as const

const Email = z.string().trim().min(3).max(254)

const GuestOrder = z.object({
  id: z.string(),
  number: z.string(),
  placedAt: z.string(),
  total: z.number(),
  currency: z.string(),
  /** Why the order blocks erasure; null if it does not. */
  blocker: z.string().nullable(),
})

const GuestMessage = z.object({
  id: z.string(),
  message: z.string(),
  state: z.enum(['open', 'done', 'spam']),
  createdAt: z.string(),
})

const GuestShape = z
  .object({
    email: z.string(),
    /** The open account with this address; its own page exports and erases its data. */
    account: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** The newest 100 orders, newest first. */
    orders: z.array(GuestOrder),
    hasMoreOrders: z.boolean(),
    messages: z.array(GuestMessage),
    newsletter: z
      .object({ state: z.enum(['pending', 'confirmed', 'unsubscribed']), subscribedAt: z.string() })
      .nullable(),
    /** The number of emails in the outbox, at most 1,000. */
    emails: z.number(),
  })
  .openapi('Guest')

export const findGuest = endpoint({
  method: 'GET',
  path: '/operator/guests',
  summary:
    'Returns the stored data of a guest without an account, by email address, order number or both: orders, messages, newsletter, emails',
  access: { operator: 'accounts:read' },
  query: z.object({
    order: z.string().trim().max(40).default(''),
    email: z.string().trim().max(254).default(''),
  }),
  answer: Envelope.extend({ guest: GuestShape }),
  refusals: ['guest_unnamed', 'guest_not_found'],
  limit: { calls: 60, windowMs: MINUTE },
})

export const exportGuest = endpoint({
  method: 'POST',
  path: '/operator/guests/export',
  summary:
    'Exports the stored data of a guest without an account, by feature, and records it in the audit log; needs your password first',
  access: { operator: 'accounts:write' },
  confirmed: true,
  body: z.object({ email: Email }),
  answer: Envelope.extend({
    exportedAt: z.string(),
    email: z.string(),
    /** The data by feature. */
    data: z.record(z.string(), z.unknown()),
  }),
  refusals: ['guest_not_found'],
  limit: WRITE_LIMIT,
})

export const eraseGuest = endpoint({
  method: 'POST',
  path: '/operator/guests/erase',
  summary:
    'Erases the stored data of a guest without an account; invoices keep name and address; refused while an order is open; needs your password first',
  access: { operator: 'accounts:write' },
  confirmed: true,
  body: z.object({ email: Email, reason: z.string().trim().min(3).max(500) }),
  answer: Envelope,
  refusals: ['guest_not_found', 'guest_has_account', 'guest_busy'],
  limit: WRITE_LIMIT,
})
