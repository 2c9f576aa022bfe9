import { inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import { type AuditSource, type AuditValues, recordVendorChange } from '#features/identity/audit/service.ts'
import {
  findConnection,
  recordSelectionChange,
  pushListings,
  type StoreConnection,
} from '#features/stores/connections/service.ts'
import type { ListingDeps } from '../deps.ts'
import { findProductKeys, setUnpublished } from './list-queries.ts'

/** A change of listings in a business's stores, and its actor. */
type ListingChange = Readonly<{ source: AuditSource; storeId: string; productIds: readonly string[] }>

/** Returns a connected store of an account. Throws `connection_not_found`. */
export async function getStore(
  db: Queryable,
  { accountId, storeId }: Readonly<{ accountId: number; storeId: string }>,
): Promise<StoreConnection> {
  const connection = await findConnection(db, { accountId, id: storeId })
  if (!connection) throw notFound('connection_not_found', 'This store isn’t connected.')
  return connection
}

/** Sends price and stock of products to a store, whatever was sent last; returns how many products were given. */
export async function updateListings(
  db: Queryable,
  deps: Pick<ListingDeps, 'enqueue'>,
  { source, storeId, productIds }: ListingChange,
): Promise<number> {
  const { businessId: accountId, now } = source
  const { id: connectionId, name } = await getStore(db, { accountId, storeId })
  const productKeys = await findProductKeys(db, productIds)
  await inTransaction(db, async (tx) => {
    await pushListings(tx, deps, { accountId, connectionId, productKeys, isAutomatic: false, now })
    await recordListings(tx, source, {
      storeId,
      products: productKeys.length,
      action: `Sent price and stock of ${formatListings(productKeys)} to ${name}`,
      after: {},
    })
  })
  return productKeys.length
}

/** Takes products off sale in a store, or puts them back; returns how many are there. */
export async function setListingsOnSale(
  db: Queryable,
  deps: Pick<ListingDeps, 'enqueue'>,
  { isOnSale, source, storeId, productIds }: ListingChange & Readonly<{ isOnSale: boolean }>,
): Promise<number> {
  const { businessId: accountId, now } = source
  const { id: connectionId, name } = await getStore(db, { accountId, storeId })
  const named = await findProductKeys(db, productIds)
  return inTransaction(db, async (tx) => {
    // Listings that are being sent just now are sent again afterwards.
    await recordSelectionChange(tx, productIds)
    const productKeys = await setUnpublished(tx, {
      connectionId,
      productKeys: named,
      isUnpublished: !isOnSale,
    })
    await pushListings(tx, deps, { accountId, connectionId, productKeys, isAutomatic: false, now })
    const listings = formatListings(productKeys)
    await recordListings(tx, source, {
      storeId,
      products: productKeys.length,
      action: isOnSale ? `Put ${listings} on sale in ${name}` : `Took ${listings} off sale in ${name}`,
      after: { isOnSale },
    })
    return productKeys.length
  })
}

function formatListings({ length }: readonly number[]): string {
  return length === 1 ? '1 listing' : `${length} listings`
}

/** Records a change of listings in a store as one entry; records nothing for an empty one. */
async function recordListings(
  tx: Transaction,
  source: AuditSource,
  change: Readonly<{ storeId: string; products: number; action: string; after: AuditValues }>,
): Promise<void> {
  const { storeId, products, action, after } = change
  if (products === 0) return
  const entity = `store:${storeId}`
  await recordVendorChange(tx, source, {
    kind: 'listing',
    action,
    entity,
    before: {},
    after: { ...after, listings: products },
  })
}
