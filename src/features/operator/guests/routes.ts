import { toDecimal } from '#core/money.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import * as contract from './contract.ts'
import { eraseGuest, exportGuest } from './service.ts'
import { readGuest } from './guest-data.ts'

/** Returns the routes by which operators find, export and erase guests' data. */
export function guestRoutes(enqueue: Enqueue): Route[] {
  return [
    route(contract.findGuest, async ({ query }, { db }) => {
      const { orders, messages, newsletter, ...guest } = await readGuest(db, query)
      return ok('Guest', {
        guest: {
          ...guest,
          orders: orders.map(({ purchase, blocker }) => ({
            id: purchase.publicId,
            number: purchase.number,
            placedAt: purchase.placedAt.toISOString(),
            total: toDecimal(purchase.totalAmount, purchase.currency),
            currency: purchase.currency,
            blocker,
          })),
          messages: messages.map(({ id, message, state, createdAt }) => ({
            id,
            message,
            state,
            createdAt: createdAt.toISOString(),
          })),
          newsletter: newsletter && {
            state: newsletter.state,
            subscribedAt: newsletter.subscribedAt.toISOString(),
          },
        },
      })
    }),

    route(contract.exportGuest, async ({ body: { email } }, context) => {
      const data = await exportGuest(context.db, { source: toAuditSource(context), email })
      return ok('The data of the guest', { exportedAt: context.now.toISOString(), email, data })
    }),

    route(contract.eraseGuest, async ({ body }, context) => {
      await eraseGuest(context.db, { source: toAuditSource(context), enqueue, ...body })
      return ok('The guest’s personal data is erased.', {})
    }),
  ]
}
