import { expect, test } from 'vitest'
import { EMPTY_DRAFT, parseMeasures, toMeasureTexts, toQuoteBody } from './label-draft.ts'

const MEASURES = { weight: '220', length: '16,5', width: '11', height: '5' }

test('reads weight in grams and sizes in centimetres, with a comma or a point', () => {
  const parcel = { weightGrams: 220, lengthMm: 165, widthMm: 110, heightMm: 50 }
  expect(parseMeasures(MEASURES)).toEqual(parcel)
  expect(parseMeasures(toMeasureTexts(parcel))).toEqual(parcel)
})

test.each([{ weight: '' }, { weight: '0' }, { length: '0.5' }, { height: 'high' }, { width: '301' }])(
  'does not send measures with %o',
  (wrong) => {
    expect(toQuoteBody({ ...EMPTY_DRAFT, measures: { ...MEASURES, ...wrong } })).toEqual({})
  },
)

test('sends only valid changes', () => {
  expect(toQuoteBody(EMPTY_DRAFT)).toEqual({})
  const texts = { description: 'Gold ring', value: '120.50', originCountry: '', tariffNumber: '7113.1' }
  expect(toQuoteBody({ ...EMPTY_DRAFT, customs: { 2: texts } })).toEqual({
    customs: [{ line: 2, description: 'Gold ring', valueCents: 12_050 }],
  })
  const complete = { ...texts, originCountry: 'IT', tariffNumber: '7113.19' }
  expect(toQuoteBody({ ...EMPTY_DRAFT, customs: { 2: complete } }).customs).toMatchObject([
    { originCountry: 'IT', tariffNumber: '711319' },
  ])
})
