import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { PostalAddressData } from '../contract.ts'
import type { AddressPurpose, ReturnPayer } from './shapes.ts'

/** A warehouse with its addresses, null where none is set. */
export type WarehouseWithAddresses = Readonly<{
  id: number
  supplierId: number
  name: string
  country: string
  sender: PostalAddressData | null
  returns: PostalAddressData | null
}>

const toAddressSql = (purpose: AddressPurpose) => `
  (select json_strip_nulls(json_build_object('name', a.name, 'street1', a.street1, 'street2', nullif(a.street2, ''),
      'city', a.city, 'state', nullif(a.state, ''), 'zip', a.zip, 'country', a.country, 'phone', a.phone))
    from warehouse_addresses a where a.warehouse_id = w.id and a.purpose = '${purpose}')`

const SELECT_WAREHOUSES = `
  select w.id, w.supplier_id as "supplierId", w.name, w.country, ${toAddressSql('sender')} as sender,
    ${toAddressSql('returns')} as returns
  from warehouses w`

/** Lists a store's warehouses that are not archived, in order of creation. */
export async function listWarehousesWithAddresses(
  db: Queryable,
  supplierId: number,
): Promise<WarehouseWithAddresses[]> {
  return queryPrepared<WarehouseWithAddresses>(db, LIST_WAREHOUSES, [supplierId])
}

const LIST_WAREHOUSES = {
  name: 'shipping_list_warehouse_addresses',
  text: `${SELECT_WAREHOUSES} where w.supplier_id = $1 and w.archived_at is null order by w.id`,
}

/** Returns a supplier's warehouse by the name that an order stores, which may be a former one; also if archived. */
export async function findWarehouseByName(
  db: Queryable,
  { supplierId, name }: Readonly<{ supplierId: number; name: string }>,
): Promise<WarehouseWithAddresses | undefined> {
  const [found] = await queryPrepared<WarehouseWithAddresses>(db, FIND_WAREHOUSE, [supplierId, name])
  return found
}

const FIND_WAREHOUSE = {
  name: 'shipping_find_warehouse_addresses',
  text: `${SELECT_WAREHOUSES} where w.supplier_id = $1 and (w.name = $2 or w.id = (
      select f.warehouse_id from warehouse_former_names f where f.supplier_id = $1 and f.name = $2))
    order by w.name = $2 desc limit 1`,
}

/** Sets an address of a warehouse. */
export async function upsertWarehouseAddress(
  tx: Transaction,
  input: Readonly<{ warehouseId: number; purpose: AddressPurpose; address: PostalAddressData; now: Date }>,
): Promise<void> {
  const { warehouseId, purpose, address, now } = input
  const { name, street1, street2 = '', city, state = '', zip, country, phone } = address
  const values = [name, street1, street2, city, state, zip, country, phone]
  await queryPrepared(tx, UPSERT_ADDRESS, [warehouseId, purpose, ...values, now])
}

const UPSERT_ADDRESS = {
  name: 'shipping_upsert_warehouse_address',
  text: `
    insert into warehouse_addresses (warehouse_id, purpose, name, street1, street2, city, state, zip, country, phone, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (warehouse_id, purpose) do update set name = excluded.name, street1 = excluded.street1,
      street2 = excluded.street2, city = excluded.city, state = excluded.state, zip = excluded.zip, country = excluded.country,
      phone = excluded.phone, updated_at = excluded.updated_at`,
}

/** Removes an address of a warehouse, if there is one. */
export async function deleteWarehouseAddress(
  tx: Transaction,
  { warehouseId, purpose }: Readonly<{ warehouseId: number; purpose: AddressPurpose }>,
): Promise<void> {
  await queryPrepared(tx, DELETE_ADDRESS, [warehouseId, purpose])
}

const DELETE_ADDRESS = {
  name: 'shipping_delete_warehouse_address',
  text: 'delete from warehouse_addresses where warehouse_id = $1 and purpose = $2',
}

/** Who pays for returns, and the instructions for an agreed return. */
export type ReturnPolicy = Readonly<{ paidBy: ReturnPayer; instructions: string }>

/** Returns a store's return policy; the buyer pays by default. */
export async function findReturnPolicy(db: Queryable, supplierId: number): Promise<ReturnPolicy> {
  const [found] = await queryPrepared<ReturnPolicy>(db, FIND_POLICY, [supplierId])
  return found ?? { paidBy: 'buyer', instructions: '' }
}

const FIND_POLICY = {
  name: 'shipping_find_return_policy',
  text: 'select paid_by as "paidBy", instructions from return_policies where supplier_id = $1',
}

/** Sets the return policy of a store. */
export async function upsertReturnPolicy(
  tx: Transaction,
  { supplierId, paidBy, instructions, now }: ReturnPolicy & Readonly<{ supplierId: number; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, UPSERT_POLICY, [supplierId, paidBy, instructions, now])
}

const UPSERT_POLICY = {
  name: 'shipping_upsert_return_policy',
  text: `
    insert into return_policies (supplier_id, paid_by, instructions, updated_at) values ($1, $2, $3, $4)
    on conflict (supplier_id) do update set paid_by = excluded.paid_by, instructions = excluded.instructions,
      updated_at = excluded.updated_at`,
}
