import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { OrderDeps } from '../port.ts'
import { buildOrderViewFor } from '../views/supplier-views.ts'
import { answerChange } from './answer-change.ts'
import { answerChangeRequest } from './contract.ts'

/** Returns the routes by which suppliers answer changes of accepted orders. */
export function orderChangeRoutes(deps: OrderDeps): Route[] {
  return [
    route(answerChangeRequest, async ({ params: { id, change, answer }, body }, { db, actor, now }) => {
      const cause = { actor: 'supplier', accountId: actor.memberId } as const
      const context = { id, scope: { ownerId: actor.id }, version: body.version, cause, deps, now }
      const isAccepted = answer === 'accept'
      await answerChange(db, context, { requestId: change, isAccepted, reason: body.reason || null })
      return ok(isAccepted ? 'The order is changed.' : 'The order stays unchanged.', {
        order: await buildOrderViewFor(db, id, { actor, now }),
      })
    }),
  ]
}
