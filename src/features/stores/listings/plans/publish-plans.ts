import { addMs, HOUR } from '#core/time.ts'
import { notFound, refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { type AuditSource, type AuditValues, recordVendorChange } from '#features/identity/audit/service.ts'
import { cancelPlanned, pushListings } from '#features/stores/connections/service.ts'
import type { FieldOwnersData, PublishPlanData } from '../contract.ts'
import type { ListingDeps } from '../deps.ts'
import { findProductKeys, listSelectedSuppliers } from '../list/list-queries.ts'
import { getStore } from '../list/change-listings.ts'
import {
  findPlan,
  hasNewerPlan,
  insertPlan,
  type ItemTab,
  listDueKeys,
  listItems,
  listPlans,
  lockPlan,
  setPlanState,
  type StoredPlan,
} from './plan-queries.ts'

/** The name of the job that creates a plan. */
export const PLAN_JOB = 'listings.plan'

/** The age limit of a plan, after which it says too little about the store. */
const MAX_AGE_MS = 24 * HOUR

const ITEMS_PER_PAGE = 50

type PlanRef = Readonly<{ accountId: number; id: string }>

/**
 * Creates a plan for a store, of publishing products or of the owners of their fields. Without ids it covers all
 * products. Throws `connection_not_found`, `nothing_selected`, `plan_at_work`.
 */
export async function createPlan(
  db: Queryable,
  deps: Pick<ListingDeps, 'enqueue'>,
  input: Readonly<{
    source: AuditSource
    storeId: string
    productIds?: readonly string[] | undefined
    fields?: FieldOwnersData | undefined
  }>,
): Promise<PublishPlanData> {
  const { source, productIds, fields = null } = input
  const { businessId: accountId, now } = source
  const connection = await getStore(db, { accountId, storeId: input.storeId })
  if ((await listSelectedSuppliers(db, accountId)).length === 0)
    throw refused('nothing_selected', 'Choose at least one product first.')
  const id = newSecretId('publishPlan')
  const productKeys = productIds ? await findProductKeys(db, productIds) : null
  await inTransaction(db, async (tx) => {
    const running = (await listPlans(tx, accountId)).find(
      (plan) => plan.connection_id === connection.id && plan.state === 'applying',
    )
    if (running)
      throw refused(
        'plan_at_work',
        'Another plan for this store is being published. Wait for it, or cancel it.',
      )
    const planKey = await insertPlan(tx, {
      publicId: id,
      accountId,
      connectionId: connection.id,
      productKeys,
      fields,
      now,
    })
    await deps.enqueue(tx, { job: PLAN_JOB, input: { planKey } })
    await recordPlan(tx, source, {
      id,
      action: `Began a ${fields ? 'plan of fields' : 'publish plan'} for ${connection.name}`,
      before: { state: null },
      after: { state: 'planning', listings: productKeys?.length ?? null },
    })
  })
  return readPlan(db, { accountId, id })
}

/** Returns a plan of an account. Throws `plan_not_found`. */
export async function readPlan(db: Queryable, ref: PlanRef): Promise<PublishPlanData> {
  return toPlanView(await getPlan(db, ref))
}

/** Returns an account's newest plans. */
export async function readPlans(db: Queryable, accountId: number): Promise<PublishPlanData[]> {
  return (await listPlans(db, accountId)).map(toPlanView)
}

/** Returns a page of a plan's items. Throws `plan_not_found`. */
export async function readPlanItems(
  db: Queryable,
  { tab, page, ...ref }: PlanRef & Readonly<{ tab: ItemTab; page: number }>,
) {
  const plan = await getPlan(db, ref)
  const { items, total } = await listItems(db, plan.id, {
    tab,
    limit: ITEMS_PER_PAGE,
    offset: (page - 1) * ITEMS_PER_PAGE,
  })
  return { items, total, page, pages: Math.ceil(total / ITEMS_PER_PAGE) }
}

/**
 * Applies a plan by the run of its store, exactly as it was read. Products changed since are skipped and reported. A
 * cancelled or unfinished plan continues. Throws `plan_not_found`, `plan_not_ready` and `plan_outdated`.
 */
export async function applyPlan(
  db: Queryable,
  deps: Pick<ListingDeps, 'enqueue'>,
  { source, id }: Readonly<{ source: AuditSource; id: string }>,
): Promise<PublishPlanData> {
  const { businessId: accountId, now } = source
  const ref = { accountId, id }
  const { id: planKey } = await getPlan(db, ref)
  await inTransaction(db, async (tx) => {
    await lockPlan(tx, planKey)
    const plan = await getPlan(tx, ref)
    if (plan.state === 'applying') return
    if (plan.planned_at === null || plan.counts.due === 0)
      throw refused('plan_not_ready', 'This plan has nothing left to publish. Plan again.')
    if (new Date(plan.planned_at) < addMs(now, -MAX_AGE_MS) || (await hasNewerPlan(tx, plan)))
      throw refused('plan_outdated', 'There is a newer plan, or this one is older than a day. Plan again.')
    const productKeys = await listDueKeys(tx, planKey)
    await setPlanState(tx, planKey, { from: ['planned', 'cancelled', 'applying'], to: 'applying' })
    await pushListings(tx, deps, {
      accountId,
      connectionId: plan.connection_id,
      productKeys,
      isAutomatic: false,
      planId: planKey,
      now,
    })
    const products = productKeys.length === 1 ? '1 product' : `${productKeys.length} products`
    await recordPlan(tx, source, {
      id,
      action: plan.fields
        ? `Changed fields of ${products} in ${plan.store_name}`
        : `Applied a publish plan of ${products} for ${plan.store_name}`,
      before: { state: plan.state },
      after: { state: 'applying', listings: productKeys.length },
    })
  })
  return readPlan(db, ref)
}

/**
 * Cancels a plan; published products stay, and the rest can be continued. Repeating it changes nothing. Throws
 * `plan_not_found`.
 */
export async function cancelPlan(
  db: Queryable,
  { source, id }: Readonly<{ source: AuditSource; id: string }>,
): Promise<PublishPlanData> {
  const { businessId: accountId, now } = source
  const ref = { accountId, id }
  const { id: planKey } = await getPlan(db, ref)
  await inTransaction(db, async (tx) => {
    await lockPlan(tx, planKey)
    const { state, store_name: store } = await getPlan(tx, ref)
    if (state === 'applied' || state === 'failed' || state === 'cancelled') return
    await cancelPlanned(tx, planKey)
    await setPlanState(tx, planKey, { from: ['planning', 'planned', 'applying'], to: 'cancelled', now })
    await recordPlan(tx, source, {
      id,
      action: `Cancelled a publish plan for ${store}`,
      before: { state },
      after: { state: 'cancelled' },
    })
  })
  return readPlan(db, ref)
}

function recordPlan(
  tx: Transaction,
  source: AuditSource,
  { id, ...change }: Readonly<{ id: string; action: string; before: AuditValues; after: AuditValues }>,
): Promise<void> {
  return recordVendorChange(tx, source, { ...change, kind: 'listing', entity: `plan:${id}` })
}

/** Returns an account's plan as stored. Throws `plan_not_found`. */
export async function getPlan(db: Queryable, ref: PlanRef): Promise<StoredPlan> {
  const plan = await findPlan(db, ref)
  if (!plan) throw notFound('plan_not_found', 'This plan doesn’t exist. Plans are deleted after 30 days.')
  return plan
}

function toPlanView(plan: StoredPlan): PublishPlanData {
  const { public_id: id, state, failure, counts, fields, undone_at } = plan
  return {
    id,
    state,
    failure,
    counts,
    fields,
    undoable: undone_at === null && state !== 'applying' ? plan.undoable : 0,
    undoneAt: undone_at === null ? null : new Date(undone_at).toISOString(),
    store: { id: plan.store_id, name: plan.store_name },
    productsRead: plan.read_count,
    createdAt: new Date(plan.created_at).toISOString(),
    plannedAt: plan.planned_at === null ? null : new Date(plan.planned_at).toISOString(),
  }
}
