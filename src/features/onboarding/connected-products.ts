import type { Database, Queryable } from '#database/database.ts'
import { listTaken, type ShopProduct, type Taken, takeProducts } from '#features/catalog/service.ts'
import type { ConnectionData } from '#features/stores/contract.ts'
import { findStoreProducts, readConnections, readStoreProducts } from '#features/stores/service.ts'
import { notFound } from '#ground/errors.ts'
import { SHOP_CURRENCY } from '#ground/money.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { ConnectedProductData } from './contract.ts'

/** Whose connected shop is meant, by its public id. */
export type Whose = Readonly<{ personId: number; connectionId: string }>

/** A page of what was read of a connected shop. */
export type ConnectedPage = Readonly<{
  products: ConnectedProductData[]
  total: number
  page: number
  pages: number
}>

/** What was read of a connected shop, and what of it is a piece already. Throws `connection_not_found`; refuses with `no_store`. */
export async function readConnectedProducts(
  db: Queryable,
  { personId, connectionId }: Whose,
  asked: number,
): Promise<ConnectedPage> {
  const connection = await getOwnConnection(db, { personId, connectionId })
  const found = await readStoreProducts(db, { personId, id: connectionId, page: asked })
  const { total, page, pages } = found
  const keyOf = ({ externalId }: { externalId: string }) => externalKeyOf(connection, externalId)
  const taken = await listTaken(db, personId, found.products.map(keyOf))
  const products = found.products.map((product) => {
    const { externalId, name, price, currency, quantity } = product
    const key = keyOf(product)
    const piece = { isTaken: taken.has(key), image_url: taken.get(key) ?? null }
    return { externalId, name, price, currency, quantity, ...piece }
  })
  return { products, total, page, pages }
}

/** Which products are to be taken over, and when. */
export type TakeOrder = Whose & Readonly<{ externalIds: readonly string[]; now: Date; enqueue: Enqueue }>

/**
 * Makes drafts of products of a connected shop; a price in another currency than the marketplace's is left open, and told.
 * Throws `connection_not_found`; refuses with `no_store`.
 */
export async function takeConnected(
  db: Database,
  { personId, connectionId, externalIds, now, enqueue }: TakeOrder,
): Promise<Taken & Readonly<{ unpricedIn: string | null }>> {
  const connection = await getOwnConnection(db, { personId, connectionId })
  const found = await findStoreProducts(db, { personId, connectionId, externalIds })
  const products = found.map(
    ({ externalId, name, descriptionHtml, sku, priceAmount, quantity, pictures, currency }): ShopProduct => ({
      externalKey: externalKeyOf(connection, externalId),
      name,
      descriptionHtml,
      sku,
      priceCents: currency === SHOP_CURRENCY ? priceAmount : null,
      quantity,
      pictures,
    }),
  )
  const asOf = found.reduce((earliest, { readAt }) => (readAt < earliest ? readAt : earliest), now)
  const done = await takeProducts(db, { ownerId: personId, asOf, now, enqueue }, products)
  return { ...done, unpricedIn: connection.currency === SHOP_CURRENCY ? null : connection.currency }
}

async function getOwnConnection(db: Queryable, { personId, connectionId }: Whose): Promise<ConnectionData> {
  const connection = (await readConnections(db, personId)).find(({ id }) => id === connectionId)
  if (!connection) throw notFound('connection_not_found', 'There is no such store of yours.')
  return connection
}

/** The same when the shop is connected anew: the ids of two shops of one kind may be alike. */
function externalKeyOf({ platform, address }: ConnectionData, externalId: string): string {
  return `${platform}:${address}:${externalId}`
}
