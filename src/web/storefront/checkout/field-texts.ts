import type { CheckoutForm, FormField, TextField } from './checkout-form.ts'

/** What is wrong with the form, by field. */
export type FormErrors = Readonly<Partial<Record<FormField, string>>>

/** A field the shopper fills in; the rates are offered by the carriers. */
export type FilledField = Exclude<FormField, 'selectedShippingRate'>

/** How a typed field presents itself: its label, and what helps browsers to fill it in. */
export type FieldLook = Readonly<{
  label: string
  autoComplete: string
  type?: 'email' | 'tel' | 'text'
  maxLength: number
  /** How much of a line it takes, in sixths. */
  width: 2 | 3 | 4 | 6
  placeholder?: string
}>

const LOOKS: Readonly<Record<TextField, FieldLook>> = {
  email: { label: 'E-mail address', autoComplete: 'email', type: 'email', maxLength: 254, width: 6 },
  firstName: { label: 'First name', autoComplete: 'given-name', maxLength: 100, width: 3 },
  lastName: { label: 'Last name', autoComplete: 'family-name', maxLength: 100, width: 3 },
  blockNumber: { label: 'Block number', autoComplete: 'off', maxLength: 20, width: 2 },
  streetAddress: { label: 'Street address', autoComplete: 'address-line1', maxLength: 200, width: 6 },
  unitNumber: {
    label: 'Unit number',
    autoComplete: 'address-line2',
    maxLength: 20,
    width: 2,
    placeholder: '#12-03',
  },
  buildingName: { label: 'Building name', autoComplete: 'address-line3', maxLength: 100, width: 4 },
  address2: { label: 'Apartment, suite, floor', autoComplete: 'address-line2', maxLength: 200, width: 6 },
  city: { label: 'City', autoComplete: 'address-level2', maxLength: 100, width: 3 },
  state: { label: 'State or region', autoComplete: 'address-level1', maxLength: 100, width: 3 },
  zipCode: { label: 'Postal code', autoComplete: 'postal-code', maxLength: 20, width: 3 },
  mobileNumber: { label: 'Mobile number', autoComplete: 'tel', type: 'tel', maxLength: 30, width: 3 },
}

const MISSING: Readonly<Record<FilledField, string>> = {
  email: 'e-mail address',
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

/** How the field is shown in this form: a Singapore street stands beside its block; pickup asks for little. */
export function fieldLook(
  field: TextField,
  { country, shippingMethod }: Pick<CheckoutForm, 'country' | 'shippingMethod'>,
): FieldLook {
  const look = LOOKS[field]
  if (field === 'streetAddress' && country === 'SG') return { ...look, label: 'Street name', width: 4 }
  if (field === 'mobileNumber' && shippingMethod === 'pickup') return { ...look, width: 6 }
  return look
}

/** The sentence beside a field that was left empty. */
export function missingText(field: FilledField): string {
  return `Please fill in your ${MISSING[field]}.`
}

/** The one sentence that says all that is missing, such as "Please fill in your city and postal code." */
export function missingSentence(fields: readonly FilledField[]): string {
  const names = fields.map((field) => MISSING[field])
  const last = names.at(-1) ?? ''
  const list = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
  return `Please fill in your ${list}.`
}
