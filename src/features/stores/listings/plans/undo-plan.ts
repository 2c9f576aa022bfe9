import { refused } from '#core/errors.ts'
import { type Database, inTransaction } from '#database/database.ts'
import { type AuditSource, recordVendorChange } from '#features/identity/audit/service.ts'
import { recordSelectionChange, pushListings } from '#features/stores/connections/service.ts'
import type { PublishPlanData } from '../contract.ts'
import type { ListingDeps } from '../deps.ts'
import { listPublicIds } from '../cost-alerts/alert-queries.ts'
import { lockPlan, markPlanUndone, restorePlanned } from './plan-queries.ts'
import { getPlan, readPlan } from './publish-plans.ts'

/**
 * Undoes a plan of field owners: listings get their former owners, and their stores the former texts and prices. A
 * listing whose owners have changed since is skipped. Throws `plan_not_found`; refuses with `plan_at_work` and
 * `plan_not_undoable`.
 */
export async function undoPlan(
  db: Database,
  deps: Pick<ListingDeps, 'enqueue'>,
  { source, id }: Readonly<{ source: AuditSource; id: string }>,
): Promise<{ plan: PublishPlanData; restored: number; left: number }> {
  const { businessId: accountId, now } = source
  const { id: planKey } = await getPlan(db, { accountId, id })
  const counts = await inTransaction(db, async (tx) => {
    await lockPlan(tx, planKey)
    const plan = await getPlan(tx, { accountId, id })
    if (plan.state === 'applying')
      throw refused('plan_at_work', 'This plan is still being carried out. Cancel it, or wait for it.')
    if (plan.undone_at !== null || plan.undoable === 0)
      throw refused('plan_not_undoable', 'There is nothing left to undo in this plan.')
    const productKeys = await restorePlanned(tx, planKey)
    // Listings that are being sent just now are sent again afterwards.
    await recordSelectionChange(tx, await listPublicIds(tx, productKeys))
    const { connection_id: connectionId } = plan
    await pushListings(tx, deps, { accountId, connectionId, productKeys, isAutomatic: false, now })
    await markPlanUndone(tx, planKey, now)
    await recordVendorChange(tx, source, {
      kind: 'listing',
      action: `Undid a change of fields of ${productKeys.length === 1 ? '1 listing' : `${productKeys.length} listings`} in ${plan.store_name}`,
      entity: `plan:${id}`,
      before: { state: plan.state },
      after: { listings: productKeys.length },
    })
    return { restored: productKeys.length, left: plan.undoable - productKeys.length }
  })
  return { plan: await readPlan(db, { accountId, id }), ...counts }
}
