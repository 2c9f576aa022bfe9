import { toDecimal } from '#core/money.ts'
import type { Queryable } from '#database/database.ts'
import {
  listOutgoingByKeys,
  type PendingProduct,
  readPriceBasis,
  selectConnections,
  type StoreConnection,
} from '#features/stores/connections/service.ts'
import { type ListingData, LISTINGS_PER_PAGE } from '../contract.ts'
import { listTags, listTagsOf } from '../lists/product-list-queries.ts'
import { listCountedPage, type ListingFilter, listListings, type StoredListing } from './list-queries.ts'
import { type ListingPrice, toListingPrice, toProfit, toUnits } from './price-view.ts'

/** Returns a page of an account's listings with all views' counts. A page after the last is the last. */
export async function readListings(
  db: Queryable,
  { page: requestedPage, ...filter }: ListingFilter & Readonly<{ page: number }>,
) {
  const connections = await selectConnections(db, filter.accountId)
  const { counts, listings: stored } = await listCountedPage(db, filter, {
    page: requestedPage,
    pageSize: LISTINGS_PER_PAGE,
  })
  const total = counts[filter.view]
  const pages = Math.ceil(total / LISTINGS_PER_PAGE)
  const page = Math.max(1, Math.min(requestedPage, pages))
  const tags = await listTags(db, filter.accountId)
  const stores = connections.map(({ publicId, name, currency, problem }) => ({
    id: publicId,
    name,
    currency,
    problem,
  }))
  return {
    listings: await describeListings(db, filter.accountId, { connections, stored }),
    counts,
    stores,
    tags: [...tags],
    page,
    pages,
    total,
  }
}

/** Returns a range of an account's listings. */
export async function readListingBatch(
  db: Queryable,
  filter: ListingFilter,
  range: Readonly<{ limit: number; offset: number }>,
): Promise<ListingData[]> {
  const stored = await listListings(db, filter, range)
  const connections = await selectConnections(db, filter.accountId)
  return describeListings(db, filter.accountId, { connections, stored })
}

async function describeListings(
  db: Queryable,
  accountId: number,
  {
    connections,
    stored,
  }: Readonly<{ connections: readonly StoreConnection[]; stored: readonly StoredListing[] }>,
): Promise<ListingData[]> {
  const keyOf = (connectionId: number, productKey: number) => `${connectionId} ${productKey}`
  const productKeys = [...new Set(stored.map(({ product_id }) => Number(product_id)))]
  const basis = await readPriceBasis(db, { accountId, productKeys })
  const tags = await listTagsOf(db, { accountId, productKeys })
  const products = new Map<string, PendingProduct>()
  for (const { id: connectionId } of connections)
    for (const product of await listOutgoingByKeys(db, { accountId, connectionId, productKeys }))
      products.set(keyOf(connectionId, product.productKey), product)
  return stored.flatMap((row) => {
    const connection = connections.find(({ id }) => id === Number(row.connection_id))
    const product = products.get(keyOf(Number(row.connection_id), Number(row.product_id)))
    if (!connection || !product) return []
    return [
      toListing(row, {
        connection,
        product,
        tags: tags.get(product.productKey) ?? [],
        price: toListingPrice(product, basis, connection.currency),
      }),
    ]
  })
}

function toListing(
  row: StoredListing,
  {
    connection,
    product,
    tags,
    price,
  }: Readonly<{
    connection: StoreConnection
    product: PendingProduct
    tags: readonly string[]
    price: ListingPrice
  }>,
): ListingData {
  const { publicId, name, currency } = connection
  return {
    productId: product.publicId,
    name: product.name,
    sku: row.sku,
    image: row.image,
    supplier: row.supplier,
    tags: [...tags],
    store: { id: publicId, name, currency },
    cost: toUnits(price.cost),
    price: toUnits(price.price),
    highestPrice: price.highest === price.price ? null : toUnits(price.highest),
    priceSource: price.source,
    supplierFields: [...product.supplierFields],
    ownPrice: toUnits(product.retailAmount),
    ...toProfit(price),
    minimumPrice: toUnits(price.minimumPrice),
    stock: price.stock,
    sent: toSent(product, row.synced_at),
    state: row.state,
    problem: row.problem ?? price.problem,
    hasVariantProblem: row.has_variant_problem,
    removedVariants: row.removed ?? [],
    costAlert: toCostAlert(product),
    nextTryAt: row.retry_at === null ? null : new Date(row.retry_at).toISOString(),
  }
}

function toCostAlert({ costAlert }: PendingProduct): ListingData['costAlert'] {
  if (!costAlert) return null
  return { ...costAlert, before: toDecimal(costAlert.before), after: toDecimal(costAlert.after) }
}

function toSent({ sent }: PendingProduct, syncedAt: Date | null): ListingData['sent'] {
  if (!sent) return null
  const offers = Object.values(sent.variants)
  const prices = offers.flatMap(({ price }) => (price === null ? [] : [Number(price)]))
  return {
    price: prices.length > 0 ? Math.min(...prices) : null,
    stock: offers.reduce((sum, { quantity }) => sum + quantity, 0),
    at: syncedAt === null ? null : new Date(syncedAt).toISOString(),
  }
}
