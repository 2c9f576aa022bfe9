import { expect, test } from 'vitest'
import { toSupplierRingSize, RING_SIZES } from './ring-sizes.ts'
import type { RingSize } from './ring-sizes.ts'

test('the ring sizes match the published charts in all four systems and in millimetres', () => {
  const published = [
    'US 3 = EU 44 = UK F = SG 4: 14.1 mm across, 44.2 around',
    'US 4 = EU 47 = UK H = SG 7: 14.9 mm across, 46.8 around',
    'US 5 = EU 49 = UK J½ = SG 9: 15.7 mm across, 49.3 around',
    'US 6 = EU 52 = UK L½ = SG 11: 16.5 mm across, 51.9 around',
    'US 6¼ = EU 53 = UK M = SG 12: 16.7 mm across, 52.5 around',
    'US 7 = EU 54 = UK N½ = SG 14: 17.3 mm across, 54.4 around',
    'US 8 = EU 57 = UK P½ = SG 16: 18.1 mm across, 57 around',
    'US 9 = EU 60 = UK R½ = SG 18: 18.9 mm across, 59.5 around',
    'US 10 = EU 62 = UK T½ = SG 20: 19.8 mm across, 62.1 around',
    'US 10¼ = EU 63 = UK U = SG 21: 20 mm across, 62.7 around',
    'US 11½ = EU 66 = UK W½ = SG 24: 21 mm across, 65.9 around',
    'US 12½ = EU 68 = UK Z = SG 26: 21.8 mm across, 68.5 around',
  ]
  expect(RING_SIZES.map(toChartLine)).toEqual(expect.arrayContaining(published))
})

test('the sizes ascend without a gap in half US sizes and Singapore sizes', () => {
  const circumferences = RING_SIZES.map((size) => size.circumferenceMm)
  expect(circumferences).toEqual(circumferences.toSorted((a, b) => a - b))
  expect(RING_SIZES.flatMap(({ sg }) => (sg === '' ? [] : [Number(sg)]))).toEqual(
    Array.from({ length: 23 }, (_, place) => place + 4),
  )
  const halves = RING_SIZES.map(({ us }) => us).filter((us) => !/[¼¾]/.test(us))
  expect(halves).toEqual(
    Array.from({ length: 20 }, (_, place) => `${Math.floor(3 + place / 2)}${place % 2 ? '½' : ''}`),
  )
})

test('reads a size in any standard, with the nearest US size', () => {
  const read = [
    ['US 7', null],
    ['7 1/2', 'US'],
    ['EU 52', null],
    ['54', 'EU'],
    ['UK L', null],
    ['uk l 1/2', null],
    ['JP 9', null],
    ['HK 9', 'HK'],
    ['HK 15', null],
    ['SG 12', null],
  ] as const
  const sizes = read.map(([name, standard]) => toSupplierRingSize(name, standard))
  expect(sizes.map((size) => `${size?.name}: ${size?.circumferenceMm} mm, US ${size?.us}`)).toEqual([
    'US 7: 54.4 mm, US 7',
    '7 1/2: 55.7 mm, US 7½',
    'EU 52: 52 mm, US 6',
    '54: 54 mm, US 6¾',
    'UK L: 51.2 mm, US 5¾',
    'uk l 1/2: 51.9 mm, US 6',
    'JP 9: 49.2 mm, US 5',
    'HK 9: 47.8 mm, US 4½',
    'HK 15: 54.3 mm, US 7',
    'SG 12: 52.5 mm, US 6¼',
  ])
})

test('a supplier’s size keeps its own measure, and gets the nearest Singapore size', () => {
  expect(toSupplierRingSize('EU 50', null)).toEqual({
    name: 'EU 50',
    us: '5¼',
    eu: '50',
    uk: 'K',
    sg: '10',
    diameterMm: 15.9,
    circumferenceMm: 50,
  })
})

test('rejects what is not a ring size', () => {
  for (const name of [
    'Small',
    '',
    'US',
    'US 40',
    'EU 7',
    'HK 1',
    'UK 7',
    'XX 7',
    '17 cm',
    'US NaN',
    '9'.repeat(400),
  ])
    expect([name, toSupplierRingSize(name, null)]).toEqual([name, undefined])
  expect(toSupplierRingSize('7', null)).toBeUndefined()
})

function toChartLine({ us, eu, uk, sg, diameterMm, circumferenceMm }: RingSize): string {
  return `US ${us} = EU ${eu} = UK ${uk} = SG ${sg}: ${diameterMm} mm across, ${circumferenceMm} around`
}
