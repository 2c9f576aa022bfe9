import { isEmail } from '#core/emails/email.ts'
import { invalid, refused } from '#core/errors.ts'
import { parseCents } from '#core/money.ts'
import {
  badPostcode,
  countryNotServed,
  findCountry,
  isPostcode,
  normalisePhone,
} from '#features/sales/shipping/service.ts'
import type { OrderFormData } from '../contract.ts'
import { missingFields } from '../rules.ts'

/** A line as requested; `seen` is the unit price in cents that the shopper saw. */
export type RequestedLine = Readonly<{
  productId: string
  variantId: string | null
  quantity: number
  seen: number | undefined
}>

/** A validated checkout form, with phone, postcode and country in their normal forms. */
export type ParsedForm = Readonly<{ form: OrderFormData; lines: readonly RequestedLine[]; phone: string }>

/**
 * Parses the checkout form. Throws `cart_empty`, `fields_missing`, `bad_email`, `country_not_served`, `bad_postcode`,
 * `bad_phone`, each with the invalid fields in `details.fields`.
 */
export function parseForm(raw: OrderFormData): ParsedForm {
  const form = normaliseForm(raw)
  if (form.items.length === 0) throw refused('cart_empty', 'Your cart is empty.')
  const missing = missingFields(form)
  if (missing.length > 0) {
    throw invalid('fields_missing', `Please fill in: ${missing.map(toFieldLabel).join(', ')}.`, {
      fields: missing,
    })
  }
  if (!isEmail(form.email)) throw invalid('bad_email', 'Enter a valid email address.', { fields: ['email'] })
  if (!findCountry(form.country)) throw countryNotServed()
  if (form.shippingMethod === 'ship' && !isPostcode(form.zipCode, form.country)) throw badPostcode()
  const phone = normalisePhone(form.mobileNumber, form.country)
  if (!phone) throw invalid('bad_phone', 'Enter a valid phone number.', { fields: ['mobileNumber'] })
  return { form, phone, lines: form.items.map(toRequestedLine) }
}

/** Returns the delivery address and contact data of an order, as they are stored. */
export function getDeliveryAddress({ form, phone }: ParsedForm) {
  return {
    phone,
    country: form.country,
    blockNumber: form.blockNumber,
    streetAddress: form.streetAddress,
    unitNumber: form.unitNumber,
    buildingName: form.buildingName,
    address2: form.address2,
    city: form.city,
    state: form.state,
    postcode: form.zipCode,
  }
}

function normaliseForm(raw: OrderFormData): OrderFormData {
  const country = raw.country.toUpperCase()
  const pickup = raw.shippingMethod === 'pickup'
  return {
    ...raw,
    country,
    zipCode: raw.zipCode.toUpperCase(),
    ...(pickup ? { selectedShippingRate: null } : {}),
  }
}

function toRequestedLine({
  id,
  variantId,
  quantity,
  newPrice,
}: OrderFormData['items'][number]): RequestedLine {
  return { productId: id, variantId: variantId ?? null, quantity, seen: parseSeenPrice(newPrice) }
}

/** Parses the browser's price, which is only compared; an invalid text matches no price. */
function parseSeenPrice(price: string | number | undefined): number | undefined {
  return price === undefined ? undefined : (parseCents(price) ?? -1)
}

function toFieldLabel(field: string): string {
  return field.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
}
