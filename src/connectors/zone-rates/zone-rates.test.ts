import { expect, test } from 'vitest'
import type { Shipment } from '#features/sales/shipping/port.ts'
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

test('quotes shipments to Singapore at the published rates, whatever their weight and origin', async () => {
  const stated = [
    { service: 'Economy', minDays: 15, estimatedDays: 25, amount: 206, freeFromAmount: null },
    { service: 'Standard', minDays: 5, estimatedDays: 7, amount: 420, freeFromAmount: 5_000 },
    { service: 'Expedited', minDays: 3, estimatedDays: 5, amount: 660, freeFromAmount: 15_000 },
    { service: 'Express', minDays: 1, estimatedDays: 2, amount: 1_230, freeFromAmount: null },
  ]
  expect(await zoneRates(parcel)).toEqual(stated)
  expect(await zoneRates({ ...parcel, weightGrams: 9_000, fromCountry: 'IT' })).toEqual(stated)
})

test('charges a light but bulky parcel by its volume', async () => {
  const standard = async (heightMm: number) => {
    const rates = await zoneRates({ ...parcel, country: 'DE', weightGrams: 100, heightMm })
    return rates.find(({ service }) => service === 'Standard')?.amount
  }
  expect([await standard(150), await standard(300)]).toEqual([890 + 380 * 1.5, 890 + 380 * 3])
})

test('every country has the same four services, and faster ones cost more', async () => {
  for (const country of ['SG', 'MY', 'JP', 'DE', 'BR']) {
    const rates = await zoneRates({ ...parcel, country })
    expect(rates.map(({ service }) => service)).toEqual(['Economy', 'Standard', 'Expedited', 'Express'])
    for (const [index, rate] of rates.entries()) {
      const next = rates[index + 1]
      expect(rate.minDays).toBeLessThanOrEqual(rate.estimatedDays)
      if (!next) continue
      expect(next.estimatedDays).toBeLessThanOrEqual(rate.minDays)
      expect(next.amount).toBeGreaterThan(rate.amount)
    }
  }
})
