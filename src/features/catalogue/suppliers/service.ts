import { type Queryable, inTransaction } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import {
  findFirstWarehouse,
  findSupplierBySlug,
  findVerifiedByPublicId,
  insertSupplier,
  isUnnamed,
  lockSupplier,
  selectSupplierContacts,
  selectSuppliers,
  type Supplier,
  updateSupplier,
  updateSupplierVerified,
  upsertWarehouse,
  type Warehouse,
} from './queries.ts'
import { toSlug } from './rules.ts'
import type { suppliers } from './tables.ts'

export type { Supplier, Warehouse } from './queries.ts'
export { findStoreKey, foldStoreCounters } from './store-queries.ts'
export { notifyStoreChanged } from './queries.ts'
export { findSupplierByShortName, listSuppliersByName, type NamedSupplier } from './queries.ts'
export {
  closeStore,
  exportStore,
  createStore,
  getStoreLocation,
  lockOwnStore,
  type StoreLocation,
} from './manage-store.ts'
export {
  insertWarehouse,
  isNameTaken,
  listFormerNames,
  listOwnWarehouses,
  type OwnWarehouse,
  selectOpenWarehouse,
  updateWarehouse,
  updateWarehouseArchived,
} from './warehouses/warehouse-queries.ts'
export { ensurePracticeSuppliers } from './practice/practice-suppliers.ts'
export { isCountry, toSlug } from './rules.ts'
export { listAddressLines } from './verification/verification.ts'

/**
 * The supplier to find or create. `country` (ISO 3166 alpha-2) applies only to a new supplier and warehouse.
 * `createdAt` is the start of a new supplier's membership, now if omitted.
 */
export type SupplierName = Readonly<{ name: string; country: string; warehouse?: string; createdAt?: Date }>

/** A supplier with the default warehouse of its products. */
export type SupplierWithWarehouse = Readonly<{ supplier: Supplier; warehouse: Warehouse; isNew: boolean }>

/**
 * Returns the supplier of this name, created and verified when new. Names with the same slug are the same. Its
 * warehouse is the requested one, else its first; without any, one with the supplier's name is created.
 */
export async function findOrCreateSupplier(
  db: Queryable,
  input: SupplierName,
): Promise<SupplierWithWarehouse> {
  const slug = toSlug(input.name)
  const country = input.country.toUpperCase()
  return inTransaction(db, async (tx) => {
    const existing = await findSupplierBySlug(tx, slug)
    const created = existing
      ? undefined
      : await insertSupplier(tx, {
          publicId: newId('supplier'),
          slug,
          name: input.name.trim(),
          country,
          ...(input.createdAt ? { createdAt: input.createdAt } : {}),
        })
    const supplier = existing ?? created ?? (await findSupplierBySlug(tx, slug))
    if (!supplier) throw new Error('the supplier was not kept')
    const warehouse = await findOrCreateWarehouse(tx, supplier, { ...input, country })
    return { supplier, warehouse, isNew: created !== undefined }
  })
}

async function findOrCreateWarehouse(
  tx: Queryable,
  supplier: Supplier,
  { warehouse, country }: SupplierName,
): Promise<Warehouse> {
  if (!warehouse) return ensureWarehouse(tx, supplier)
  return upsertWarehouse(tx, { supplierId: supplier.id, name: warehouse, country })
}

/** Returns the supplier's first warehouse; creates one with the supplier's name when there is none. */
export async function ensureWarehouse(
  db: Queryable,
  { id: supplierId, name, country }: Pick<Supplier, 'id' | 'name' | 'country'>,
): Promise<Warehouse> {
  const existing = await findFirstWarehouse(db, supplierId)
  return existing ?? upsertWarehouse(db, { supplierId, name: `${name} warehouse`, country })
}

/** The profile of a supplier without its verification; omitted fields are unchanged. */
export type SupplierProfile = Readonly<
  SupplierName &
    Partial<
      Pick<
        typeof suppliers.$inferInsert,
        | 'city'
        | 'description'
        | 'contactEmail'
        | 'yearsOfExperience'
        | 'mainCategories'
        | 'statedStoreRating'
        | 'statedOnTimePercent'
        | 'statedResponseTime'
        | 'statedOnlineRevenue'
        | 'statedMainMarket'
        | 'statedPartners'
      >
    >
>

/** Stores a supplier's profile under its name: updated if it exists, else created and verified. */
export async function saveSupplierProfile(
  db: Queryable,
  profile: SupplierProfile,
): Promise<SupplierWithWarehouse> {
  const { warehouse: _warehouse, createdAt: _createdAt, ...own } = profile
  return inTransaction(db, async (tx) => {
    const result = await findOrCreateSupplier(tx, profile)
    await updateSupplier(tx, result.supplier.id, { ...own, country: own.country.toUpperCase() })
    return result
  })
}

/**
 * Assigns a supplier to an account as its store. Throws if the account has another store, or the supplier another
 * owner.
 */
export async function setOwner(db: Queryable, supplierId: number, ownerId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const existing = await lockSupplier(tx, supplierId)
    if (!existing || (existing.ownerId !== null && existing.ownerId !== ownerId))
      throw new Error('the supplier is not there, or has another owner')
    await updateSupplier(tx, supplierId, { ownerId })
  })
}

/** Sets a supplier's address for order emails. */
export async function setSupplierEmail(db: Queryable, supplierId: number, address: string): Promise<void> {
  await updateSupplier(db, supplierId, { contactEmail: address })
}

/**
 * Verifies a supplier, or removes its verification; its products are listed or unlisted in the same transaction. Throws
 * `supplier_not_found`; `store_unnamed` for a store that its owner has not named.
 */
export async function setVerified(db: Queryable, supplierId: number, isVerified: boolean): Promise<void> {
  if (isVerified && (await isUnnamed(db, supplierId)))
    throw refused(
      'store_unnamed',
      'This store has no name yet. Ask its owner to set one under “Set up your store”.',
    )
  const isKnown = await updateSupplierVerified(db, supplierId, isVerified)
  if (!isKnown) throw notFound('supplier_not_found', 'Supplier not found')
}

/** Returns all suppliers by name, verified or not. */
export async function listSuppliers(db: Queryable): Promise<Supplier[]> {
  return selectSuppliers(db)
}

/** Returns the key and name of the verified supplier with this public id, if there is one. */
export async function findVerifiedSupplier(
  db: Queryable,
  publicId: string,
): Promise<{ id: number; name: string } | undefined> {
  return findVerifiedByPublicId(db, publicId)
}

/** Returns a supplier's name by its key, and its email address if it has one. */
export async function findSupplierContact(
  db: Queryable,
  id: number,
): Promise<{ name: string; contactEmail: string | null } | undefined> {
  return (await selectSupplierContacts(db, [id]))[0]
}

/** Returns these suppliers' names by their keys. */
export async function listSupplierNames(db: Queryable, ids: readonly number[]): Promise<Map<number, string>> {
  const result = await selectSupplierContacts(db, ids)
  return new Map(result.map(({ id, name }) => [id, name]))
}
