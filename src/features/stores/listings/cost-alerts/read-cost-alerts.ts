import { createHash } from 'node:crypto'
import { toDecimal } from '#core/money.ts'
import { addMs, DAY } from '#core/time.ts'
import type { Queryable } from '#database/database.ts'
import {
  listOutgoingByKeys,
  type PendingProduct,
  type PriceBasis,
  readPriceBasis,
  selectConnections,
  type StoreConnection,
} from '#features/stores/connections/service.ts'
import { toListingPrice, toProfit } from '../list/price-view.ts'
import {
  type AlertedListing,
  listAlertedListings,
  listDecisions,
  type StoredDecision,
} from './alert-queries.ts'
import type { CostAlertGroupData, CostAlertListingData, CostDecisionData } from './contract.ts'

/** How many days a decision can be undone. */
export const UNDO_DAYS = 30

/** The most listings named in a group. */
const MAX_EXAMPLES = 5

/** Returns cost alerts by supplier, with the effect of each decision, and the decisions already made. */
export async function readCostAlerts(
  db: Queryable,
  { accountId, now }: Readonly<{ accountId: number; now: Date }>,
): Promise<{ groups: CostAlertGroupData[]; decisions: CostDecisionData[] }> {
  const since = addMs(now, -UNDO_DAYS * DAY)
  const [groups, decisions] = await Promise.all([
    readCostGroups(db, { accountId }),
    listDecisions(db, { accountId, since }),
  ])
  return {
    groups: groups.map(({ group }) => group),
    decisions: decisions.map((one) => toDecisionView(one, now)),
  }
}

/** A group with its listings by internal keys. */
export type CostGroup = Readonly<{ group: CostAlertGroupData; listings: readonly AlertedListing[] }>

/** Returns the groups of an account's listings with an increased cost, of one supplier if given. */
export async function readCostGroups(
  db: Queryable,
  scope: Readonly<{ accountId: number; supplierId?: string }>,
): Promise<CostGroup[]> {
  const { accountId } = scope
  const alerted = await listAlertedListings(db, scope)
  if (alerted.length === 0) return []
  const productKeys = [...new Set(alerted.map(({ productKey }) => productKey))]
  const connections = await selectConnections(db, accountId)
  const basis = await readPriceBasis(db, { accountId, productKeys })
  const described = new Map<string, DescribedListing>()
  for (const connection of connections) {
    const products = await listOutgoingByKeys(db, { accountId, connectionId: connection.id, productKeys })
    for (const product of products) {
      const listing = describeListing(product, { connection, basis })
      if (listing) described.set(`${connection.id} ${product.productKey}`, listing)
    }
  }
  return [...Map.groupBy(alerted, ({ supplierId }) => supplierId).values()].flatMap((listings) => {
    const found = listings.flatMap(
      ({ connectionId, productKey }) => described.get(`${connectionId} ${productKey}`) ?? [],
    )
    return found.length === 0 ? [] : [{ group: toGroup(listings, found), listings }]
  })
}

/** A listing with its minimum margin, and its margin by the rules. */
type DescribedListing = CostAlertListingData & Readonly<{ floorBps: number; ruleMarginBps: number | null }>

function describeListing(
  product: PendingProduct,
  { connection, basis }: Readonly<{ connection: StoreConnection; basis: PriceBasis }>,
): DescribedListing | undefined {
  const { costAlert, publicId, name } = product
  if (!costAlert) return undefined
  const { currency } = connection
  const byRule = toListingPrice({ ...product, retailAmount: null, isPriceLocked: false }, basis, currency)
  const { price } = toListingPrice(product, basis, currency)
  const decimal = (amount: number | null) => (amount === null ? null : toDecimal(amount))
  return {
    productId: publicId,
    name,
    store: connection.name,
    currency,
    costBefore: toDecimal(costAlert.before),
    costAfter: toDecimal(costAlert.after),
    price: decimal(price),
    marginBps: costAlert.marginBps,
    rulePrice: decimal(byRule.price),
    floorBps: costAlert.floorBps,
    ruleMarginBps: toProfit(byRule).marginBps,
  }
}

function toGroup(
  listings: readonly AlertedListing[],
  found: readonly DescribedListing[],
): CostAlertGroupData {
  const [first] = listings
  const names = new Set(found.map(({ name }) => name))
  const rises = found.map(({ costBefore, costAfter }) =>
    costBefore === 0 ? 10_000 : Math.round(((costAfter - costBefore) * 10_000) / costBefore),
  )
  return {
    supplier: { id: first?.supplierId ?? '', name: first?.supplierName ?? '' },
    product: names.size === 1 ? (found[0]?.name ?? null) : null,
    listings: found.length,
    stores: new Set(found.map(({ store }) => store)).size,
    riseBps: { least: Math.min(...rises), most: Math.max(...rises) },
    floorBps: Math.max(...found.map(({ floorBps }) => floorBps)),
    fingerprint: toFingerprint(found),
    effects: {
      followRule: toRuleEffect(found),
      keepPrice: {
        lowestMarginBps: Math.min(...found.map(({ marginBps }) => marginBps)),
        atLoss: found.filter(({ marginBps }) => marginBps < 0).length,
      },
    },
    examples: found
      .toSorted((a, b) => a.marginBps - b.marginBps)
      .slice(0, MAX_EXAMPLES)
      .map(({ floorBps: _floor, ruleMarginBps: _margin, ...listing }) => listing),
  }
}

function toRuleEffect(found: readonly DescribedListing[]): CostAlertGroupData['effects']['followRule'] {
  const changes = found.flatMap(({ price, rulePrice }) =>
    price === null || rulePrice === null || price === rulePrice || price === 0
      ? []
      : [Math.round(((rulePrice - price) * 10_000) / price)],
  )
  const sum = changes.reduce((total, change) => total + change, 0)
  return {
    changed: changes.length,
    averageBps: changes.length === 0 ? 0 : Math.round(sum / changes.length),
    stillBelow: found.filter(
      ({ ruleMarginBps, floorBps }) => ruleMarginBps === null || ruleMarginBps < floorBps,
    ).length,
  }
}

/** Returns a fingerprint of the set with costs and prices, which any change of it changes. */
function toFingerprint(found: readonly DescribedListing[]): string {
  const listed = found.map(({ productId, store, costAfter, price, rulePrice }) =>
    [productId, store, costAfter, price, rulePrice].join(' '),
  )
  return createHash('sha256').update(listed.toSorted().join('\n')).digest('hex')
}

/** Returns a decision as its vendor sees it. */
export function toDecisionView(
  { publicId, decidedAt, undoneAt, ...same }: StoredDecision,
  now: Date,
): CostDecisionData {
  return {
    ...same,
    id: publicId,
    decidedAt: decidedAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
    canUndo: undoneAt === null && now < addMs(decidedAt, UNDO_DAYS * DAY),
  }
}
