import { addressFields, ALL_ADDRESS_FIELDS, isOptionalField } from '#web/shared/address/address-fields.ts'
import type { AddressFieldName } from '#web/shared/address/address-fields.ts'

/** How the shopper gets the items. */
export type ShippingMethod = 'ship' | 'pickup'

/** The fields the shopper types into. */
export type TextField = AddressFieldName | 'email' | 'firstName' | 'lastName' | 'mobileNumber'

/** A field of the form that can be marked as missing or invalid. */
export type FormFieldName = TextField | 'country' | 'selectedShippingRate'

/** Returns the ID of a field's element, for labels and the focus. */
export function fieldId(field: FormFieldName): string {
  return `checkout-${field}`
}

/** The ID of the notice about a changed cart, for the focus. */
export const CART_CHANGES_ID = 'checkout-changes'

/**
 * The checkout form (ENT-12) without the cart. `rateChoices` are the selected rates by supplier ID; a shipment without
 * one gets the cheapest. `buyer` is the ID of the account that it belongs to, empty for a guest.
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

/** Returns the form with another country, without address fields and selected rates (CHK-19). */
export function changeCountry(form: CheckoutForm, country: string): CheckoutForm {
  if (country === form.country) return form
  return { ...clearAddress(form), country }
}

/** Returns the form without its address and the rates selected for it. */
export function clearAddress(form: CheckoutForm): CheckoutForm {
  const cleared = Object.fromEntries(ALL_ADDRESS_FIELDS.map((field) => [field, '']))
  return { ...form, ...cleared, rateChoices: {} }
}

/** Returns the form with another shipping method; pickup clears the selected rates (CHK-20). */
export function changeMethod(form: CheckoutForm, shippingMethod: ShippingMethod): CheckoutForm {
  return { ...form, shippingMethod, rateChoices: shippingMethod === 'pickup' ? {} : form.rateChoices }
}

/** Returns the name, address and phone fields that are required before rates can be requested (CHK-09, CHK-10). */
export function requiredForShipping(country: string): readonly TextField[] {
  const address = addressFields(country).filter((field) => !isOptionalField(field))
  return ['firstName', 'lastName', ...address, 'mobileNumber']
}

/** Returns whether the address is complete; whitespace does not count as input. */
export function isAddressComplete(form: CheckoutForm): boolean {
  return requiredForShipping(form.country).every((field) => form[field].trim() !== '')
}

/** Returns whether shipping rates are offered: only when shipping to a complete address (CHK-14). */
export function offersRates(form: CheckoutForm): boolean {
  return form.shippingMethod === 'ship' && form.country !== '' && isAddressComplete(form)
}

/**
 * Returns the missing fields in the order of the page. Guests need an email address, pickup needs no street (CHK-11,
 * CHK-31), and shipping needs a rate once the address is complete.
 */
export function findMissingCheckoutFields(form: CheckoutForm, hasRate: boolean): readonly FormFieldName[] {
  const typed = form.shippingMethod === 'ship' ? requiredForShipping(form.country) : REQUIRED_FOR_PICKUP
  const needed: readonly (TextField | 'country')[] = ['email', 'country', ...typed]
  const missing: FormFieldName[] = needed.filter((field) => form[field].trim() === '')
  if (offersRates(form) && !hasRate) missing.push('selectedShippingRate')
  return missing
}
