import { AppError } from '#core/errors.ts'
import { inTransaction, type Database } from '#database/database.ts'
import {
  findConnectionByKey,
  isSent,
  listOutgoingByKeys,
  openKeys,
  type PendingProduct,
  prepareForStore,
  type PriceBasis,
  readPriceBasis,
  type RemoteProduct,
  type StoreConnection,
  toFingerprint,
} from '#features/stores/connections/service.ts'
import type { FieldOwnersData } from '../contract.ts'
import type { ListingDeps } from '../deps.ts'
import { assignFields, listOwnerChanges, toRestored } from './field-owners.ts'
import { findPlanByKey, setPlanState, setReadCount, writePlan } from './plan-queries.ts'
import {
  explainRemoved,
  findMatch,
  listChanges,
  listNewFields,
  type PlannedItem,
  type StoreContents,
  toContents,
} from './rules.ts'

/** The most products of a store that a plan compares. */
const MAX_READ = 20_000

/**
 * Creates a plan: reads the store, and compares each product with it. Nothing is changed in the store. A repeated run
 * reads it again. A refusal of the store ends the plan with its message.
 */
export async function makePlan(
  db: Database,
  deps: ListingDeps,
  { planKey, now }: Readonly<{ planKey: number; now: Date }>,
): Promise<void> {
  const plan = await findPlanByKey(db, planKey)
  const connection = plan && (await findConnectionByKey(db, plan.connection_id))
  if (!plan || !connection || plan.state !== 'planning') return
  try {
    const contents = toContents(await readStore(db, deps, { connection, planKey }))
    const products = await listOutgoingByKeys(db, {
      accountId: plan.account_id,
      connectionId: connection.id,
      productKeys: plan.product_ids,
    })
    const basis = await readPriceBasis(db, {
      accountId: plan.account_id,
      productKeys: products.map(({ productKey }) => productKey),
    })
    const linked = new Set(products.flatMap(({ externalId }) => externalId ?? []))
    const target = { contents, linked, basis, currency: connection.currency, publicUrl: deps.publicUrl }
    const { fields } = plan
    const items = fields
      ? products
          .filter(({ externalId }) => externalId !== null)
          .map((product) => planFields(product, fields, target))
      : products.map((product) => planProduct(product, target))
    await inTransaction(db, (tx) => writePlan(tx, planKey, { items, now }))
  } catch (error) {
    const failure = error instanceof AppError ? error.message : 'Something went wrong on our side.'
    await setPlanState(db, planKey, { from: ['planning'], to: 'failed', failure, now })
    if (!(error instanceof AppError)) throw error
  }
}

/** Reads everything that the store sells now. */
async function readStore(
  db: Database,
  deps: ListingDeps,
  { connection, planKey }: Readonly<{ connection: StoreConnection; planKey: number }>,
): Promise<RemoteProduct[]> {
  const access = await openKeys(deps, connection)
  const connector = deps.connectorFor(connection.platform)
  const products: RemoteProduct[] = []
  let cursor: string | null = null
  do {
    const page = await connector.listProducts(access, cursor)
    products.push(...page.products)
    await setReadCount(db, planKey, products.length)
    cursor = page.next
  } while (cursor !== null && products.length < MAX_READ)
  return products
}

type Target = Readonly<{
  contents: StoreContents
  linked: ReadonlySet<string>
  basis: PriceBasis
  currency: string
  publicUrl: string
}>

const EMPTY_ITEM = {
  reason: null,
  changes: [],
  adoptedId: null,
  fingerprint: '',
  ownership: null,
  previous: null,
}

/** Returns the effect on a listed product of these field owners. */
function planFields(product: PendingProduct, fields: FieldOwnersData, target: Target): PlannedItem {
  const base = { ...EMPTY_ITEM, productKey: product.productKey }
  const remote = target.contents.byId.get(product.externalId ?? '')
  if (!remote)
    return {
      ...base,
      action: 'conflict',
      reason: 'This product is no longer in your store. Plan publishing to add it again.',
    }
  const assigned = assignFields(product, fields)
  const prepared = prepareForStore(assigned, target)
  if (!prepared.isReady) return { ...base, action: 'conflict', reason: prepared.problem }
  const context = { product: assigned, remote, currency: target.currency }
  const changes = [...listOwnerChanges(product, assigned), ...listChanges(prepared.product, context)]
  if (changes.every(({ field }) => field === 'Stock')) return { ...base, action: 'skip' }
  const { supplierFields, priceSource } = assigned
  return {
    ...base,
    action: 'update',
    reason: prepared.priceProblem,
    changes,
    fingerprint: toFingerprint(prepared.product),
    ownership: { supplierFields, priceSource },
    previous: toRestored(product, assigned, remote),
  }
}

function planProduct(product: PendingProduct, target: Target): PlannedItem {
  const { externalId, productKey } = product
  const base = { ...EMPTY_ITEM, productKey }
  const isThere = externalId !== null && target.contents.byId.has(externalId)
  const match = isThere ? ({ kind: 'none' } as const) : findMatch(product, target.contents, target.linked)
  if (match.kind === 'unclear') return { ...base, action: 'conflict', reason: match.reason }
  const adoptedId = match.kind === 'match' ? match.product.externalId : null
  // The state after the plan is applied.
  const placed = { ...product, externalId: adoptedId ?? externalId }
  const prepared = prepareForStore(placed, target)
  if (!prepared.isReady) return { ...base, action: 'conflict', reason: prepared.problem }
  const outgoing = prepared.product
  const planned = { ...base, adoptedId, fingerprint: toFingerprint(outgoing) }
  const remote = match.kind === 'match' ? match.product : target.contents.byId.get(externalId ?? '')
  const context = { product, remote, currency: target.currency }
  if (match.kind === 'match')
    return {
      ...planned,
      action: 'update',
      changes: [
        {
          field: 'Linked by SKU',
          variant: null,
          before: null,
          after: `${match.product.name} (${match.product.sku})`,
        },
        ...listChanges(outgoing, context),
      ],
    }
  if (!isThere)
    return {
      ...planned,
      action: 'create',
      reason: externalId === null ? null : 'It was deleted in your store and will be published again.',
      changes: listNewFields(outgoing, context),
    }
  const changes = listChanges(outgoing, context)
  const resent = changes.length === 0 ? explainResending(product) : null
  if (resent !== null) return { ...planned, action: 'update', reason: resent, changes }
  const isUpToDate =
    changes.length === 0 && (product.sent === null || isSent(product, outgoing, target.currency))
  const reason = explainRemoved(outgoing, context) ?? prepared.priceProblem
  return { ...planned, action: isUpToDate ? 'skip' : 'update', reason, changes }
}

/** Returns why a product is sent again without changes; null if it is not. */
function explainResending({ hasFailed, uncertainCount }: PendingProduct): string | null {
  if (hasFailed) return 'The last update failed. We’ll retry it.'
  if (uncertainCount === 0) return null
  return 'You matched options of this product to another variant. We’ll send its stock and price.'
}
