import { inTransaction, type Database, type Queryable, type Transaction } from '#database/database.ts'
import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { isPostcode, normalisePhone } from './address.ts'
import {
  type Address,
  type AddressFields,
  clearDefault,
  countAddresses,
  deleteAddress,
  insertAddress,
  listAddresses,
  lockAddresses,
  type AddressKey,
  updateAddress,
} from './address-queries.ts'
import type { AddressFormData, SavedAddressData } from '../contract.ts'
import { findCountry } from '../countries.ts'
import { badPostcode, countryNotServed } from '../refusals.ts'
import { MAX_ADDRESSES, getRequiredAddressFields } from '../rules.ts'

/** An account's address to store: a new one, or a change of `publicId`. */
export type AddressInput = Readonly<{
  accountId: number
  publicId: string | undefined
  form: AddressFormData
  isDefault: boolean
  now: Date
}>

/** Returns an account's addresses as view models, the default one first. */
export async function readAddresses(db: Queryable, accountId: number): Promise<SavedAddressData[]> {
  return (await listAddresses(db, accountId)).map(toSavedAddress)
}

/**
 * Stores an address; an account's first one is the default. Throws `fields_missing`, `country_not_served`,
 * `bad_postcode` and `bad_phone` with the invalid fields in `details.fields`, `too_many_addresses`, and
 * `address_not_found` for another's.
 */
export async function saveAddress(db: Database, address: AddressInput): Promise<void> {
  const fields = parseAddressForm(address.form)
  const { accountId, publicId, isDefault, now } = address
  await inTransaction(db, async (tx) => {
    await lockAddresses(tx, accountId)
    if (publicId === undefined) return addAddress(tx, { accountId, fields, isDefault, now })
    if (isDefault) await clearDefault(tx, accountId)
    const change = isDefault ? { ...fields, isDefault } : fields
    if (!(await updateAddress(tx, { accountId, publicId }, change))) throw addressNotFound()
  })
}

/**
 * Saves an order's address for the next one, within the order's transaction. It stores no duplicate, does not exceed an
 * account's limit, and never fails the order. `fields` come from a parsed form.
 */
export async function rememberAddress(
  tx: Transaction,
  { accountId, fields, now }: Readonly<{ accountId: number; fields: AddressFields; now: Date }>,
): Promise<void> {
  await lockAddresses(tx, accountId)
  const savedAddresses = await listAddresses(tx, accountId)
  if (
    savedAddresses.length >= MAX_ADDRESSES ||
    savedAddresses.some((address) => isSameLocation(address, fields))
  )
    return
  await addAddress(tx, { accountId, fields, isDefault: false, now })
}

/** Removes an address; if it was the default, the newest remaining one becomes it. Throws `address_not_found`. */
export async function removeAddress(db: Database, addressKey: AddressKey): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockAddresses(tx, addressKey.accountId)
    if (!(await deleteAddress(tx, addressKey))) throw addressNotFound()
    const [first] = await listAddresses(tx, addressKey.accountId)
    if (first && !first.isDefault)
      await updateAddress(tx, { ...addressKey, publicId: first.publicId }, { isDefault: true })
  })
}

/** Makes an address the default of the checkout. Throws `address_not_found`. */
export async function setDefaultAddress(db: Database, addressKey: AddressKey): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockAddresses(tx, addressKey.accountId)
    await clearDefault(tx, addressKey.accountId)
    if (!(await updateAddress(tx, addressKey, { isDefault: true }))) throw addressNotFound()
  })
}

type NewAddress = Readonly<{ accountId: number; fields: AddressFields; isDefault: boolean; now: Date }>

async function addAddress(tx: Transaction, { accountId, fields, isDefault, now }: NewAddress): Promise<void> {
  const addressCount = await countAddresses(tx, accountId)
  if (addressCount >= MAX_ADDRESSES)
    throw refused(
      'too_many_addresses',
      `You can save up to ${MAX_ADDRESSES} addresses. Remove one that you no longer need.`,
    )
  if (isDefault) await clearDefault(tx, accountId)
  await insertAddress(tx, {
    ...fields,
    accountId,
    publicId: newId('address', now.getTime()),
    isDefault: isDefault || addressCount === 0,
    createdAt: now,
  })
}

/** Returns the address form in its stored form: only the fields of its country, with normalized phone and postcode. */
function parseAddressForm(typed: AddressFormData): AddressFields {
  const form = { ...typed, country: typed.country.toUpperCase(), zipCode: typed.zipCode.toUpperCase() }
  const { country } = form
  if (!findCountry(country)) throw countryNotServed()
  const missing = [...getRequiredAddressFields(country), 'mobileNumber' as const].filter(
    (field) => form[field] === '',
  )
  if (missing.length > 0)
    throw invalid('fields_missing', 'Please fill in the marked fields.', { fields: missing })
  if (!isPostcode(form.zipCode, country)) throw badPostcode()
  const phone = normalisePhone(form.mobileNumber, country)
  if (!phone) throw invalid('bad_phone', 'Enter a valid phone number.', { fields: ['mobileNumber'] })
  const isSingapore = country === 'SG'
  return {
    label: form.label,
    country,
    blockNumber: isSingapore ? form.blockNumber : '',
    streetAddress: form.streetAddress,
    unitNumber: isSingapore ? form.unitNumber : '',
    buildingName: isSingapore ? form.buildingName : '',
    address2: isSingapore ? '' : form.address2,
    city: isSingapore ? '' : form.city,
    state: isSingapore ? '' : form.state,
    postcode: form.zipCode,
    phone,
  }
}

const LOCATION_FIELDS = [
  'country',
  'blockNumber',
  'streetAddress',
  'unitNumber',
  'buildingName',
  'address2',
  'city',
  'state',
  'postcode',
] as const

/** Returns whether two addresses are the same place, whatever their names and phone numbers. */
function isSameLocation(one: AddressFields, other: AddressFields): boolean {
  return LOCATION_FIELDS.every((field) => one[field].toLowerCase() === other[field].toLowerCase())
}

function toSavedAddress({ postcode, phone, publicId, ...address }: Address): SavedAddressData {
  const { id: _key, accountId: _owner, createdAt: _createdAt, ...fields } = address
  return {
    ...fields,
    id: publicId,
    zipCode: postcode,
    mobileNumber: phone,
    countryName: findCountry(address.country)?.name ?? address.country,
  }
}

function addressNotFound() {
  return notFound('address_not_found', 'This address isn’t in your address book.')
}
