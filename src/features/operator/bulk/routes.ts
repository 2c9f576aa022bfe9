import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { assignCases, decideAction } from './bulk-cases.ts'
import {
  type BulkActor,
  type BulkDeps,
  cancelAction,
  previewRetry,
  refundAction,
  retryAction,
} from './bulk-orders.ts'
import { listAssignableOperators, listAssignments } from './bulk-queries.ts'
import * as contract from './contract.ts'
import { performEach, previewEach, sumByCurrency, summarize } from './perform-each.ts'

/** The reason in a preview, which is rolled back, so it is never read. */
const PREVIEW_REASON = 'Preview'

const ORDERS = ['order', 'orders'] as const

/** Returns the routes by which operators act on many orders and cases at once. */
export function bulkRoutes(deps: BulkDeps): Route[] {
  return [...orderRoutes(deps), ...caseRoutes(deps)]
}

function orderRoutes(deps: BulkDeps): Route[] {
  return [
    route(contract.previewBulkOrders, async ({ body }, { db, actor, now }) => {
      const { action, orders, byMarketplace } = body
      const bulkActor: BulkActor = { deps, accountId: actor.memberId, now }
      const refund = { reason: PREVIEW_REASON, byMarketplace, idempotencyKey: 'preview' }
      const rows =
        action === 'retry'
          ? await previewRetry(db, orders, bulkActor)
          : await previewEach(
              db,
              orders,
              action === 'cancel' ? cancelAction(bulkActor, PREVIEW_REASON) : refundAction(bulkActor, refund),
            )
      return ok('Preview', { rows, totals: sumByCurrency(rows) })
    }),

    route(contract.cancelOrders, async ({ body: { orders, reason } }, { db, actor, now }) => {
      const results = await performEach(
        db,
        orders,
        cancelAction({ deps, accountId: actor.memberId, now }, reason),
      )
      return ok(summarize(results, ORDERS, 'cancelled'), { results })
    }),

    route(contract.refundOrders, async ({ body: { orders, ...refund } }, { db, actor, now }) => {
      const results = await performEach(
        db,
        orders,
        refundAction({ deps, accountId: actor.memberId, now }, refund),
      )
      return ok(summarize(results, ORDERS, 'refunded'), { results })
    }),

    route(contract.retryOrders, async ({ body: { orders } }, { db, actor, now }) => {
      const results = await performEach(db, orders, retryAction({ deps, accountId: actor.memberId, now }))
      return ok(summarize(results, ORDERS, 'retried'), { results })
    }),
  ]
}

function caseRoutes(deps: BulkDeps): Route[] {
  return [
    route(contract.previewBulkDecisions, async ({ body: { cases, ...terms } }, { db, actor, now }) => {
      const bulkActor = { deps, accountId: actor.memberId, now }
      const rows = await previewEach(db, cases, decideAction(bulkActor, { ...terms, text: PREVIEW_REASON }))
      return ok('Preview', { rows, totals: sumByCurrency(rows) })
    }),

    route(contract.decideCases, async ({ body: { cases, ...decision } }, { db, actor, now }) => {
      const action = decideAction({ deps, accountId: actor.memberId, now }, decision)
      const results = await performEach(db, cases, action)
      return ok(summarize(results, ['case', 'cases'], 'decided'), { results })
    }),

    route(contract.listCaseAssignments, async (_input, { db }) =>
      ok('Assignments', {
        assignments: await listAssignments(db),
        operators: await listAssignableOperators(db),
      }),
    ),

    route(contract.assignCases, async ({ body: { cases, to } }, context) => {
      await assignCases(context.db, toAuditSource(context), { publicIds: cases, to })
      return ok(to === null ? 'No longer assigned.' : 'Assigned.', {})
    }),
  ]
}
