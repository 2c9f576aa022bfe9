import type { Database, Queryable } from '#database/database.ts'
import {
  explainUnsupported,
  listImportedProducts,
  type ExternalProduct,
  type ImportResult,
  importProducts,
  toSourceKey,
} from '#features/catalogue/catalog/service.ts'
import type { ConnectionData } from '#features/stores/connections/contract.ts'
import {
  findStoreProducts,
  listConnectionViews,
  readStoreProducts,
} from '#features/stores/connections/service.ts'
import { notFound } from '#core/errors.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { ConnectedProductData } from './contract.ts'

/** A reference to an account's connected shop, by its public id. */
export type ConnectedStoreRef = Readonly<{ accountId: number; connectionId: string }>

/** A page of a connected store's products as last read. */
export type ConnectedProductPage = Readonly<{
  products: ConnectedProductData[]
  total: number
  page: number
  pages: number
}>

/**
 * Returns the products read from a connected store, and which are products already. Throws `connection_not_found`;
 * refuses with `no_store`.
 */
export async function readConnectedProducts(
  db: Queryable,
  { accountId, connectionId }: ConnectedStoreRef,
  requestedPage: number,
): Promise<ConnectedProductPage> {
  const connection = await getConnectionView(db, { accountId, connectionId })
  const found = await readStoreProducts(db, { accountId, id: connectionId, page: requestedPage })
  const { total, page, pages } = found
  const getKey = ({ externalId }: { externalId: string }) => toSourceKey(connection, externalId)
  const imported = await listImportedProducts(db, accountId, found.products.map(getKey))
  const products = found.products.map((product) => {
    const { externalId, name, price, currency, quantity, status, kind } = product
    const key = getKey(product)
    const importStatus = { isTaken: imported.has(key), image_url: imported.get(key) ?? null }
    return {
      externalId,
      name,
      price,
      currency,
      quantity,
      status,
      obstacle: explainUnsupported(kind) ?? null,
      ...importStatus,
    }
  })
  return { products, total, page, pages }
}

/** The products to import, and the time. */
export type ImportConnectedInput = ConnectedStoreRef &
  Readonly<{ externalIds: readonly string[]; now: Date; enqueue: Enqueue }>

/**
 * Creates drafts from a connected store's products. A price in another currency than the marketplace's is left empty
 * and reported. Products that cannot be sold here are left out, with the reason. Throws `connection_not_found`; refuses
 * with `no_store`.
 */
export async function importConnectedProducts(
  db: Database,
  { accountId, connectionId, externalIds, now, enqueue }: ImportConnectedInput,
): Promise<ImportResult & Readonly<{ unpricedIn: string | null }>> {
  const connection = await getConnectionView(db, { accountId, connectionId })
  const found = await findStoreProducts(db, { accountId, connectionId, externalIds })
  const products = found
    .filter(({ kind }) => explainUnsupported(kind) === undefined)
    .map(({ externalId, priceAmount, currency, kind, status: _status, ...product }): ExternalProduct => ({
      ...product,
      externalKey: toSourceKey(connection, externalId),
      priceCents: currency === SHOP_CURRENCY ? priceAmount : null,
      hasVariations: kind === 'variable',
    }))
  const refusals = found.flatMap(({ name, kind }) => {
    const reason = explainUnsupported(kind)
    return reason === undefined ? [] : [`${name}: ${reason}`]
  })
  const countedAt = found.reduce((earliest, { readAt }) => (readAt < earliest ? readAt : earliest), now)
  const result = await importProducts(db, { ownerId: accountId, asOf: countedAt, now, enqueue }, products)
  const problems = [...refusals, ...result.problems]
  return {
    ...result,
    problems,
    unpricedIn: connection.currency === SHOP_CURRENCY ? null : connection.currency,
  }
}

async function getConnectionView(
  db: Queryable,
  { accountId, connectionId }: ConnectedStoreRef,
): Promise<ConnectionData> {
  const connection = (await listConnectionViews(db, accountId)).find(({ id }) => id === connectionId)
  if (!connection) throw notFound('connection_not_found', 'This store isn’t one of yours.')
  return connection
}
