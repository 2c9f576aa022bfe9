import type { Database, Queryable } from '#database/database.ts'
import { listTaken, type ShopProduct, type Taken, takeProducts } from '#features/catalogue/catalog/service.ts'
import type { ConnectionData, StoreProductData } from '#features/stores/connections/contract.ts'
import {
  findStoreProducts,
  readConnections,
  readStoreProducts,
} from '#features/stores/connections/service.ts'
import { notFound } from '#core/errors.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { ConnectedProductData } from './contract.ts'

type StoreKind = StoreProductData['kind']

/** Why products of these kinds cannot be sold here. */
const OBSTACLES: Readonly<Partial<Record<StoreKind, string>>> = {
  external: 'This product is sold on another site.',
  grouped: 'This is a group of products. Add those products instead.',
  digital: 'This product is virtual or downloadable. Only products that ship can be sold here.',
  other: 'Products of this type cannot be sold here.',
}

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
    const { externalId, name, price, currency, quantity, status, kind } = product
    const key = keyOf(product)
    const piece = { isTaken: taken.has(key), image_url: taken.get(key) ?? null }
    return {
      externalId,
      name,
      price,
      currency,
      quantity,
      status,
      obstacle: OBSTACLES[kind] ?? null,
      ...piece,
    }
  })
  return { products, total, page, pages }
}

/** Which products are to be taken over, and when. */
export type TakeOrder = Whose & Readonly<{ externalIds: readonly string[]; now: Date; enqueue: Enqueue }>

/**
 * Makes drafts of products of a connected store; a price in another currency than the marketplace's is left open, and told.
 * Those that cannot be sold here are left out, with the reason.
 * Throws `connection_not_found`; refuses with `no_store`.
 */
export async function takeConnected(
  db: Database,
  { personId, connectionId, externalIds, now, enqueue }: TakeOrder,
): Promise<Taken & Readonly<{ unpricedIn: string | null }>> {
  const connection = await getOwnConnection(db, { personId, connectionId })
  const found = await findStoreProducts(db, { personId, connectionId, externalIds })
  const isSold = ({ kind }: Readonly<{ kind: StoreKind }>) => OBSTACLES[kind] === undefined
  const products = found
    .filter(isSold)
    .map(({ externalId, priceAmount, currency, kind, status: _status, ...product }): ShopProduct => ({
      ...product,
      externalKey: externalKeyOf(connection, externalId),
      priceCents: currency === SHOP_CURRENCY ? priceAmount : null,
      hasVariations: kind === 'variable',
    }))
  const refusals = found.flatMap(({ name, kind }) => {
    const obstacle = OBSTACLES[kind]
    return obstacle === undefined ? [] : [`${name}: ${obstacle}`]
  })
  const asOf = found.reduce((earliest, { readAt }) => (readAt < earliest ? readAt : earliest), now)
  const done = await takeProducts(db, { ownerId: personId, asOf, now, enqueue }, products)
  const problems = [...refusals, ...done.problems]
  return { ...done, problems, unpricedIn: connection.currency === SHOP_CURRENCY ? null : connection.currency }
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
