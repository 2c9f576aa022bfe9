import { type Database, type Queryable, type Transaction, inTransaction } from '#database/database.ts'
import { invalid, refused, type AppError } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import {
  selectSupplierByOwner,
  findFirstWarehouse,
  insertSupplier,
  lockSupplierByOwner,
  lockSlugs,
  moveWarehouses,
  notifyStoreChanged,
  type Supplier,
  updateSupplierName,
  updateSupplier,
  upsertWarehouse,
  updateSupplierVerified,
} from './queries.ts'
import type { StoreFormData } from './contract.ts'
import { isCountry, toSlug } from './rules.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { deleteDocuments, listDocuments } from './verification/documents/document-queries.ts'
import { deleteStatements, listStatements } from './verification/queries.ts'
import type { Enqueue } from '#platform/jobs/job.ts'

/** The name of the job that deletes a logo's files. */
export const DELETE_LOGO_JOB = 'suppliers.remove_logo'

/** The name of the job that deletes the files of verification documents. */
export const DELETE_DOCUMENTS_JOB = 'suppliers.delete_documents'

/** The country of a new store until its owner sets one: the marketplace's default. */
const DEFAULT_COUNTRY = 'SG'

/** The placeholder name of a store. */
const PLACEHOLDER_NAME = 'Unnamed store'

/** The name of every store's first warehouse. */
const WAREHOUSE_NAME = 'Main warehouse'

/** The owner of a new store, their company's name if given, and the address for the store's email. */
export type NewStore = Readonly<{ ownerId: number; name: string | null; contactEmail: string }>

/**
 * Creates a supplier's store with a warehouse, unless there is one. Until an operator verifies it, none of its products
 * is listed. If another store has the same name, the slug gets a suffix. Without a name, the store gets a placeholder.
 */
export async function createStore(tx: Transaction, { ownerId, name, contactEmail }: NewStore): Promise<void> {
  if (await selectSupplierByOwner(tx, ownerId)) return
  const publicId = newId('supplier')
  const store = { publicId, contactEmail, ownerId, country: DEFAULT_COUNTRY, isVerified: false }
  const namedStore = { ...store, name: name ?? PLACEHOLDER_NAME, isNamed: name !== null }
  const slug = name === null ? `store-${publicId.slice(-12)}` : toSlug(name)
  await lockSlugs(tx)
  const stored =
    (await insertSupplier(tx, { ...namedStore, slug })) ??
    (await insertSupplier(tx, { ...namedStore, slug: addSuffix(slug, publicId) }))
  if (!stored) throw new Error('the store was not kept')
  await upsertWarehouse(tx, { supplierId: stored.id, name: WAREHOUSE_NAME, country: DEFAULT_COUNTRY })
}

/** Returns a slug that no other store has, because the last digits of a public id are random. */
function addSuffix(slug: string, publicId: string): string {
  return `${slug.slice(0, 50)}-${publicId.slice(-8)}`
}

/** The store and warehouse of a supplier's products. */
export type StoreLocation = Readonly<{ supplierId: number; warehouseId: number; isVerified: boolean }>

/** Returns a supplier's store, with the warehouse of its new products. Refuses with `no_store`. */
export async function getStoreLocation(db: Queryable, ownerId: number): Promise<StoreLocation> {
  const store = await selectSupplierByOwner(db, ownerId)
  if (!store) throw noStoreError()
  const { id: supplierId, country, isVerified } = store
  const warehouse =
    (await findFirstWarehouse(db, supplierId)) ??
    (await upsertWarehouse(db, { supplierId, name: WAREHOUSE_NAME, country }))
  return { supplierId, warehouseId: warehouse.id, isVerified }
}

/** Returns a supplier's store, locked. Refuses with `no_store`. */
export async function lockOwnStore(tx: Transaction, ownerId: number): Promise<Supplier> {
  const store = await lockSupplierByOwner(tx, ownerId)
  if (!store) throw noStoreError()
  return store
}

/** Returns the refusal for an account without a store. */
export function noStoreError(): AppError {
  return refused('no_store', 'Your account has no store. Contact support to get one.')
}

