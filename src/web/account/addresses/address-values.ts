import type { SavedAddressData } from '#features/sales/shipping/contract.ts'
import { addressFields, ALL_ADDRESS_FIELDS, isOptionalField } from '#web/shared/address/address-fields.ts'
import type { AddressFieldName } from '#web/shared/address/address-fields.ts'
import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'

/** What is typed into the form of an address. */
export type AddressValues = Readonly<Record<AddressFieldName | 'label' | 'mobileNumber' | 'country', string>>

/** The fields of an address in a country as its form has them, the name of the address aside. */
export function addressFormFields(country: string): readonly (AddressFieldName | 'mobileNumber')[] {
  return [...addressFields(country), 'mobileNumber']
}

/** What the form of an address begins with: a kept one, or nothing but the country. */
export function toAddressValues(address: SavedAddressData | undefined, country: string): AddressValues {
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
export function withAddressCountry(values: AddressValues, country: string): AddressValues {
  const cleared = Object.fromEntries(ALL_ADDRESS_FIELDS.map((field) => [field, '']))
  return { ...values, ...cleared, country }
}

/** Returns an error message for each required field that is empty. */
export function findMissingAddressFields(values: AddressValues): FieldErrors {
  const missing = addressFormFields(values.country).filter(
    (field) => !isOptionalField(field) && values[field].trim() === '',
  )
  return Object.fromEntries(missing.map((field) => [field, 'This field is required.']))
}
