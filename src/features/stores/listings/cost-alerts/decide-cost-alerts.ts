import { notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { addMs, DAY } from '#core/time.ts'
import { type Database, inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { type AuditSource, recordVendorChange } from '#features/identity/audit/service.ts'
import { recordSelectionChange, pushListings } from '#features/stores/connections/service.ts'
import type { ListingDeps } from '../deps.ts'
import { getStore } from '../list/change-listings.ts'
import { findProductKeys, followRules } from '../list/list-queries.ts'
import {
  applyDecision,
  insertDecision,
  type ListingKey,
  listPublicIds,
  lockAlertedListings,
  lockDecision,
  markUndone,
  restoreListings,
} from './alert-queries.ts'
import type { CostDecisionData } from './contract.ts'
import { readCostGroups, toDecisionView, UNDO_DAYS } from './read-cost-alerts.ts'

type Deps = Pick<ListingDeps, 'enqueue'>
type Decision = CostDecisionData['decision']

/** A decision about a supplier's listings, as they were shown. */
export type GroupDecision = Readonly<{
  source: AuditSource
  supplierId: string
  fingerprint: string
  decision: Decision
}>

/**
 * Decides about exactly the listings that were shown. Refuses with `cost_alerts_changed` if they or their costs have
 * changed.
 */
export async function decideCostGroup(
  db: Database,
  deps: Deps,
  { source, supplierId, fingerprint, decision }: GroupDecision,
): Promise<CostDecisionData> {
  return inTransaction(db, async (tx) => {
    const [found] = await readCostGroups(tx, { accountId: source.businessId, supplierId })
    const decided =
      found?.group.fingerprint === fingerprint
        ? await decide(tx, deps, {
            source,
            keys: found.listings,
            decision,
            title: found.group.product ?? found.group.supplier.name,
          })
        : null
    // One of them was decided elsewhere meanwhile: nothing is done.
    if (!decided || decided.listings !== found?.listings.length)
      throw refused(
        'cost_alerts_changed',
        'Costs have changed since you opened this page. Review the new effect first.',
      )
    return decided
  })
}

/** A decision about products in a business's stores. */
export type ProductDecision = Readonly<{
  source: AuditSource
  storeId: string
  productIds: readonly string[]
  decision: Decision
}>

/** Decides about a store's products with a cost alert; null if none of them has one. */
export async function decideCostAlerts(
  db: Queryable,
  deps: Deps,
  { source, storeId, productIds, decision }: ProductDecision,
): Promise<CostDecisionData | null> {
  const { id: connectionId, name } = await getStore(db, { accountId: source.businessId, storeId })
  const productKeys = await findProductKeys(db, productIds)
  const keys = productKeys.map((productKey) => ({ connectionId, productKey }))
  return inTransaction(db, (tx) => decide(tx, deps, { source, keys, decision, title: name }))
}

type DecisionInput = Readonly<{
  source: AuditSource
  keys: readonly ListingKey[]
  decision: Decision
  title: string
}>

async function decide(tx: Transaction, deps: Deps, input: DecisionInput): Promise<CostDecisionData | null> {
  const { source, decision, title } = input
  const { businessId: accountId, now } = source
  const before = await lockAlertedListings(tx, { accountId, keys: input.keys })
  if (before.length === 0) return null
  await applyDecision(tx, { keys: before, isOffSale: decision === 'take_off' })
  if (decision === 'follow_rule')
    await followRules(tx, { accountId, productKeys: before.map(({ productKey }) => productKey) })
  if (decision !== 'keep_price') await pushToStores(tx, deps, { accountId, keys: before, now })
  const publicId = newId('costDecision', now.getTime())
  await insertDecision(tx, { publicId, accountId, decision, title, listings: before, now })
  await recordVendorChange(tx, source, {
    kind: 'listing',
    action: `${describeDecision(decision, before.length)} after their cost rose`,
    entity: `cost_decision:${publicId}`,
    before: {},
    after: { decision, listings: before.length },
  })
  const view = { publicId, decision, title, listings: before.length, decidedAt: now, undoneAt: null }
  return toDecisionView(view, now)
}

function describeDecision(decision: Decision, count: number): string {
  const listings = formatListings(count)
  if (decision === 'follow_rule') return `Repriced ${listings} by the price rules`
  return decision === 'keep_price' ? `Kept the price of ${listings}` : `Took ${listings} off sale`
}

/**
 * Undoes a decision: its listings get their former price, visibility and alert. Later changes stay. Throws
 * `decision_not_found`; refuses with `decision_over`.
 */
export async function undoCostDecision(
  db: Database,
  deps: Deps,
  { source, id }: Readonly<{ source: AuditSource; id: string }>,
): Promise<{ restored: number; left: number }> {
  const { businessId: accountId, now } = source
  return inTransaction(db, async (tx) => {
    const stored = await lockDecision(tx, { accountId, id })
    if (!stored) throw notFound('decision_not_found', 'This decision doesn’t exist. Reload the page.')
    if (stored.undoneAt) throw refused('decision_over', 'This decision was undone already.')
    if (now >= addMs(stored.decidedAt, UNDO_DAYS * DAY))
      throw refused('decision_over', `Decisions can be undone for ${UNDO_DAYS} days.`)
    const restored = await restoreListings(tx, {
      accountId,
      decision: stored.decision,
      before: stored.before,
    })
    await markUndone(tx, id, now)
    if (stored.decision !== 'keep_price') await pushToStores(tx, deps, { accountId, keys: restored, now })
    const action = `Undid a decision about ${formatListings(restored.length)} whose cost rose`
    const entity = `cost_decision:${id}`
    const [before, after] = [{ decision: stored.decision }, { listings: restored.length }]
    await recordVendorChange(tx, source, { kind: 'listing', action, entity, before, after })
    return { restored: restored.length, left: stored.before.length - restored.length }
  })
}

/** Pushes listings to each of their stores; those in an active push are pushed again after it. */
async function pushToStores(
  tx: Transaction,
  deps: Deps,
  { accountId, keys, now }: Readonly<{ accountId: number; keys: readonly ListingKey[]; now: Date }>,
): Promise<void> {
  await recordSelectionChange(
    tx,
    await listPublicIds(
      tx,
      keys.map(({ productKey }) => productKey),
    ),
  )
  for (const [connectionId, listings] of Map.groupBy(keys, (key) => key.connectionId)) {
    const productKeys = listings.map(({ productKey }) => productKey)
    await pushListings(tx, deps, { accountId, connectionId, productKeys, isAutomatic: false, now })
  }
}

function formatListings(count: number): string {
  return count === 1 ? '1 listing' : `${count} listings`
}
