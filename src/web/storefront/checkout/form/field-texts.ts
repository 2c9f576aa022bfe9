import { addressFieldDisplay } from '#web/shared/address/address-fields.ts'
import type { AddressFieldName, FieldDisplay } from '#web/shared/address/address-fields.ts'
import type { CheckoutForm, FormFieldName, TextField } from './checkout-form.ts'

/** The errors of the form, by field. */
export type FormErrors = Readonly<Partial<Record<FormFieldName, string>>>

/** A field that the shopper fills in, unlike the rate, which is selected from the offers. */
export type InputField = Exclude<FormFieldName, 'selectedShippingRate'>

const FIELD_DISPLAYS: Readonly<Record<Exclude<TextField, AddressFieldName | 'mobileNumber'>, FieldDisplay>> =
  {
    email: { label: 'Email address', autoComplete: 'email', type: 'email', maxLength: 254, width: 6 },
    firstName: { label: 'First name', autoComplete: 'given-name', maxLength: 100, width: 3 },
    lastName: { label: 'Last name', autoComplete: 'family-name', maxLength: 100, width: 3 },
  }

const MISSING_TEXTS: Readonly<Record<InputField, string>> = {
  email: 'email address',
  country: 'country',
  firstName: 'first name',
  lastName: 'last name',
  blockNumber: 'block number',
  streetAddress: 'street address',
  unitNumber: 'unit number',
  buildingName: 'building name',
  address2: 'second address line',
  city: 'city',
  state: 'state or region',
  zipCode: 'postal code',
  mobileNumber: 'mobile number',
}

/**
 * Returns how the field is displayed in this form. A Singapore street is beside its block; pickup needs fewer fields.
 */
export function fieldDisplay(
  field: TextField,
  { country, shippingMethod }: Pick<CheckoutForm, 'country' | 'shippingMethod'>,
): FieldDisplay {
  if (field === 'email' || field === 'firstName' || field === 'lastName') return FIELD_DISPLAYS[field]
  const display = addressFieldDisplay(field, country)
  return field === 'mobileNumber' && shippingMethod === 'pickup' ? { ...display, width: 6 } : display
}

/** Returns the message beside an empty field. */
export function missingText(field: InputField): string {
  return `Please fill in your ${MISSING_TEXTS[field]}.`
}

/** Returns one sentence about all missing fields, such as "Please fill in your city and postal code." */
export function summarizeMissing(fields: readonly InputField[]): string {
  const names = fields.map((field) => MISSING_TEXTS[field])
  const last = names.at(-1) ?? ''
  const list = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
  return `Please fill in your ${list}.`
}
