import type { Queryable, Transaction } from '#database/database.ts'
import { newId } from '#ground/ids.ts'
import {
  findByOwner,
  findFirstWarehouse,
  insertSupplier,
  updateSupplier,
  updateVerified,
  upsertWarehouse,
} from './queries.ts'
import { slugOf } from './rules.ts'

/** Where a new store is until its owner says so: where the marketplace delivers when nobody says otherwise. */
const COUNTRY = 'SG'

/** Whose store it is to be, how it is called, and where it is written to. */
export type NewStore = Readonly<{ ownerId: number; name: string; contactEmail: string }>

/**
 * Founds a manufacturer's store with a warehouse, unless there is one. It is not verified: an operator does that, and until
 * then none of its pieces is listed. A name that another store has gets a tail in its slug.
 */
export async function foundStore(tx: Transaction, { ownerId, name, contactEmail }: NewStore): Promise<void> {
  if (await findByOwner(tx, ownerId)) return
  const publicId = newId('supplier')
  const store = { publicId, name, contactEmail, ownerId, country: COUNTRY, isVerified: false }
  const slug = slugOf(name)
  const kept =
    (await insertSupplier(tx, { ...store, slug })) ??
    // The last digits of a public id are random.
    (await insertSupplier(tx, { ...store, slug: `${slug.slice(0, 50)}-${publicId.slice(-8)}` }))
  if (!kept) throw new Error('the store was not kept')
  await upsertWarehouse(tx, { supplierId: kept.id, name: `${name} warehouse`, country: COUNTRY })
}

/** A manufacturer's store for its owner: what it says of itself, and where it ships from; null when there is none. */
export async function findOwnStore(db: Queryable, ownerId: number): Promise<object | null> {
  const store = await findByOwner(db, ownerId)
  if (!store) return null
  const { id, ownerId: _owner, ...said } = store
  const warehouse = await findFirstWarehouse(db, id)
  return { ...said, warehouse: warehouse ? { name: warehouse.name, country: warehouse.country } : null }
}

/** Closes the store of a manufacturer who leaves: nothing of it is listed, and nobody is written to any more. */
export async function closeStore(tx: Transaction, ownerId: number): Promise<void> {
  const store = await findByOwner(tx, ownerId)
  if (!store) return
  await updateVerified(tx, store.id, false)
  await updateSupplier(tx, store.id, { contactEmail: null })
}
