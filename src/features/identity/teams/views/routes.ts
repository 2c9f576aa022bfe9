import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import * as contract from './contract.ts'
import { endView, nameViewedBusiness, startView } from './service.ts'

/** The routes of operators who view the consoles of businesses. */
export const viewRoutes: readonly Route[] = [
  route(contract.viewBusiness, async ({ params: { id }, body: { reason } }, context) => {
    const { sessionId } = context.actor
    const { business, endsAt } = await startView(context.db, toAuditSource(context), {
      sessionId,
      id,
      reason,
    })
    const named = nameViewedBusiness(business)
    return ok(`You’re viewing ${named.name}.`, { business: named, endsAt: endsAt.toISOString() })
  }),

  route(contract.endView, async (_input, context) => {
    await endView(context.db, toAuditSource(context), context.actor.sessionId)
    return ok('You’ve stopped viewing.', {})
  }),
]
