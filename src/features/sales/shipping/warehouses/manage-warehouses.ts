import { invalid, notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { countByWarehouse, MOVE_PRODUCTS_JOB, moveProducts } from '#features/catalogue/catalog/service.ts'
import {
  getStoreLocation,
  insertWarehouse,
  isNameTaken,
  listOwnWarehouses,
  lockOwnStore,
  notifyStoreChanged,
  type OwnWarehouse,
  updateWarehouse,
  updateWarehouseArchived,
} from '#features/catalogue/suppliers/service.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { findCountry } from '../countries.ts'
import {
  deleteWarehouseAddress,
  listWarehousesWithAddresses,
} from '../warehouse-addresses/warehouse-address-queries.ts'
import type { WarehouseData, WarehouseFormData } from './contract.ts'

/** The most warehouses of a store that are not archived. */
const MAX_WAREHOUSES = 50

/** Returns the warehouses of an account's store with their numbers of products. Refuses with `no_store`. */
export async function readWarehouses(db: Queryable, ownerId: number): Promise<WarehouseData[]> {
  const { supplierId } = await getStoreLocation(db, ownerId)
  const warehouses = await listOwnWarehouses(db, supplierId)
  const counts = await countByWarehouse(
    db,
    warehouses.map(({ id }) => id),
  )
  return warehouses.map((one) => ({ ...one, products: counts.get(one.id) ?? 0 }))
}

/**
 * Adds a warehouse and records it. Throws `unknown_country`; refuses with `no_store`, `warehouse_name_taken` and
 * `too_many_warehouses`.
 */
export async function addOwnWarehouse(
  db: Database,
  source: AuditSource,
  form: WarehouseFormData,
): Promise<void> {
  checkCountry(form)
  await changeWarehouses(db, source, async (tx, { supplierId, warehouses }) => {
    checkCount(warehouses)
    await checkName(tx, { supplierId, name: form.name, exceptId: null })
    await insertWarehouse(tx, { supplierId, ...form })
    return { action: 'Added a warehouse', name: form.name, before: {}, after: { ...form } }
  })
}

/**
 * Sets a warehouse's name and country, and records it. Another country removes its sender address, which was in the former one.
 * Throws `warehouse_not_found` and `unknown_country`; refuses with `no_store` and `warehouse_name_taken`.
 */
export async function changeOwnWarehouse(
  db: Database,
  source: AuditSource,
  { warehouseId, form }: Readonly<{ warehouseId: number; form: WarehouseFormData }>,
): Promise<void> {
  checkCountry(form)
  await changeWarehouses(db, source, async (tx, { supplierId, warehouses }) => {
    const { name, country } = getWarehouse(warehouses, warehouseId)
    await checkName(tx, { supplierId, name: form.name, exceptId: warehouseId })
    await updateWarehouse(tx, { id: warehouseId, ...form })
    const withAddresses = await listWarehousesWithAddresses(tx, supplierId)
    const sender = withAddresses.find(({ id }) => id === warehouseId)?.sender
    if (sender && sender.country !== form.country)
      await deleteWarehouseAddress(tx, { warehouseId, purpose: 'sender' })
    return { action: 'Changed a warehouse', name: form.name, before: { name, country }, after: { ...form } }
  })
}

/**
 * Archives a warehouse, records it, and lets a job move its products to another one. An archived one is unchanged.
 * Throws `warehouse_not_found`; refuses with `no_store`, and with `warehouse_archived` if the other one is archived or
 * the same.
 */
export async function archiveOwnWarehouse(
  db: Database,
  source: AuditSource,
  { warehouseId, moveTo, enqueue }: Readonly<{ warehouseId: number; moveTo: number; enqueue: Enqueue }>,
): Promise<void> {
  await changeWarehouses(db, source, async (tx, { supplierId, warehouses }) => {
    const { name, isArchived } = getWarehouse(warehouses, warehouseId)
    const target = getActiveWarehouse(warehouses, moveTo)
    if (target.id === warehouseId) throw warehouseArchived()
    if (!isArchived) await updateWarehouseArchived(tx, warehouseId, source.now)
    await enqueue(tx, { job: MOVE_PRODUCTS_JOB, input: { supplierId, from: warehouseId, to: moveTo } })
    const after = { isArchived: true, productsMoveTo: target.name }
    return { action: 'Archived a warehouse', name, before: { isArchived }, after }
  })
}

/** Restores a warehouse and records it. Throws `warehouse_not_found`; refuses with `no_store` and `too_many_warehouses`. */
export async function restoreOwnWarehouse(
  db: Database,
  source: AuditSource,
  warehouseId: number,
): Promise<void> {
  await changeWarehouses(db, source, async (tx, { warehouses }) => {
    const { name, isArchived } = getWarehouse(warehouses, warehouseId)
    if (isArchived) checkCount(warehouses)
    await updateWarehouseArchived(tx, warehouseId, null)
    return { action: 'Restored a warehouse', name, before: { isArchived }, after: { isArchived: false } }
  })
}

/**
 * Moves products to a warehouse and records how many; returns that number. Throws `warehouse_not_found` and `product_not_found`;
 * refuses with `no_store` and `warehouse_archived`.
 */
export async function moveToOwnWarehouse(
  db: Database,
  source: AuditSource,
  { warehouseId, publicIds }: Readonly<{ warehouseId: number; publicIds: readonly string[] }>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { supplierId } = await getStoreLocation(tx, source.businessId)
    const { name } = getActiveWarehouse(await listOwnWarehouses(tx, supplierId), warehouseId)
    const moved = await moveProducts(tx, { supplierId, warehouseId, publicIds })
    await recordChange(tx, source, {
      supplierId,
      kind: 'product',
      action: 'Moved products to a warehouse',
      entity: `warehouse ${name}`,
      before: {},
      after: { productsMoved: moved === 0 ? null : moved },
    })
    return moved
  })
}

