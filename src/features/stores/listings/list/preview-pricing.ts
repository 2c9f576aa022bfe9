import type { Queryable } from '#database/database.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import {
  listOutgoingByKeys,
  type PendingProduct,
  readPriceBasis,
  selectConnections,
  type StoreConnection,
} from '#features/stores/connections/service.ts'
import { checkRules, type ExchangeRate, type PriceRule } from '#features/stores/pricing/service.ts'
import type { PricingPreviewItemData } from '../contract.ts'
import { listSelectedSuppliers } from './list-queries.ts'
import { type ListingPrice, toListingPrice, toProfit, toUnits } from './price-view.ts'

/** The most listings shown; all are counted. */
const SHOWN = 50

/** A listing under the saved rules and under those of the preview. */
type PriceComparison = Readonly<{ item: PricingPreviewItemData; before: ListingPrice; after: ListingPrice }>

/**
 * Returns the effect of rules on an account's listings, those with a changed price first. Without a store the selected
 * products are priced as in a store of the marketplace's currency. Throws `bad_rule`.
 */
export async function previewPricing(
  db: Queryable,
  input: Readonly<{ accountId: number; rules: readonly PriceRule[]; rates: readonly ExchangeRate[] }>,
) {
  const { accountId, rules, rates } = input
  checkRules(rules, rates)
  const connections = await selectConnections(db, accountId)
  const compared: PriceComparison[] = []
  for (const connection of connections) {
    const products = await listOutgoingByKeys(db, {
      accountId,
      connectionId: connection.id,
      productKeys: null,
    })
    const saved = await readPriceBasis(db, {
      accountId,
      productKeys: products.map(({ productKey }) => productKey),
    })
    for (const product of products)
      compared.push(
        compare(product, connection, {
          before: toListingPrice(product, saved, connection.currency),
          after: toListingPrice(product, { ...saved, rules, rates }, connection.currency),
        }),
      )
  }
  const currencies = [...new Set(connections.map(({ currency }) => currency))]
  return {
    items: compared
      .toSorted((a, b) => Number(isChanged(b)) - Number(isChanged(a)))
      .slice(0, SHOWN)
      .map(({ item }) => item),
    counts: count(compared),
    suppliers: await listSelectedSuppliers(db, accountId),
    currencies: currencies.filter((currency) => currency !== SHOP_CURRENCY),
  }
}

function compare(
  product: PendingProduct,
  { publicId, name, currency }: StoreConnection,
  { before, after }: Readonly<{ before: ListingPrice; after: ListingPrice }>,
): PriceComparison {
  return {
    before,
    after,
    item: {
      productId: product.publicId,
      name: product.name,
      store: { id: publicId, name, currency },
      cost: toUnits(after.cost),
      before: toUnits(before.price),
      after: toUnits(after.price),
      ...toProfit(after),
      minimumPrice: toUnits(after.minimumPrice),
    },
  }
}

function isChanged({ before, after }: PriceComparison): boolean {
  return before.price !== after.price
}

function count(compared: readonly PriceComparison[]) {
  const countIf = (matches: (one: PriceComparison) => boolean) => compared.filter(matches).length
  return {
    listings: compared.length,
    raised: countIf(({ before, after }) => (after.price ?? 0) > (before.price ?? 0)),
    lowered: countIf(({ before, after }) => (after.price ?? 0) < (before.price ?? 0)),
    withoutCost: countIf(({ after }) => after.cost === null),
    belowRecommended: countIf(
      ({ after }) => after.minimumPrice !== null && after.price !== null && after.price < after.minimumPrice,
    ),
    ownPrice: countIf(({ after }) => after.source === 'mine' || after.source === 'store'),
  }
}
