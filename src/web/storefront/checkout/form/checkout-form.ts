import { addressFields, ALL_ADDRESS_FIELDS, isOptionalField } from '#web/shared/address/address-fields.ts'
import type { AddressFieldName } from '#web/shared/address/address-fields.ts'

/** The delivery of the items to the shopper. */
export type ShippingMethod = 'ship' | 'pickup'

/** The fields the shopper types into. */
export type TextField = AddressFieldName | 'email' | 'firstName' | 'lastName' | 'mobileNumber'

/** Every field of the form that can be marked as missing or wrong. */
export type FormFieldName = TextField | 'country' | 'selectedShippingRate'

/** Returns the ID of a field's element, for labels and the focus. */
export function fieldId(field: FormFieldName): string {
  return `checkout-${field}`
}

/** The id of the notice about a changed cart, for the focus. */
export const CART_CHANGES_ID = 'checkout-changes'

/**
 * The checkout form (ENT-12) without the cart. `rateChoices` are the offers the shopper chose, by supplier id; without one it is
 * the cheapest. `buyer` is the id of the account it is filled in for, empty for a guest.
 */
export type CheckoutForm = Readonly<
  Record<TextField, string> & {
    buyer: string
    saveAddress: boolean
    subscribeToOffers: boolean
    shippingMethod: ShippingMethod
    country: string
    rateChoices: Readonly<Record<string, string>>
  }
>

const REQUIRED_FOR_PICKUP: readonly TextField[] = ['firstName', 'lastName', 'mobileNumber']

/** Returns an empty form for orders to `country` (ISO alpha-2). */
export function emptyCheckoutForm(country: string): CheckoutForm {
  return {
    email: '',
    firstName: '',
    lastName: '',
    blockNumber: '',
    streetAddress: '',
    unitNumber: '',
    buildingName: '',
    address2: '',
    city: '',
    state: '',
    zipCode: '',
    mobileNumber: '',
    buyer: '',
    saveAddress: false,
    subscribeToOffers: false,
    shippingMethod: 'ship',
    country,
    rateChoices: {},
  }
}

/** Changes the country of the form; address fields and selected rates are cleared (CHK-19). */
export function changeCountry(form: CheckoutForm, country: string): CheckoutForm {
  if (country === form.country) return form
  return { ...clearAddress(form), country }
}

/** Clears the address of the form, and the rates selected for it. */
export function clearAddress(form: CheckoutForm): CheckoutForm {
  const cleared = Object.fromEntries(ALL_ADDRESS_FIELDS.map((field) => [field, '']))
  return { ...form, ...cleared, rateChoices: {} }
}

/** Changes the delivery method of the form; pickup clears the selected rates (CHK-20). */
export function changeMethod(form: CheckoutForm, shippingMethod: ShippingMethod): CheckoutForm {
  return { ...form, shippingMethod, rateChoices: shippingMethod === 'pickup' ? {} : form.rateChoices }
}

/** Returns the names, address and number that are required before rates can be requested (CHK-09, CHK-10). */
export function requiredForShipping(country: string): readonly TextField[] {
  const address = addressFields(country).filter((field) => !isOptionalField(field))
  return ['firstName', 'lastName', ...address, 'mobileNumber']
}

/** Returns whether the address is complete. Blanks alone fill nothing. */
export function isAddressComplete(form: CheckoutForm): boolean {
  return requiredForShipping(form.country).every((field) => form[field].trim() !== '')
}

/** Returns whether shipping rates are offered: only when shipping to a complete address (CHK-14). */
export function offersRates(form: CheckoutForm): boolean {
  return form.shippingMethod === 'ship' && form.country !== '' && isAddressComplete(form)
}

/**
 * Returns the missing fields in the order of the page. A guest needs an email address, pickup no street (CHK-11,
 * CHK-31), and shipping a rate once the address is complete.
 */
export function findMissingCheckoutFields(form: CheckoutForm, hasRate: boolean): readonly FormFieldName[] {
  const typed = form.shippingMethod === 'ship' ? requiredForShipping(form.country) : REQUIRED_FOR_PICKUP
  const needed: readonly (TextField | 'country')[] = ['email', 'country', ...typed]
  const missing: FormFieldName[] = needed.filter((field) => form[field].trim() === '')
  if (offersRates(form) && !hasRate) missing.push('selectedShippingRate')
  return missing
}
