import { expect, test } from 'vitest'
import { aCartItem, aFilledForm, aRate } from '#tests/checkout-data.ts'
import { orderTotals } from './order-body.ts'
import {
  cheapestFirst,
  chosenRate,
  daysText,
  noRateText,
  rateKey,
  serviceName,
  shipmentDetails,
} from './rate-choice.ts'

const EXPRESS = aRate({ id: 'rate_2', service: 'Express_Shipping', estimatedDays: 1, rate: 12.3 })

test('rates are asked for by the address and the fixed parcel, in Singapore and elsewhere [API-20, API-21, API-22]', () => {
  expect(shipmentDetails(aFilledForm({ zipCode: ' 238801 ' }))).toEqual({
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
    shipmentDetails(aFilledForm({ country: 'US', city: 'Austin', state: 'TX', zipCode: '78701' })),
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

test('rates are listed cheapest first, equal ones the faster first, and the first is chosen [CHK-17]', () => {
  const slow = aRate({ id: 'rate_3', estimatedDays: 9 })
  const rates = cheapestFirst([EXPRESS, slow, aRate()])
  expect(rates.map(({ id }) => id)).toEqual(['rate_1', 'rate_3', 'rate_2'])
  expect(chosenRate(aFilledForm(), { state: 'offered', rates })?.id).toBe('rate_1')
})

test('choosing another rate changes shipping and total, to the cent [CHK-18, CHK-25]', () => {
  const items = [aCartItem({ newPrice: 19.99, quantity: 3 }), aCartItem({ id: 'prd_2', newPrice: 0.1 })]
  const rates = { state: 'offered', rates: [aRate(), EXPRESS] } as const
  expect(orderTotals(items, chosenRate(aFilledForm(), rates))).toEqual({
    subtotal: 6007,
    shipping: 206,
    total: 6213,
  })
  const form = aFilledForm({ rateChoice: rateKey(EXPRESS) })
  expect(orderTotals(items, chosenRate(form, rates))).toEqual({ subtotal: 6007, shipping: 1230, total: 7237 })
})

test('a choice is kept when the same offer comes again under another id, else the cheapest is taken', () => {
  const form = aFilledForm({ rateChoice: rateKey(EXPRESS) })
  const again = { state: 'offered', rates: [aRate(), { ...EXPRESS, id: 'rate_9' }] } as const
  expect(chosenRate(form, again)?.id).toBe('rate_9')
  expect(chosenRate(form, { state: 'offered', rates: [aRate()] })?.id).toBe('rate_1')
})

test('no rate is chosen while none is offered, and none for pickup', () => {
  const rates = { state: 'offered', rates: [aRate()] } as const
  expect(chosenRate(aFilledForm(), { state: 'loading' })).toBeUndefined()
  expect(chosenRate(aFilledForm({ shippingMethod: 'pickup' }), rates)).toBeUndefined()
  expect(orderTotals([aCartItem()], undefined)).toEqual({ subtotal: 1999, shipping: 0, total: 1999 })
})

test('a service is read with spaces and its days in words', () => {
  expect(serviceName('Priority_Mail_Express')).toBe('Priority Mail Express')
  expect([daysText(1), daysText(7)]).toEqual(['1 day', '7 days'])
})

test('who goes on without a rate is told why there is none', () => {
  expect(noRateText({ state: 'loading' })).toContain('still on their way')
  expect(noRateText({ state: 'failed', message: 'Error fetching shipping rates' })).toBe(
    'Error fetching shipping rates',
  )
  expect(noRateText({ state: 'failed', message: 'Failed', reason: 'No such postcode.' })).toBe(
    'No such postcode.',
  )
})