/**
 * Saves the profile of a supplier's store. Products that ship from the store's former country ship from its new one.
 * The changes are recorded. Throws `unknown_country`; refuses with `no_store`, and with `name_verified` for a new name
 * of a verified store.
 */
export async function saveOwnStore(db: Database, source: AuditSource, form: StoreFormData): Promise<void> {
  if (!isCountry(form.country))
    throw invalid('unknown_country', 'Choose a country from the list.', { fields: ['country'] })
  await inTransaction(db, async (tx) => {
    const store = await lockOwnStore(tx, source.businessId)
    if (form.name !== undefined) await renameStore(tx, store, form.name)
    const { country, yearsOfExperience } = form
    const mainCategories = [...new Set(form.mainCategories)]
    const { city, description } = toStoreTexts(store, form)
    await updateSupplier(tx, store.id, { country, city, description, yearsOfExperience, mainCategories })
    if (country !== store.country)
      await moveWarehouses(tx, { supplierId: store.id, from: store.country, to: country })
    await recordChange(tx, source, {
      supplierId: store.id,
      kind: 'store',
      action: 'Changed the store profile',
      entity: 'store',
      before: toProfileValues(store),
      after: toProfileValues({
        ...store,
        country,
        city,
        description,
        yearsOfExperience,
        mainCategories,
        ...(form.name === undefined ? {} : { name: form.name, isNamed: true }),
      }),
    })
    await notifyStoreChanged(tx)
  })
}

/** Returns the store's new city and description, null for an empty text. */
function toStoreTexts(
  store: Supplier,
  { city = store.city, description = store.description }: StoreFormData,
) {
  return { city: city || null, description: description || null }
}

/** Returns the values of a store's profile for the log. */
function toProfileValues(
  store: Pick<
    Supplier,
    'name' | 'isNamed' | 'country' | 'city' | 'description' | 'yearsOfExperience' | 'mainCategories'
  >,
) {
  const { name, isNamed, country, city, description, yearsOfExperience, mainCategories } = store
  return { name: isNamed ? name : null, country, city, description, yearsOfExperience, mainCategories }
}

/** Renames a store. Operators verify a store under its name, so a verified or suspended store keeps it. */
async function renameStore(tx: Transaction, store: Supplier, name: string): Promise<void> {
  if (store.isNamed && store.name === name) return
  if (store.isVerified || store.suspendedAt !== null)
    throw refused('name_verified', 'Your store is verified under this name. Contact support to change it.', {
      fields: ['name'],
    })
  await lockSlugs(tx)
  const slug = toSlug(name)
  await updateSupplierName(tx, store.id, { name, slug, otherSlug: addSuffix(slug, store.publicId) })
}

/**
 * Returns a supplier's store for the owner's export; null without one. It has the store's own texts and its warehouses.
 */
export async function exportStore(db: Queryable, ownerId: number): Promise<object | null> {
  const store = await selectSupplierByOwner(db, ownerId)
  if (!store) return null
  const { id, ownerId: _owner, isNamed, ...said } = store
  const warehouse = await findFirstWarehouse(db, id)
  const name = isNamed ? store.name : null
  const verification = await listStatements(db, id)
  const documents = (await listDocuments(db, id)).map(({ supplierId: _supplierId, ...document }) => document)
  return {
    ...said,
    name,
    verification,
    documents,
    warehouse: warehouse ? { name: warehouse.name, country: warehouse.country } : null,
  }
}

/**
 * Closes the store of a closed account. Unlists its products, deletes its logo, statements and documents, and stops its
 * emails.
 */
export async function closeStore(
  tx: Transaction,
  { ownerId, enqueue }: Readonly<{ ownerId: number; enqueue: Enqueue }>,
): Promise<void> {
  const store = await selectSupplierByOwner(tx, ownerId)
  if (!store) return
  await updateSupplierVerified(tx, store.id, false)
  await deleteStatements(tx, store.id)
  const ids = await deleteDocuments(tx, store.id)
  if (ids.length > 0) await enqueue(tx, { job: DELETE_DOCUMENTS_JOB, input: { ids } })
  await updateSupplier(tx, store.id, { contactEmail: null, logoKey: null, logoTint: null })
  if (store.logoKey) await enqueue(tx, { job: DELETE_LOGO_JOB, input: { key: store.logoKey } })
}
