import { expect, test } from 'vitest'
import type { Shipment } from '#features/shipping/port.ts'
import { zoneRates } from './zone-rates.ts'

const parcel: Shipment = {
  country: 'SG',
  postcode: '079903',
  city: '',
  state: '',
  weightGrams: 2000,
  lengthMm: 250,
  widthMm: 200,
  heightMm: 150,
}

test('the standard parcel within Singapore costs the fee the shop shows', async () => {
  expect(await zoneRates(parcel)).toContainEqual({
    service: 'Standard_Shipping',
    estimatedDays: 7,
    amount: 206,
  })
})

test('a light but bulky parcel is charged by its volume', async () => {
  const flat = await zoneRates({ ...parcel, country: 'DE', weightGrams: 100 })
  const bulky = await zoneRates({ ...parcel, country: 'DE', weightGrams: 100, heightMm: 300 })
  expect(flat[0]?.amount).toBe(890 + 380 * 1.5)
  expect(bulky[0]?.amount).toBe(890 + 380 * 3)
})

test('a country in no zone is served too, with more than one service', async () => {
  expect((await zoneRates({ ...parcel, country: 'BR' })).length).toBeGreaterThan(1)
})

test('a parcel that lies in another country is collected first, which takes days and costs nothing', async () => {
  const there = await zoneRates({ ...parcel, country: 'DE' })
  const collected = await zoneRates({ ...parcel, country: 'DE', fromCountry: 'IT' })
  expect(collected).toEqual(there.map((rate) => ({ ...rate, estimatedDays: rate.estimatedDays + 4 })))
  expect(await zoneRates({ ...parcel, country: 'DE', fromCountry: 'SG' })).toEqual(there)
})
