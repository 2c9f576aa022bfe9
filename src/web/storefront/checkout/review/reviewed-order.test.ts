import { expect, test } from 'vitest'
import { aCartItem, aFilledForm, aRate } from '#tests/data/checkout-data.ts'
import { orderBody } from '../order/order-body.ts'
import { reviewedOrder } from './reviewed-order.ts'

const ring = aCartItem({ id: 'prd_1', newPrice: 19.99, quantity: 2 })
const chain = aCartItem({ id: 'prd_2', variantId: 'var_2', newPrice: 100, quantity: 1 })
const cart = [ring, chain]
const body = orderBody(aFilledForm(), { items: cart, rate: aRate() }, new Date(0))
const order = { subtotal: 139.98 }

test('the review shows the items and the recipient of the order that this tab saved', () => {
  expect(reviewedOrder(order, { body, cart, isCurrent: true })).toEqual({
    items: cart,
    recipient: 'Mei Tan',
  })
})

test('what was put into the cart since is not part of the order, and the ordered quantity counts', () => {
  const since = [{ ...ring, quantity: 5 }, chain, aCartItem({ id: 'prd_3' })]
  expect(reviewedOrder(order, { body, cart: since, isCurrent: true }).items).toEqual(cart)
})

test('in another tab the cart is shown while it adds up to the order, and the recipient is not known', () => {
  const there = { body: undefined, cart, isCurrent: true }
  expect(reviewedOrder(order, there)).toEqual({ items: cart, recipient: undefined })
  expect(reviewedOrder({ subtotal: 119.99 }, there).items).toEqual([])
})

test('no items are shown of an order that is another one, or whose items are no longer in the cart', () => {
  expect(reviewedOrder(order, { body: undefined, cart, isCurrent: false }).items).toEqual([])
  expect(reviewedOrder(order, { body, cart: [ring], isCurrent: true }).items).toEqual([])
  const dearer = [{ ...ring, newPrice: 29.99 }, chain]
  expect(reviewedOrder(order, { body, cart: dearer, isCurrent: true }).items).toEqual([])
})

test('a broken entry in the storage of the tab shows nothing instead of failing', () => {
  for (const broken of [{ ...body, items: 7 }, { ...body, items: [null] }, { firstName: 7 }])
    expect(reviewedOrder(order, { body: Object(broken), cart, isCurrent: true }).items).toEqual([])
})
