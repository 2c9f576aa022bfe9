import { notFound } from '#core/errors.ts'
import { addMs } from '#core/time.ts'
import type { Queryable } from '#database/database.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { refreshOrderSummaries } from '../../views/order-list/summary-queries.ts'
import {
  countReliability,
  findSavedCounts,
  findStoreOf,
  listCountedOrders,
  saveReliability,
} from './reliability-queries.ts'
import {
  getPartCounts,
  getPercent,
  MANY_ORDERS,
  MAX_AGE,
  MINIMUM_FINISHED,
  RELIABILITY_DAYS,
  type ReliabilityCounts,
  TARGETS,
} from './rules.ts'
import { RELIABILITY_PARTS } from './shapes.ts'

const PAGE_SIZE = 50

/** The routes of a supplier's reliability, and of the orders behind each figure. */
export const reliabilityRoutes: readonly Route[] = [
  route(contract.readReliability, async (_input, { db, actor, now }) => {
    const counts = await getCounts(db, await getStore(db, actor.id), now)
    const { finished, outOfStock, answerMinutes } = counts
    const parts = RELIABILITY_PARTS.map((part) => {
      const partCounts = getPartCounts(part, counts)
      return { part, ...partCounts, percent: getPercent(partCounts, finished), target: TARGETS[part] }
    })
    const limits = { minimum: MINIMUM_FINISHED, days: RELIABILITY_DAYS }
    return ok('Your reliability', { parts, finished, ...limits, outOfStock, answerMinutes })
  }),
  route(contract.listReliabilityOrders, async ({ params: { part }, query: { page } }, { db, actor, now }) => {
    const supplierId = await getStore(db, actor.id)
    const { counted: total } = getPartCounts(part, await getCounts(db, supplierId, now))
    const offset = (page - 1) * PAGE_SIZE
    const orders = await listCountedOrders(db, part, { supplierId, now, limit: PAGE_SIZE, offset })
    return ok('The orders behind this figure', {
      orders: orders.map(({ expectedAt, happenedAt, ...order }) => ({
        ...order,
        expectedAt: expectedAt?.toISOString() ?? null,
        happenedAt: happenedAt?.toISOString() ?? null,
      })),
      page,
      pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
      total,
    })
  }),
]

async function getStore(db: Queryable, ownerId: number): Promise<number> {
  const id = await findStoreOf(db, ownerId)
  if (id === undefined) throw notFound('store_not_found', 'You don’t have a store yet.')
  await refreshOrderSummaries(db, { ownerId })
  return id
}

/** Returns a store's counts; cached for some minutes for stores with very many orders. */
async function getCounts(db: Queryable, supplierId: number, now: Date): Promise<ReliabilityCounts> {
  const saved = await findSavedCounts(db, supplierId, addMs(now, -MAX_AGE))
  if (saved && saved.paid > MANY_ORDERS) return saved
  const counts = await countReliability(db, supplierId, now)
  if (counts.paid > MANY_ORDERS) await saveReliability(db, { supplierId, counts, now })
  return counts
}
