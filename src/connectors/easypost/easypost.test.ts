import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Shipment } from '#features/sales/shipping/port.ts'
import { estimateDelivery, getRates } from '#features/sales/shipping/contract.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { EASYPOST_KEY, type EasyPostFault, startFakeEasyPost } from '#tests/fakes/easypost/fake-easypost.ts'
import recorded from '#tests/fakes/easypost/recorded.json' with { type: 'json' }
import { createTestShop } from '#tests/shop/shop.ts'
import type { Send } from './request.ts'
import { easyPost } from './easypost.ts'
import { withFallback, withRateCache } from './rate-sources.ts'
import { toEasyPostRateRequest } from './rate-request.ts'

const FROM = {
  name: 'Cabochon',
  street1: '10 Anson Road',
  city: 'Singapore',
  zip: '079903',
  country: 'SG',
  phone: '+6591234567',
}
const PARCEL: Shipment = {
  country: 'US',
  postcode: '90277',
  city: 'Redondo Beach',
  state: 'CA',
  weightGrams: 2000,
  lengthMm: 254,
  widthMm: 200,
  heightMm: 150,
}
const fake = await startFakeEasyPost()
const shop = await createTestShop({
  EASYPOST_API_KEY: EASYPOST_KEY,
  EASYPOST_FROM: JSON.stringify(FROM),
  EASYPOST_URL: fake.url,
})
const carriers = (send: Send = fetch, apiKey = EASYPOST_KEY) =>
  easyPost({ send, apiKey, from: FROM, baseUrl: fake.url })

beforeEach(() => {
  fake.requests.length = 0
  fake.faults.length = 0
})
afterAll(() => fake.close())

test('returns the recorded rates in cents, with carrier and service joined by underscores', async () => {
  expect(await carriers()(PARCEL)).toEqual([
    { service: 'USPS_Priority', minDays: 2, estimatedDays: 2, amount: 690, freeFromAmount: null },
    { service: 'USPS_GroundAdvantage', minDays: 3, estimatedDays: 3, amount: 593, freeFromAmount: null },
    { service: 'USPS_Express', minDays: 2, estimatedDays: 2, amount: 3310, freeFromAmount: null },
  ])
})

test('requests rates in inches and ounces, rounded up', async () => {
  await carriers()(PARCEL)
  expect(fake.requests[0]?.shipment).toMatchObject({
    from_address: FROM,
    to_address: { city: 'Redondo Beach', state: 'CA', zip: '90277', country: 'US' },
    parcel: { length: 10, width: 7.9, height: 6, weight: 70.6 },
    customs_info: { customs_items: [{ weight: 70.6, quantity: 1 }] },
  })
  expect(toEasyPostRateRequest({ ...PARCEL, country: 'SG' }, FROM).shipment).not.toHaveProperty(
    'customs_info',
  )
  expect(Object.keys(recorded.request.shipment)).toEqual(
    expect.arrayContaining(Object.keys(toEasyPostRateRequest({ ...PARCEL, country: 'SG' }, FROM).shipment)),
  )
})

test('returns no rates and sends no request when only the country is known', async () => {
  expect(await carriers()({ ...PARCEL, postcode: '', city: '' })).toEqual([])
  expect(fake.requests).toEqual([])
})

test.each<[EasyPostFault]>([['busy'], ['failing'], ['gone']])(
  'a question that goes wrong once (%s) is asked again, and no third time',
  async (fault) => {
    fake.faults.push(fault)
    expect(await carriers()(PARCEL)).toHaveLength(3)
    fake.faults.push(fault, fault)
    await expect(carriers()(PARCEL)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'carriers_unreachable',
    })
    expect(fake.faults).toEqual([])
  },
)

