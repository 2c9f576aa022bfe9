import type { SavedAddressData } from '#features/sales/shipping/contract.ts'
import { addressFields, ALL_ADDRESS_FIELDS, isOptional } from '#web/shared/address/address-fields.ts'
import type { AddressField } from '#web/shared/address/address-fields.ts'
import type { Faults } from '#web/shared/loading/use-saving.ts'

/** What is typed into the form of an address. */
export type AddressValues = Readonly<Record<AddressField | 'label' | 'mobileNumber' | 'country', string>>

/** The fields of an address in a country as its form has them, the name of the address aside. */
export function formFields(country: string): readonly (AddressField | 'mobileNumber')[] {
  return [...addressFields(country), 'mobileNumber']
}

/** What the form of an address begins with: a kept one, or nothing but the country. */
export function valuesOf(address: SavedAddressData | undefined, country: string): AddressValues {
  return {
    label: address?.label ?? '',
    country: address?.country ?? country,
    blockNumber: address?.blockNumber ?? '',
    streetAddress: address?.streetAddress ?? '',
    unitNumber: address?.unitNumber ?? '',
    buildingName: address?.buildingName ?? '',
    address2: address?.address2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    zipCode: address?.zipCode ?? '',
    mobileNumber: address?.mobileNumber ?? '',
  }
}

/** The values for another country: nothing of the address stays, but its name and number do. */
export function inCountry(values: AddressValues, country: string): AddressValues {
  const cleared = Object.fromEntries(ALL_ADDRESS_FIELDS.map((field) => [field, '']))
  return { ...values, ...cleared, country }
}

/** What is missing of an address, in words at each field. */
export function missingOf(values: AddressValues): Faults {
  const missing = formFields(values.country).filter(
    (field) => !isOptional(field) && values[field].trim() === '',
  )
  return Object.fromEntries(missing.map((field) => [field, 'Please fill this in.']))
}
