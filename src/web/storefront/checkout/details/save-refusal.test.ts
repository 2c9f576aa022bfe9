import { expect, test } from 'vitest'
import { createCartItem } from '#tests/data/checkout-data.ts'
import { resolveRefusal } from './save-refusal.ts'

const RING = createCartItem({
  id: 'prd_1',
  title: 'Ring',
  variantId: 'var_1',
  variantTitle: 'Size 52',
  quantity: 3,
})
const CHAIN = createCartItem({ id: 'prd_2', title: 'Chain', newPrice: 10, origPrice: 10 })

test('updates a changed price in the cart, and shows both prices', () => {
  const outcome = refuse('price_changed', [{ id: 'prd_1', variantId: 'var_1', price: 24.5 }])
  expect(outcome.items).toEqual([{ ...RING, newPrice: 24.5 }, CHAIN])
  expect(outcome.changes).toEqual(['The price of Ring (Size 52) changed from $19.99 to $24.50.'])
})

test('raises the list price to a price above it', () => {
  const { items } = refuse('price_changed', [{ id: 'prd_2', variantId: 'var_8', price: 12 }])
  expect(items[1]).toMatchObject({ newPrice: 12, origPrice: 12 })
})

test('lowers the quantity to the available stock', () => {
  const outcome = refuse('not_enough_stock', [{ id: 'prd_1', variantId: 'var_1', available: 2 }])
  expect(outcome.items[0]).toMatchObject({ quantity: 2, originalStock: 2 })
  expect(outcome.changes).toEqual(['Ring (Size 52): only 2 left in stock. We updated your cart.'])
})

test('removes sold-out and withdrawn items, so that the rest can be ordered', () => {
  expect(refuse('not_enough_stock', [{ id: 'prd_2', variantId: 'var_9', available: 0 }])).toMatchObject({
    items: [RING],
    changes: ['Chain just sold out. We removed it from your cart.'],
  })
  expect(refuse('product_gone', [{ id: 'prd_1', variantId: 'var_1' }])).toMatchObject({
    items: [CHAIN],
    changes: ['Ring (Size 52) is no longer available. We removed it from your cart.'],
  })
})

test('does not change another variant of the same item', () => {
  const outcome = refuse('price_changed', [{ id: 'prd_1', variantId: 'var_2', price: 1 }])
  expect(outcome).toMatchObject({ items: [RING, CHAIN], changes: [] })
})

test.each([
  ['bad_phone', 'mobileNumber'],
  ['bad_postcode', 'zipCode'],
  ['bad_email', 'email'],
  ['country_not_served', 'country'],
])('%s marks its field', (code, field) => {
  expect(refuse(code, undefined)).toEqual({ items: [RING, CHAIN], changes: [], field, staleRate: false })
})

test('requests rates again when the selected one is no longer offered', () => {
  expect(refuse('rate_unknown', undefined)).toMatchObject({ field: 'selectedShippingRate', staleRate: true })
})

test('ignores invalid details', () => {
  for (const items of [
    7,
    [null],
    [{ id: 4, price: 3 }],
    [{ id: 'prd_1', price: '3' }],
    [{ id: 'prd_1', price: -1 }],
  ]) {
    expect(refuse('price_changed', items)).toMatchObject({ items: [RING, CHAIN], changes: [] })
  }
})

function refuse(code: string, items: unknown) {
  return resolveRefusal([RING, CHAIN], {
    code,
    message: 'No.',
    ...(items === undefined ? {} : { details: { items } }),
  })
}
