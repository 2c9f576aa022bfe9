import { invalid, notFound } from '#core/errors.ts'
import { type Database, inTransaction, type Queryable } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { PostalAddressData } from '../contract.ts'
import type { ReturnPolicyData, WarehouseAddressesData } from './contract.ts'
import type { AddressPurpose } from './shapes.ts'
import {
  deleteWarehouseAddress,
  findReturnPolicy,
  findWarehouseByName,
  listWarehousesWithAddresses,
  type ReturnPolicy,
  upsertReturnPolicy,
  upsertWarehouseAddress,
} from './warehouse-address-queries.ts'
import { isPostcode, normalisePhone } from '../addresses/address.ts'
import { findCountry } from '../countries.ts'

type OwnAddresses = Readonly<{ warehouses: WarehouseAddressesData[]; returnPolicy: ReturnPolicyData }>

/** Returns the addresses of an account's store, and who pays for returns. Refuses with `no_store`. */
export async function readOwnAddresses(db: Queryable, ownerId: number): Promise<OwnAddresses> {
  const { supplierId } = await getStoreLocation(db, ownerId)
  const [warehouses, returnPolicy] = await Promise.all([
    listWarehousesWithAddresses(db, supplierId),
    findReturnPolicy(db, supplierId),
  ])
  return {
    warehouses: warehouses.map(({ supplierId: _supplier, ...warehouse }) => warehouse),
    returnPolicy: { ...returnPolicy },
  }
}

/** The new address of a warehouse; null removes it. */
type AddressChange = Readonly<{
  warehouseId: number
  purpose: AddressPurpose
  address: PostalAddressData | null
  enqueue: Enqueue
}>

/**
 * Sets or removes a warehouse's address and records it in the log. A job completes the returns that wait for it.
 * Refuses with `no_store`; throws `warehouse_not_found`, `country_differs` for a sender in another country than its
 * warehouse, and the errors of `normalizePostalAddress`.
 */
export async function saveOwnAddress(
  db: Database,
  source: AuditSource,
  { warehouseId, purpose, address: typed, enqueue }: AddressChange,
): Promise<void> {
  const address = typed && normalizePostalAddress(typed)
  await inTransaction(db, async (tx) => {
    const { supplierId } = await getStoreLocation(tx, source.businessId)
    const warehouse = (await listWarehousesWithAddresses(tx, supplierId)).find(({ id }) => id === warehouseId)
    if (!warehouse) throw notFound('warehouse_not_found', 'We couldn’t find this warehouse.')
    if (address && purpose === 'sender' && address.country !== warehouse.country)
      throw invalid('country_differs', 'Enter an address in the country of the warehouse.', {
        fields: ['country'],
      })
    const { now } = source
    await (address
      ? upsertWarehouseAddress(tx, { warehouseId, purpose, address, now })
      : deleteWarehouseAddress(tx, { warehouseId, purpose }))
    await recordChange(tx, source, {
      supplierId,
      kind: 'store',
      action: `${address ? 'Set' : 'Removed'} the ${purpose === 'sender' ? 'sender' : 'returns'} address`,
      entity: `warehouse ${warehouse.name}`,
      before: { address: describeAddress(warehouse[purpose]) },
      after: { address: describeAddress(address) },
    })
    if (address) await enqueue(tx, { job: 'cases.address_returns', input: {} })
  })
}

/** Sets who pays for returns, and records it. Refuses with `no_store`. */
export async function saveOwnReturnPolicy(
  db: Database,
  source: AuditSource,
  policy: ReturnPolicy,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { supplierId } = await getStoreLocation(tx, source.businessId)
    const before = await findReturnPolicy(tx, supplierId)
    await upsertReturnPolicy(tx, { supplierId, ...policy, now: source.now })
    await recordChange(tx, source, {
      supplierId,
      kind: 'store',
      action: 'Changed the return policy',
      entity: 'return policy',
      before: { ...before },
      after: { ...policy },
    })
  })
}

/** Returns the address for an order's returns: its warehouse's returns address, else its sender address. */
export async function findReturnAddress(
  db: Queryable,
  warehouse: Readonly<{ supplierId: number; name: string }>,
): Promise<PostalAddressData | undefined> {
  const found = await findWarehouseByName(db, warehouse)
  return found?.returns ?? found?.sender ?? undefined
}

function describeAddress(address: PostalAddressData | null): string | null {
  if (!address) return null
  const { name, street1, street2, city, state, zip, country, phone } = address
  return [name, street1, street2, `${zip} ${city}`.trim(), state, country, phone].filter(Boolean).join(', ')
}

/** Countries whose addresses require a state or province. */
const WITH_STATE: ReadonlySet<string> = new Set(['US', 'CA', 'AU'])

/**
 * Returns an address with normalized postcode and phone number. Throws `unknown_country`, `bad_postcode`, `bad_phone`
 * and `state_missing` with the invalid field.
 */
function normalizePostalAddress(address: PostalAddressData): PostalAddressData {
  const { country, state = '' } = address
  const zip = address.zip.toUpperCase()
  if (!findCountry(country)) throw invalid('unknown_country', 'Choose a country.', { fields: ['country'] })
  if (!isPostcode(zip, country))
    throw invalid('bad_postcode', 'This postcode doesn’t exist in the selected country.', { fields: ['zip'] })
  if (WITH_STATE.has(country) && state === '')
    throw invalid('state_missing', 'Enter the state or province: carriers need it in this country.', {
      fields: ['state'],
    })
  const phone = normalisePhone(address.phone, country)
  if (phone === undefined)
    throw invalid('bad_phone', 'Enter a phone number with its country code, such as +65 6123 4567.', {
      fields: ['phone'],
    })
  return { ...address, zip, phone }
}
