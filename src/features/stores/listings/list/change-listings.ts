import { inTransaction, type Queryable } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import {
  findConnection,
  noteSelectionChange,
  pushListings,
  type StoreConnection,
} from '#features/stores/connections/service.ts'
import type { ListingDeps } from '../deps.ts'
import { dismissCostAlerts, findProductKeys, followRules, setUnpublished } from './list-queries.ts'

/** Which products in which of somebody's stores. */
export type ListingRef = Readonly<{
  accountId: number
  storeId: string
  productIds: readonly string[]
  now: Date
}>

/** Returns a connected store of somebody. Throws `connection_not_found`. */
export async function getStore(
  db: Queryable,
  { accountId, storeId }: Pick<ListingRef, 'accountId' | 'storeId'>,
): Promise<StoreConnection> {
  const connection = await findConnection(db, { accountId, id: storeId })
  if (!connection) throw notFound('connection_not_found', 'This store isn’t connected.')
  return connection
}

/** Sends price and stock of products to a store, whatever it had last; returns how many products were named. */
export async function updateListings(
  db: Queryable,
  deps: Pick<ListingDeps, 'enqueue'>,
  ref: ListingRef,
): Promise<number> {
  const { id: connectionId } = await getStore(db, ref)
  const productKeys = await findProductKeys(db, ref.productIds)
  const { accountId, now } = ref
  await inTransaction(db, (tx) =>
    pushListings(tx, deps, { accountId, connectionId, productKeys, isAutomatic: false, now }),
  )
  return productKeys.length
}

/** Takes products off sale in a store, or puts them back; returns how many of them are there. */
export async function setListingsOnSale(
  db: Queryable,
  deps: Pick<ListingDeps, 'enqueue'>,
  { isOnSale, ...ref }: ListingRef & Readonly<{ isOnSale: boolean }>,
): Promise<number> {
  const { id: connectionId } = await getStore(db, ref)
  const named = await findProductKeys(db, ref.productIds)
  const { accountId, now } = ref
  return inTransaction(db, async (tx) => {
    // What is on its way just now goes again after it.
    await noteSelectionChange(tx, ref.productIds)
    const productKeys = await setUnpublished(tx, {
      connectionId,
      productKeys: named,
      isUnpublished: !isOnSale,
    })
    await pushListings(tx, deps, { accountId, connectionId, productKeys, isAutomatic: false, now })
    return productKeys.length
  })
}

/**
 * Decides about products whose cost rose: `follow_rule` gives their prices to the vendor's rules in all stores, `keep_price` leaves
 * them. Returns about how many was to be decided.
 */
export async function decideCostAlerts(
  db: Queryable,
  deps: Pick<ListingDeps, 'enqueue'>,
  { decision, ...ref }: ListingRef & Readonly<{ decision: 'follow_rule' | 'keep_price' }>,
): Promise<number> {
  const { id: connectionId } = await getStore(db, ref)
  const named = await findProductKeys(db, ref.productIds)
  const { accountId, now } = ref
  return inTransaction(db, async (tx) => {
    const productKeys = await dismissCostAlerts(tx, { connectionId, productKeys: named })
    if (decision === 'follow_rule') {
      await followRules(tx, { accountId, productKeys })
      await noteSelectionChange(tx, ref.productIds)
      await pushListings(tx, deps, { accountId, connectionId, productKeys, isAutomatic: false, now })
    }
    return productKeys.length
  })
}
