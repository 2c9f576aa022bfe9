import fc from 'fast-check'
import { expect, test } from 'vitest'
import { certificateCheckAddress } from './certificates.ts'
import { FINENESS, findPreciousMetal, parseFineness } from './fineness.ts'
import { describeStones, findFactProblems, listMissingFacts } from './truth.ts'
import { type JewelleryFacts, METALS, NO_FACTS, type StoneFacts } from './vocabulary.ts'

const DIAMOND: StoneFacts = { kind: 'Diamond', count: 1, carat: 0.5, origin: 'natural' }

const fieldsOf = (facts: Partial<JewelleryFacts>) =>
  findFactProblems({ ...NO_FACTS, ...facts }).map(({ field }) => field)
const fieldsOfStone = (stone: Partial<StoneFacts>) => fieldsOf({ stones: [{ ...DIAMOND, ...stone }] })

test('accepts a product without stated facts', () => {
  expect(findFactProblems(NO_FACTS)).toEqual([])
})

test.each<[string, Partial<JewelleryFacts>]>([
  ['18 karat gold', { metal: 'Yellow gold', purity: '18K', hallmark: '750' }],
  ['sterling silver under vermeil', { metal: 'Silver', purity: '925', plating: 'Gold vermeil' }],
  ['white gold with rhodium, as most of it is', { metal: 'White gold', purity: '585', plating: 'Rhodium' }],
  ['gold of which a feed says that it has no plating', { metal: 'Yellow gold', plating: 'None' }],
  [
    'a choice of purities, and a hallmark of one of them',
    { metal: 'Yellow gold', purity: '14K (585) or 18K (750)', hallmark: '750' },
  ],
  ['gold-plated brass', { metal: 'Brass', plating: 'Yellow gold' }],
  ['a text of a feed', { metal: '14k white gold', purity: '14 kt' }],
  ['a fraction of a thousandth', { metal: 'Yellow gold', purity: '999.9' }],
])('%s is taken', (_what, facts) => {
  expect(fieldsOf(facts)).toEqual([])
})

test.each<[string, string, Partial<JewelleryFacts>]>([
  ['925, which is silver’s, of gold', 'purity', { metal: 'Yellow gold', purity: '925' }],
  ['750, which is gold’s, of silver', 'purity', { metal: 'Silver', purity: '750' }],
  ['a number that is no fineness', 'purity', { metal: 'Yellow gold', purity: '777' }],
  ['a purity that is no number', 'purity', { metal: 'Silver', purity: 'very pure' }],
  ['a karat there is not', 'purity', { metal: 'Yellow gold', purity: '19K' }],
  ['a purity of steel', 'purity', { metal: 'Steel', purity: '925' }],
  ['a purity of no metal', 'metal', { purity: '750' }],
  ['plated solid gold', 'plating', { metal: 'Yellow gold', purity: '750', plating: 'Rose gold' }],
  ['solid gold plated with silver', 'plating', { metal: 'Rose gold', plating: 'Silver' }],
  ['vermeil on brass', 'plating', { metal: 'Brass', plating: 'Gold vermeil' }],
  ['silver plated with silver', 'plating', { metal: 'Silver', plating: 'Silver' }],
  ['a hallmark of another purity', 'hallmark', { metal: 'Yellow gold', purity: '585', hallmark: 'CB 750' }],
  ['a number of no laboratory', 'certificateLaboratory', { certificateNumber: '12', stones: [DIAMOND] }],
  ['a laboratory without number', 'certificateNumber', { certificateLaboratory: 'GIA', stones: [DIAMOND] }],
  [
    'a certificate of no stone',
    'certificateNumber',
    { certificateLaboratory: 'GIA', certificateNumber: '1' },
  ],
])('%s is refused', (_what, field, facts) => {
  expect(fieldsOf(facts)).toEqual([field])
})

test('a stone needs a kind, and a diamond must be natural or lab-grown', () => {
  expect(fieldsOfStone({ origin: null })).toEqual(['stones.0.origin'])
  expect(fieldsOfStone({ origin: 'cultured' })).toEqual(['stones.0.origin'])
  expect(fieldsOfStone({ kind: 'Black diamond', origin: null })).toEqual(['stones.0.origin'])
  expect(fieldsOfStone({ origin: 'lab_grown' })).toEqual([])
  expect(fieldsOfStone({ kind: ' ' })).toEqual(['stones.0.kind'])
})

test('rejects natural zirconia, cultured stones other than pearls, and lab-grown pearls', () => {
  expect(fieldsOfStone({ kind: 'Cubic zirconia', origin: 'natural' })).toEqual(['stones.0.origin'])
  expect(fieldsOfStone({ kind: 'Ruby', origin: 'cultured' })).toEqual(['stones.0.origin'])
  expect(fieldsOfStone({ kind: 'Pearl', origin: 'lab_grown' })).toEqual(['stones.0.origin'])
  expect(fieldsOfStone({ kind: 'Akoya pearl', origin: 'cultured' })).toEqual([])
  expect(fieldsOfStone({ kind: 'Ruby', origin: null })).toEqual([])
})

test('each metal accepts exactly the finenesses it is sold in', () => {
  const all = [...new Set(Object.values(FINENESS).flat())]
  fc.assert(
    fc.property(fc.constantFrom(...METALS), fc.constantFrom(...all), (metal, purity) => {
      const precious = findPreciousMetal(metal)
      const isSold = precious !== undefined && FINENESS[precious].includes(purity)
      expect(fieldsOf({ metal, purity })).toEqual(isSold ? [] : ['purity'])
    }),
  )
})

test('parses a fineness from thousandths, karats and words', () => {
  const read = ['750', '18K', '18 kt gold (750)', 'Sterling', '24 karat', '999.9', '7500', '18', ''].map(
    parseFineness,
  )
  expect(read).toEqual(['750', '750', '750', '925', '999', '999', undefined, undefined, undefined])
})

test('lists required facts that are not stated, except the purity of base metals', () => {
  const required = ['metal', 'purity', 'nickelFree', 'weightGrams'] as const
  expect(listMissingFacts(required, NO_FACTS)).toEqual(required)
  expect(listMissingFacts(required, { ...NO_FACTS, metal: 'Steel', isNickelFree: false })).toEqual([
    'weightGrams',
  ])
  expect(listMissingFacts(required, { ...NO_FACTS, metal: 'Silver', isNickelFree: true })).toEqual([
    'purity',
    'weightGrams',
  ])
  expect(listMissingFacts(['stones', 'certificate'], { ...NO_FACTS, stones: [DIAMOND] })).toEqual([
    'certificate',
  ])
})

test('stones are described in one line', () => {
  expect(describeStones([])).toBeNull()
  expect(describeStones([DIAMOND, { kind: 'Sapphire', count: 8, carat: null, origin: 'lab_grown' }])).toBe(
    'Diamond (natural, 0.5 ct), 8 × Sapphire (lab-grown)',
  )
})

test('links a report to its laboratory’s check by its number', () => {
  expect(certificateCheckAddress('GIA', '2474 506136')).toBe(
    'https://www.gia.edu/report-check?reportno=2474506136',
  )
  expect(certificateCheckAddress('IGI', 'LG1&x=2')).toBe(
    'https://www.igi.org/verify-your-report/?r=LG1%26x%3D2',
  )
  expect(certificateCheckAddress('HRD', '22000')).toBe('https://my.hrdantwerp.com/?record_number=22000')
  expect([certificateCheckAddress('Other', '1'), certificateCheckAddress('GIA', ' ')]).toEqual([
    undefined,
    undefined,
  ])
})
