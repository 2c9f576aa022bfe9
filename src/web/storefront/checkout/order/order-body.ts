import type { ShippingRateData } from '#features/sales/shipping/contract.ts'
import { toDecimal } from '#core/money.ts'
import type { InputOf } from '#web/app/calls/endpoints.ts'
import { addressFields } from '#web/shared/address/address-fields.ts'
import type { AddressFieldName } from '#web/shared/address/address-fields.ts'
import { cartTotalCents } from '#web/shared/cart/cart-items.ts'
import type { CartItem } from '#web/shared/cart/cart-items.ts'

import type { CheckoutForm } from '../form/checkout-form.ts'
import { rateCents } from '../details/rate-selection.ts'

/** The request that saves an order, without the idempotency key. */
export type OrderBody = Readonly<Omit<InputOf<'POST /shop/saveOrder'>['body'], 'idempotencyKey'>>

/** The cart's part of an order: its items and their shipping rate. */
export type OrderCart = Readonly<{ items: readonly CartItem[]; rate: ShippingRateData | undefined }>

/** The totals of an order, in cents. */
export type OrderTotalsData = Readonly<{ subtotal: number; shipping: number; total: number }>

/** Returns subtotal, shipping and their sum, in cents (CHK-25). */
export function calculateTotals(
  items: readonly CartItem[],
  rate: ShippingRateData | undefined,
): OrderTotalsData {
  const subtotal = cartTotalCents(items)
  const shipping = rateCents(rate)
  return { subtotal, shipping, total: subtotal + shipping }
}

/**
 * Returns the order to save (CHK-28): the form, the cart, the total in dollars, and the time in ISO 8601. Address
 * fields that this order does not use are empty.
 */
export function toOrderBody(form: CheckoutForm, cart: OrderCart, now: Date): OrderBody {
  const { subscribeToOffers, shippingMethod, country } = form
  const used = shippingMethod === 'pickup' ? [] : addressFields(country)
  const address = (field: AddressFieldName) => (used.includes(field) ? form[field].trim() : '')
  return {
    email: form.email.trim(),
    subscribeToOffers,
    shippingMethod,
    country,
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    blockNumber: address('blockNumber'),
    streetAddress: address('streetAddress'),
    unitNumber: address('unitNumber'),
    buildingName: address('buildingName'),
    address2: address('address2'),
    city: address('city'),
    state: address('state'),
    zipCode: address('zipCode'),
    mobileNumber: form.mobileNumber.trim(),
    selectedShippingRate: cart.rate ?? null,
    items: cart.items.map(toOrderItem),
    totalAmount: toDecimal(calculateTotals(cart.items, cart.rate).total),
    orderDate: now.toISOString(),
    ...(form.saveAddress && shippingMethod === 'ship' ? { saveAddress: true } : {}),
  }
}

function toOrderItem({ id, variantId, quantity, newPrice }: CartItem) {
  return { id, ...(variantId ? { variantId } : {}), quantity, newPrice }
}
