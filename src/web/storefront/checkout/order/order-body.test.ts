import { expect, test } from 'vitest'
import { createCartItem, createCheckoutForm, createRate } from '#tests/data/checkout-data.ts'
import { toOrderBody } from './order-body.ts'

const NOW = new Date('2026-11-21T10:00:00Z')

test('an order has the form, the items, the total and the date [CHK-28, ENT-12]', () => {
  const items = [
    createCartItem({ variantId: 'var_1', quantity: 2 }),
    createCartItem({ id: 'prd_2', newPrice: 5 }),
  ]
  expect(
    toOrderBody(
      createCheckoutForm({ subscribeToOffers: true, firstName: ' Mei ' }),
      { items, rate: createRate() },
      NOW,
    ),
  ).toEqual({
    email: 'mei@example.com',
    subscribeToOffers: true,
    shippingMethod: 'ship',
    country: 'SG',
    firstName: 'Mei',
    lastName: 'Tan',
    blockNumber: '12',
    streetAddress: 'Orchard Road',
    unitNumber: '#12-03',
    buildingName: '',
    address2: '',
    city: '',
    state: '',
    zipCode: '238801',
    mobileNumber: '91234567',
    selectedShippingRate: createRate(),
    items: [
      { id: 'prd_1', variantId: 'var_1', quantity: 2, newPrice: 19.99 },
      { id: 'prd_2', quantity: 1, newPrice: 5 },
    ],
    totalAmount: 47.04,
    orderDate: '2026-11-21T10:00:00.000Z',
  })
})

test('a pickup order has no address, even if one was typed, and no rate', () => {
  const form = createCheckoutForm({ shippingMethod: 'pickup', buildingName: 'Tower' })
  const body = toOrderBody(form, { items: [createCartItem()], rate: undefined }, NOW)
  expect(body).toMatchObject({ streetAddress: '', zipCode: '', buildingName: '', selectedShippingRate: null })
  expect(body.totalAmount).toBe(19.99)
})
