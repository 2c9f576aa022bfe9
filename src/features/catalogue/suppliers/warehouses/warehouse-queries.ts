import { type Queryable, queryPrepared, type Transaction } from '#database/database.ts'

/** A warehouse of a store; archived ones get no products. */
export type OwnWarehouse = Readonly<{ id: number; name: string; country: string; isArchived: boolean }>

/** Returns a store's warehouses, archived ones last, each in order of creation. */
export async function listOwnWarehouses(db: Queryable, supplierId: number): Promise<OwnWarehouse[]> {
  return queryPrepared<OwnWarehouse>(db, LIST, [supplierId])
}

const LIST = {
  name: 'suppliers_list_warehouses',
  text: `
    select id, name, country, archived_at is not null as "isArchived" from warehouses
    where supplier_id = $1 order by archived_at is not null, id`,
}

/** Returns this warehouse of a store, or the store's first one if it is archived or belongs to another store. */
export async function selectOpenWarehouse(
  db: Queryable,
  supplierId: number,
  warehouseId: number,
): Promise<number> {
  const [found] = await queryPrepared<{ id: number }>(db, SELECT_OPEN, [supplierId, warehouseId])
  if (!found) throw new Error('the store has no warehouse')
  return found.id
}

const SELECT_OPEN = {
  name: 'suppliers_select_open_warehouse',
  text: `
    select id from warehouses where supplier_id = $1 and archived_at is null order by id = $2 desc, id limit 1`,
}

/** Returns whether another warehouse of the store than `exceptId` has or had this name, in any spelling. */
export async function isNameTaken(
  tx: Transaction,
  { supplierId, name, exceptId }: Readonly<{ supplierId: number; name: string; exceptId: number | null }>,
): Promise<boolean> {
  return (await queryPrepared(tx, FIND_NAME, [supplierId, name, exceptId])).length > 0
}

const FIND_NAME = {
  name: 'suppliers_find_warehouse_name',
  text: `
    select id from warehouses where supplier_id = $1 and lower(name) = lower($2) and id is distinct from $3
    union all
    select warehouse_id from warehouse_former_names
    where supplier_id = $1 and lower(name) = lower($2) and warehouse_id is distinct from $3`,
}

/** Returns the former names of a store's warehouses, with the warehouses' keys. */
export async function listFormerNames(
  db: Queryable,
  supplierId: number,
): Promise<Readonly<{ name: string; id: number }>[]> {
  return queryPrepared(db, LIST_FORMER_NAMES, [supplierId])
}

const LIST_FORMER_NAMES = {
  name: 'suppliers_list_former_warehouse_names',
  text: 'select name, warehouse_id as id from warehouse_former_names where supplier_id = $1',
}

/** Stores a new warehouse; returns its key. */
export async function insertWarehouse(
  tx: Transaction,
  { supplierId, name, country }: Readonly<{ supplierId: number; name: string; country: string }>,
): Promise<number> {
  const [stored] = await queryPrepared<{ id: number }>(tx, INSERT, [supplierId, name, country])
  if (!stored) throw new Error('the warehouse was not stored')
  return stored.id
}

const INSERT = {
  name: 'suppliers_insert_warehouse',
  text: 'insert into warehouses (supplier_id, name, country) values ($1, $2, $3) returning id',
}

/** Sets a warehouse's name and country, and stores its former name, which orders still use. */
export async function updateWarehouse(
  tx: Transaction,
  { id, name, country }: Readonly<{ id: number; name: string; country: string }>,
): Promise<void> {
  await queryPrepared(tx, KEEP_NAME, [id, name])
  await queryPrepared(tx, UPDATE, [id, name, country])
}

const KEEP_NAME = {
  name: 'suppliers_keep_warehouse_name',
  text: `
    insert into warehouse_former_names (supplier_id, name, warehouse_id)
    select supplier_id, name, id from warehouses where id = $1 and name <> $2
    on conflict (supplier_id, name) do update set warehouse_id = excluded.warehouse_id`,
}

const UPDATE = {
  name: 'suppliers_update_warehouse',
  text: 'update warehouses set name = $2, country = $3 where id = $1',
}

/** Archives a warehouse at a moment, or restores it if that is null. */
export async function updateWarehouseArchived(
  tx: Transaction,
  id: number,
  archivedAt: Date | null,
): Promise<void> {
  await queryPrepared(tx, ARCHIVE, [id, archivedAt])
}

const ARCHIVE = {
  name: 'suppliers_archive_warehouse',
  text: 'update warehouses set archived_at = $2 where id = $1',
}
