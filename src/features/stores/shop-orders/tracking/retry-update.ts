import { notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction } from '#database/database.ts'
import { findEffect } from '#platform/effects/effect-trail.ts'
import { retryEffect } from '#platform/effects/request-effects.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { TRACKING_EFFECT } from './send-tracking.ts'
import { isParcelOf, refreshStoreProblem } from './tracking-queries.ts'

/** What is tried again: an update of an order of an account's store, by the effect's public id. */
export type UpdateRef = Readonly<{ accountId: number; shopOrderId: string; updateId: string; now: Date }>

/**
 * Has a store told again what it refused, or what nobody knows of; what it may know already is looked up first. Throws
 * `update_not_found`; refuses with `update_state`.
 */
export async function retryStoreUpdate(
  db: Database,
  { enqueue }: Readonly<{ enqueue: Enqueue }>,
  { accountId, shopOrderId, updateId, now }: UpdateRef,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await findEffect(tx, updateId)
    const isOwn =
      found?.kind === TRACKING_EFFECT &&
      (await isParcelOf(tx, { accountId, shopOrderId, parcelId: found.subject }))
    if (!found || !isOwn)
      throw notFound('update_not_found', 'This update of your store doesn’t exist. Reload the page.')
    if (!(await retryEffect(tx, found, { enqueue, now })))
      throw refused('update_state', 'This doesn’t wait for you any more. Reload the page.')
    await refreshStoreProblem(tx, { shopOrderId, kind: TRACKING_EFFECT })
  })
}