test('does not retry an error that a retry cannot fix', async () => {
  let calls = 0
  const countingSend: Send = (url, init) => {
    calls += 1
    return fetch(url, init)
  }
  await expect(carriers(countingSend, 'EZTKwrong')(PARCEL)).rejects.toMatchObject({
    code: 'carriers_unreachable',
    cause: { message: 'EasyPost answered 401: APIKEY.INVALID, It does not work.' },
  })
  expect(calls).toBe(1)
  for (const fault of ['a_page', 'no_rates'] as const) {
    fake.faults.push(fault)
    await expect(carriers()(PARCEL)).rejects.toMatchObject({ code: 'carriers_unreachable' })
  }
})

test('leaves out rates without days, without a price or in another currency', async () => {
  const rate = {
    carrier: 'DHL',
    service: 'Express  Worldwide!',
    rate: '41.2',
    currency: 'USD',
    delivery_days: null,
  }
  const rates = [
    { ...rate, est_delivery_days: 4 },
    rate,
    { ...rate, est_delivery_days: 4, currency: 'SGD' },
    { ...rate, est_delivery_days: 4, rate: '41.205' },
  ]
  expect(await carriers(async () => Response.json({ rates }))(PARCEL)).toEqual([
    { service: 'DHL_Express_Worldwide', minDays: 4, estimatedDays: 4, amount: 4120, freeFromAmount: null },
  ])
})

test('falls back to the built-in zones and logs a warning when EasyPost times out', async () => {
  const warnings: unknown[] = []
  const logWarning = (fields: object, message: string) => void warnings.push({ ...fields, message })
  const log = { debug: logWarning, info: logWarning, warn: logWarning, error: logWarning, child: () => log }
  const slowCarriers = carriers(async () => {
    throw new DOMException('The operation timed out', 'TimeoutError')
  })
  const zones = [{ service: 'Economy', minDays: 15, estimatedDays: 25, amount: 206, freeFromAmount: null }]
  expect(await withFallback(slowCarriers, async () => zones, log)(PARCEL)).toEqual(zones)
  expect(warnings).toMatchObject([
    { country: 'US', err: { cause: { message: 'EasyPost did not answer (TimeoutError)' } } },
  ])
})

test('caches the rates of a parcel and address for ten minutes, but not a failure', async () => {
  let now = new Date('2026-03-02T10:00:00Z')
  const source = withRateCache(carriers(), () => now)
  fake.faults.push('no_rates')
  await expect(source(PARCEL)).rejects.toMatchObject({ code: 'carriers_unreachable' })
  await Promise.all([source(PARCEL), source({ ...PARCEL })])
  expect(fake.requests).toHaveLength(2)
  await source({ ...PARCEL, postcode: '94107' })
  expect(fake.requests).toHaveLength(3)
  now = new Date(now.getTime() + 10 * 60_000)
  await source(PARCEL)
  expect(fake.requests).toHaveLength(4)
})

test('answers no_estimate when the carriers need a full address', async () => {
  const { id } = await createTestProduct(shop.db)
  await expect(
    shop.call(estimateDelivery, { params: { id }, query: { country: 'SG' } }),
  ).rejects.toMatchObject({ status: 409, code: 'no_estimate' })
})

test('quotes EasyPost’s rates at checkout, and the built-in zones while EasyPost is down', async () => {
  const shipmentDetails = {
    toZip: '90277',
    toCity: 'Redondo Beach',
    toState: 'CA',
    toCountry: 'US',
    weight: 2,
    length: 25,
    width: 20,
    height: 15,
  }
  const services = async (toZip: string) => {
    const { rates } = await shop.call(getRates, { body: { shipmentDetails: { ...shipmentDetails, toZip } } })
    return rates.map(({ service, rate }) => ({ service, rate }))
  }
  expect(await services('90277')).toEqual([
    { service: 'USPS_GroundAdvantage', rate: 5.93 },
    { service: 'USPS_Priority', rate: 6.9 },
    { service: 'USPS_Express', rate: 33.1 },
  ])
  fake.faults.push('failing', 'failing')
  expect((await services('94107')).map(({ service }) => service)).toContain('Economy')
})
