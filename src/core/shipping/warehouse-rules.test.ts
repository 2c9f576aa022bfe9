import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findZone, findZoneProblems, presetZones, quoteZones, type ShippingZone } from './warehouse-rules.ts'

const COUNTRIES = ['AT', 'DE', 'FR', 'IT', 'JP', 'SG', 'US']
const BAND = { overGrams: 0, amountCents: 500 }

const someBands = fc
  .uniqueArray(fc.record({ overGrams: fc.integer({ min: 0, max: 5_000 }), amountCents: fc.nat(9_000) }), {
    minLength: 1,
    maxLength: 5,
    selector: ({ overGrams }) => overGrams,
  })
  .map((bands) => [BAND, ...bands])
const someZones: fc.Arbitrary<readonly ShippingZone[]> = fc.array(
  fc.record({
    name: fc.constantFrom('Near', 'Far'),
    isRest: fc.boolean(),
    countries: fc.array(fc.constantFrom(...COUNTRIES), { maxLength: 3 }),
    services: someBands.map((bands) => [
      { service: 'Standard' as const, minDays: 3, maxDays: 5, freeFromCents: null, bands },
    ]),
  }),
  { maxLength: 3 },
)

test('valid rules have each country in at most one zone, and a heavier parcel never costs less', () => {
  fc.assert(
    fc.property(someZones, fc.nat(9_000), fc.nat(9_000), (zones, one, other) => {
      fc.pre(findZoneProblems(zones).length === 0)
      for (const country of COUNTRIES) {
        expect(zones.filter(({ countries }) => countries.includes(country)).length).toBeLessThan(2)
        const [light, heavy] = [Math.min(one, other), Math.max(one, other)].map(
          (grams) => quoteZones(zones, { country, grams })[0]?.amount ?? 0,
        )
        expect(heavy).toBeGreaterThanOrEqual(light ?? 0)
      }
    }),
    { numRuns: 200 },
  )
})

test('the preset of every country is valid, and covers the country itself and all others', () => {
  for (const country of COUNTRIES) {
    const zones = presetZones(country)
    expect(findZoneProblems(zones)).toEqual([])
    expect(findZone(zones, country)?.name).toBe('Domestic')
    expect(findZone(zones, 'BR')?.name).toBe('Rest of the world')
  }
  expect(findZone(presetZones('DE'), 'FR')?.name).toBe('European Union')
})

test('a weight band applies above its weight', () => {
  const bands = [BAND, { overGrams: 1_000, amountCents: 900 }]
  const services = [{ service: 'Standard', minDays: 3, maxDays: 5, freeFromCents: 4_000, bands }] as const
  const zones = [{ name: 'Near', isRest: false, countries: ['SG'], services }]
  const costs = (grams: number) => quoteZones(zones, { country: 'SG', grams })[0]?.amount
  expect([costs(1), costs(1_000), costs(1_001)]).toEqual([500, 500, 900])
  expect(quoteZones(zones, { country: 'US', grams: 1 })).toEqual([])
})

test('names the field of each problem', () => {
  const zone = presetZones('SG')[0]
  if (!zone) throw new Error('no preset')
  const [service] = zone.services
  const fieldsOf = (zones: readonly ShippingZone[]) => findZoneProblems(zones).map(({ field }) => field)
  expect(fieldsOf([zone, zone])).toEqual(['zones.1.countries'])
  expect(fieldsOf([{ ...zone, countries: [] }])).toEqual(['zones.0.countries'])
  if (!service) throw new Error('no service')
  const faulty = (part: object) => fieldsOf([{ ...zone, services: [{ ...service, ...part }] }])
  expect(faulty({ maxDays: 1 })).toEqual(['zones.0.services.0.maxDays'])
  expect(faulty({ bands: [{ overGrams: 10, amountCents: 5 }] })).toEqual(['zones.0.services.0.bands'])
  expect(faulty({ bands: [BAND, { overGrams: 10, amountCents: 5 }] })).toEqual(['zones.0.services.0.bands'])
})
