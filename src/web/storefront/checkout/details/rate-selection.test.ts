import { expect, test } from 'vitest'
import { createCartItem, createCheckoutForm, createRate } from '#tests/data/checkout-data.ts'
import type { ShippingRateData } from '#features/sales/shipping/contract.ts'
import type { CheckoutForm } from '../form/checkout-form.ts'
import { calculateTotals } from '../order/order-body.ts'
import {
  sortByPrice,
  selectShipments,
  explainMissingRate,
  rateKey,
  combineShipmentRates,
  toShipmentDetails,
  toShipments,
  type RatesState,
} from './rate-selection.ts'

const EXPRESS = createRate({ id: 'rate_2', service: 'Express', minDays: 1, estimatedDays: 2, rate: 12.3 })

test('requests rates with the address and the fixed parcel, in Singapore and elsewhere [API-20, API-21, API-22]', () => {
  expect(toShipmentDetails(createCheckoutForm({ zipCode: ' 238801 ' }))).toEqual({
    toZip: '238801',
    toCity: 'Singapore',
    toState: '',
    toCountry: 'SG',
    weight: 2,
    length: 25,
    width: 20,
    height: 15,
  })
  expect(
    toShipmentDetails(createCheckoutForm({ country: 'US', city: 'Austin', state: 'TX', zipCode: '78701' })),
  ).toEqual({
    toZip: '78701',
    toCity: 'Austin',
    toState: 'TX',
    toCountry: 'US',
    weight: 2,
    length: 25,
    width: 20,
    height: 15,
  })
})

test('lists the cheapest rates first, then the faster ones, and selects the first [CHK-17]', () => {
  const slow = createRate({ id: 'rate_3', estimatedDays: 29 })
  const rates = sortByPrice([EXPRESS, slow, createRate()])
  expect(rates.map(({ id }) => id)).toEqual(['rate_1', 'rate_3', 'rate_2'])
  expect(selectedRateId(createCheckoutForm(), offered(EXPRESS, slow, createRate()))).toBe('rate_1')
})

test('selecting another rate changes shipping and total to the cent [CHK-18, CHK-25]', () => {
  const items = [
    createCartItem({ newPrice: 19.99, quantity: 3 }),
    createCartItem({ id: 'prd_2', newPrice: 0.1 }),
  ]
  const rates = offered(createRate(), EXPRESS)
  expect(calculateTotals(items, combineShipmentRates(selectShipments(createCheckoutForm(), rates)))).toEqual({
    subtotal: 6007,
    shipping: 206,
    total: 6213,
  })
  const form = createCheckoutForm({ rateChoices: { sup_1: rateKey(EXPRESS) } })
  expect(calculateTotals(items, combineShipmentRates(selectShipments(form, rates)))).toEqual({
    subtotal: 6007,
    shipping: 1230,
    total: 7237,
  })
})

test('keeps the selection when the same offer returns with another id, and otherwise selects the cheapest', () => {
  const form = createCheckoutForm({ rateChoices: { sup_1: rateKey(EXPRESS) } })
  expect(selectedRateId(form, offered(createRate(), { ...EXPRESS, id: 'rate_9' }))).toBe('rate_9')
  expect(selectedRateId(form, offered(createRate()))).toBe('rate_1')
})

test('selects no rate before rates are loaded, and none for pickup', () => {
  expect(selectedRateId(createCheckoutForm(), { state: 'loading' })).toBeUndefined()
  expect(
    selectedRateId(createCheckoutForm({ shippingMethod: 'pickup' }), offered(createRate())),
  ).toBeUndefined()
  expect(calculateTotals([createCartItem()], undefined)).toEqual({ subtotal: 1999, shipping: 0, total: 1999 })
})

test('each shipment has its own rate, and the order has one rate with their sum', () => {
  const otherShipment = {
    supplier: { id: 'sup_2', name: 'Bench' },
    rates: [createRate({ id: 'rate_3', rate: 0.1 })],
  }
  const rates = {
    state: 'offered' as const,
    shipments: [{ supplier: NORD, rates: [createRate(), EXPRESS] }, otherShipment],
  } satisfies RatesState
  const form = createCheckoutForm({ rateChoices: { sup_1: rateKey(EXPRESS), sup_2: rateKey(EXPRESS) } })
  const shipments = selectShipments(form, rates)
  expect(shipments.map(({ rate }) => rate.service)).toEqual(['Express', 'Economy'])
  expect(combineShipmentRates(shipments)).toMatchObject({
    id: 'rate_2+rate_3',
    service: 'Express, Economy',
    minDays: 15,
    estimatedDays: 25,
    rate: 12.4,
  })
})

test('an answer without shipments is one shipment without a supplier', () => {
  expect(toShipments({ rates: [EXPRESS, createRate()], shipments: [] })).toEqual([
    { supplier: { id: '', name: '' }, rates: [createRate(), EXPRESS] },
  ])
})

const NORD = { id: 'sup_1', name: 'Atelier Nord' }

function offered(...rates: ShippingRateData[]): RatesState {
  return { state: 'offered', shipments: toShipments({ rates, shipments: [{ supplier: NORD, rates }] }) }
}

function selectedRateId(form: CheckoutForm, rates: RatesState): string | undefined {
  return combineShipmentRates(selectShipments(form, rates))?.id
}

test('explains why there is no shipping rate on continue', () => {
  expect(explainMissingRate({ state: 'loading' })).toContain('still loading')
  expect(explainMissingRate({ state: 'failed', message: 'Error fetching shipping rates' })).toBe(
    'Error fetching shipping rates',
  )
  expect(explainMissingRate({ state: 'failed', message: 'Failed', reason: 'No such postcode.' })).toBe(
    'No such postcode.',
  )
})
