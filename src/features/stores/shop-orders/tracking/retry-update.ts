import { notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction } from '#database/database.ts'
import type { AuditSource } from '#features/identity/audit/service.ts'
import { findEffect } from '#platform/effects/effect-trail.ts'
import { retryEffect } from '#platform/effects/request-effects.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { recordOrderAction } from '../record-order-action.ts'
import { CORRECTION_EFFECT } from './correction-queries.ts'
import { TRACKING_EFFECT } from './send-tracking.ts'
import { findOrderOfUpdate, refreshStoreProblem } from './tracking-queries.ts'

/** A store update to retry: of an order of an account's store, by the effect's public id. */
export type UpdateRef = Readonly<{ source: AuditSource; shopOrderId: string; updateId: string }>

/**
 * Retries a rejected or unclear store update; it looks up first what the store may have. Throws `update_not_found`;
 * refuses with `update_state`.
 */
export async function retryStoreUpdate(
  db: Database,
  { enqueue }: Readonly<{ enqueue: Enqueue }>,
  { source, shopOrderId, updateId }: UpdateRef,
): Promise<void> {
  const { businessId: accountId, now } = source
  await inTransaction(db, async (tx) => {
    const found = await findEffect(tx, updateId)
    const order =
      found?.kind === TRACKING_EFFECT || found?.kind === CORRECTION_EFFECT
        ? await findOrderOfUpdate(tx, { accountId, shopOrderId, subject: found.subject })
        : undefined
    if (!found || !order)
      throw notFound('update_not_found', 'This update of your store doesn’t exist. Reload the page.')
    if (!(await retryEffect(tx, found, { enqueue, now })))
      throw refused('update_state', 'This no longer needs your attention. Reload the page.')
    await recordOrderAction(tx, source, {
      order,
      action: `Had the store told again of a parcel of order ${order.number}`,
      after: { update: updateId },
    })
    await refreshStoreProblem(tx, { shopOrderId, kind: TRACKING_EFFECT })
  })
}