type OwnStore = Readonly<{ supplierId: number; warehouses: readonly OwnWarehouse[] }>
type Recorded = Readonly<{
  action: string
  name: string
  before: Readonly<Record<string, string | boolean | null>>
  after: Readonly<Record<string, string | boolean | null>>
}>

/** Changes warehouses of the locked store, and records the change. */
async function changeWarehouses(
  db: Database,
  source: AuditSource,
  change: (tx: Transaction, store: OwnStore) => Promise<Recorded>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id: supplierId } = await lockOwnStore(tx, source.businessId)
    const warehouses = await listOwnWarehouses(tx, supplierId)
    const { action, name, before, after } = await change(tx, { supplierId, warehouses })
    await recordChange(tx, source, {
      supplierId,
      kind: 'store',
      action,
      entity: `warehouse ${name}`,
      before,
      after,
    })
    await notifyStoreChanged(tx)
  })
}

function checkCountry({ country }: WarehouseFormData): void {
  if (!findCountry(country))
    throw invalid('unknown_country', 'Choose a country from the list.', { fields: ['country'] })
}

function checkCount(warehouses: readonly OwnWarehouse[]): void {
  if (warehouses.filter(({ isArchived }) => !isArchived).length >= MAX_WAREHOUSES)
    throw refused('too_many_warehouses', `A store has up to ${MAX_WAREHOUSES} warehouses. Archive one first.`)
}

/** Checks a warehouse's name. Orders store it, so a name belongs to one warehouse for good. */
async function checkName(tx: Transaction, name: Parameters<typeof isNameTaken>[1]): Promise<void> {
  if (await isNameTaken(tx, name))
    throw refused(
      'warehouse_name_taken',
      'Another warehouse of yours has or had this name. Enter a different one.',
      { fields: ['name'] },
    )
}

function getWarehouse(warehouses: readonly OwnWarehouse[], id: number): OwnWarehouse {
  const found = warehouses.find((one) => one.id === id)
  if (!found) throw notFound('warehouse_not_found', 'We couldn’t find this warehouse.')
  return found
}

function getActiveWarehouse(warehouses: readonly OwnWarehouse[], id: number): OwnWarehouse {
  const found = getWarehouse(warehouses, id)
  if (found.isArchived) throw warehouseArchived()
  return found
}

function warehouseArchived() {
  return refused('warehouse_archived', 'Choose a warehouse that is not archived.', { fields: ['moveTo'] })
}
