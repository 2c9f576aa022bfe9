import { addMs, MINUTE } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import type { Log } from '#platform/log.ts'
import { followAndPay, type PayDeps } from './pay-orders.ts'
import { listOrdersToFollow } from './waiting-queries.ts'

/** The most orders that one run of the timer follows, and the pause of a waiting one. */
const BATCH = 100
const STALE_MS = 10 * MINUTE

/**
 * Follows waiting orders again. Stock, prices and reservations change without an event of their stores, and a process
 * may have died before it followed one. An error of one does not stop the others.
 */
export async function followWaitingOrders(
  db: Database,
  deps: PayDeps,
  { now, log }: Readonly<{ now: Date; log: Log }>,
): Promise<void> {
  for (const id of await listOrdersToFollow(db, { staleBefore: addMs(now, -STALE_MS), limit: BATCH }))
    await followAndPay(db, deps, { id, now }).catch((error: unknown) => {
      log.error({ err: error, shopOrder: id }, 'could not process an order of a store')
    })
}
