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

test('ignores items added to the cart since, and shows the ordered quantity', () => {
  const changedCart = [{ ...ring, quantity: 5 }, chain, createCartItem({ id: 'prd_3' })]
  expect(toReviewedOrder(order, { body, cart: changedCart, isCurrent: true }).items).toEqual(cart)
})

test('another tab shows the cart without recipient while its sum equals the order’s', () => {
  const sources = { body: undefined, cart, isCurrent: true }
  expect(toReviewedOrder(order, sources)).toEqual({ items: cart, recipient: undefined })
  expect(toReviewedOrder({ subtotal: 119.99 }, sources).items).toEqual([])
})

test('shows no items if it is another order or its cart has changed', () => {
  expect(toReviewedOrder(order, { body: undefined, cart, isCurrent: false }).items).toEqual([])
  expect(toReviewedOrder(order, { body, cart: [ring], isCurrent: true }).items).toEqual([])
  const dearer = [{ ...ring, newPrice: 29.99 }, chain]
  expect(toReviewedOrder(order, { body, cart: dearer, isCurrent: true }).items).toEqual([])
})

test('an invalid entry in the tab’s storage shows no items instead of failing', () => {
  for (const broken of [{ ...body, items: 7 }, { ...body, items: [null] }, { firstName: 7 }])
    expect(toReviewedOrder(order, { body: Object(broken), cart, isCurrent: true }).items).toEqual([])
})
