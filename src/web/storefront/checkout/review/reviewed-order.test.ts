import { expect, test } from 'vitest'
import { createCartItem, createCheckoutForm, createRate } from '#tests/data/checkout-data.ts'
import { toOrderBody } from '../order/order-body.ts'
import { toReviewedOrder } from './reviewed-order.ts'

const ring = createCartItem({ id: 'prd_1', newPrice: 19.99, quantity: 2 })
const chain = createCartItem({ id: 'prd_2', variantId: 'var_2', newPrice: 100, quantity: 1 })
const cart = [ring, chain]
const body = toOrderBody(createCheckoutForm(), { items: cart, rate: createRate() }, new Date(0))
const order = { subtotal: 139.98 }

test('the review shows the items and the recipient of the order that this tab saved', () => {
  expect(toReviewedOrder(order, { body, cart, isCurrent: true })).toEqual({
    items: cart,
    recipient: 'Mei Tan',
  })
})

test('what was put into the cart since is not part of the order, and the ordered quantity counts', () => {
  const changedCart = [{ ...ring, quantity: 5 }, chain, createCartItem({ id: 'prd_3' })]
  expect(toReviewedOrder(order, { body, cart: changedCart, isCurrent: true }).items).toEqual(cart)
})

test('in another tab the cart is shown while it adds up to the order, and the recipient is not known', () => {
  const sources = { body: undefined, cart, isCurrent: true }
  expect(toReviewedOrder(order, sources)).toEqual({ items: cart, recipient: undefined })
  expect(toReviewedOrder({ subtotal: 119.99 }, sources).items).toEqual([])
})

test('a reviewed order shows no items if it is another order or its cart has changed', () => {
  expect(toReviewedOrder(order, { body: undefined, cart, isCurrent: false }).items).toEqual([])
  expect(toReviewedOrder(order, { body, cart: [ring], isCurrent: true }).items).toEqual([])
  const dearer = [{ ...ring, newPrice: 29.99 }, chain]
  expect(toReviewedOrder(order, { body, cart: dearer, isCurrent: true }).items).toEqual([])
})

test('a broken entry in the storage of the tab shows nothing instead of failing', () => {
  for (const broken of [{ ...body, items: 7 }, { ...body, items: [null] }, { firstName: 7 }])
    expect(toReviewedOrder(order, { body: Object(broken), cart, isCurrent: true }).items).toEqual([])
})
