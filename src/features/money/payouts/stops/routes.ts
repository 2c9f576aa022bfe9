import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { resumePayouts, stopPayouts } from './stops.ts'
import * as contract from './contract.ts'
import { listStops, type StopRow } from './stop-queries.ts'

const PAGE_SIZE = 20

/** The operators' routes of payout stops. */
export const stopRoutes: readonly Route[] = [
  route(contract.stopPayouts, async ({ body }, { db, actor, now }) => {
    await stopPayouts(db, { ...body, by: actor.id, now })
    return ok('Payouts to this store are paused.', {})
  }),
  route(contract.resumePayouts, async ({ params: { supplier }, body: { reason } }, { db, actor, now }) => {
    await resumePayouts(db, { supplier, reason, by: actor.id, now })
    return ok('Payouts to this store are resumed.', {})
  }),
  route(contract.listPayoutStops, async ({ query: { supplier, page } }, { db }) => {
    const offset = (page - 1) * PAGE_SIZE
    const { stops, total } = await listStops(db, { supplier: supplier ?? null, limit: PAGE_SIZE, offset })
    const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
    return ok('Stopped payouts', { stops: stops.map(toStopView), page, pages, total })
  }),
]

function toStopView({
  supplierPublicId: id,
  supplierName: name,
  createdBy,
  createdAt,
  endedAt,
  ...stop
}: StopRow) {
  const { reason, message, endedBy, endReason } = stop
  return {
    supplier: { id, name },
    reason,
    message,
    by: createdBy,
    since: createdAt.toISOString(),
    endedBy,
    endedAt: endedAt?.toISOString() ?? null,
    endReason,
  }
}
