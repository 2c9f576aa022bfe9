import { type Database, type Queryable, type Transaction, inTransaction } from '#database/database.ts'
import { invalid, refused } from '#ground/errors.ts'
import type { AppError } from '#ground/errors.ts'
import { newId } from '#ground/ids.ts'
import {
  findByOwner,
  findFirstWarehouse,
  insertSupplier,
  lockByOwner,
  moveWarehouses,
  notifyOfStore,
  type Supplier,
  updateSupplier,
  upsertWarehouse,
} from './queries.ts'
import type { WrittenStoreData } from './contract.ts'
import { isCountry, slugOf } from './rules.ts'

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

/** Where a manufacturer's pieces go: the store, and the warehouse they lie in. */
export type OwnStorePlace = Readonly<{ supplierId: number; warehouseId: number; isVerified: boolean }>

/** The store of a manufacturer, with the warehouse that its new pieces lie in. Refuses with `no_store`. */
export async function getOwnPlace(db: Queryable, ownerId: number): Promise<OwnStorePlace> {
  const store = await findByOwner(db, ownerId)
  if (!store) throw noStore()
  const { id: supplierId, name, country, isVerified } = store
  const warehouse =
    (await findFirstWarehouse(db, supplierId)) ??
    (await upsertWarehouse(db, { supplierId, name: `${name} warehouse`, country }))
  return { supplierId, warehouseId: warehouse.id, isVerified }
}

/** The store of a manufacturer, locked. Refuses with `no_store`. */
export async function lockOwnStore(tx: Transaction, ownerId: number): Promise<Supplier> {
  const store = await lockByOwner(tx, ownerId)
  if (!store) throw noStore()
  return store
}

/** Why somebody without a store cannot do what needs one. */
export function noStore(): AppError {
  return refused('no_store', 'Your account has no store. Please write to our support.')
}

/**
 * Keeps what a manufacturer says of the own store. What is sent from where the store was is sent from where it is now. Throws
 * `unknown_country`; refuses with `no_store`.
 */
export async function saveOwnStore(db: Database, ownerId: number, said: WrittenStoreData): Promise<void> {
  if (!isCountry(said.country))
    throw invalid('unknown_country', 'Choose a country from the list.', { fields: ['country'] })
  await inTransaction(db, async (tx) => {
    const store = await lockOwnStore(tx, ownerId)
    const { country, yearsOfExperience, mainCategories } = said
    await updateSupplier(tx, store.id, {
      country,
      yearsOfExperience,
      mainCategories: [...new Set(mainCategories)],
    })
    if (country !== store.country)
      await moveWarehouses(tx, { supplierId: store.id, from: store.country, to: country })
    await notifyOfStore(tx, store.publicId)
  })
}

/** A manufacturer's store for its owner: what it says of itself, and where it ships from; null when there is none. */
export async function findOwnStore(db: Queryable, ownerId: number): Promise<object | null> {
  const store = await findByOwner(db, ownerId)
  if (!store) return null
  const { id, ownerId: _owner, ...said } = store
  const warehouse = await findFirstWarehouse(db, id)
  return { ...said, warehouse: warehouse ? { name: warehouse.name, country: warehouse.country } : null }
}
