import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isUnsatisfiable,
  isNearly,
  toProductFilter,
  countPages,
  toPageRange,
  planScanDepth,
  createWordSearch,
  splitWords,
} from './rules.ts'

const NO_FILTER = { productName: '', minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' }
const ANY_CATEGORY = { category: undefined, sort: undefined }

test('pages cover every product of a list exactly once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 1, max: 100 }), (total, limit) => {
      const pages = countPages(total, limit)
      const counts = Array.from({ length: pages }, (_, index) => {
        const { offset } = toPageRange(index + 1, limit)
        return Math.min(limit, total - offset)
      })
      expect(counts.every((count) => count > 0)).toBe(true)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total)
    }),
  )
})

test('a price bound includes exactly the cents within it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999 }),
      fc.integer({ min: 0, max: 9_999 }),
      fc.integer({ min: 0, max: 10_000_000 }),
      (whole, fraction, cents) => {
        const bound = `${whole}.${String(fraction).padStart(4, '0')}`
        const tenThousandths = whole * 10_000 + fraction
        const { minAmount, maxAmount } = toProductFilter(
          { ...NO_FILTER, minPrice: bound, maxPrice: bound },
          ANY_CATEGORY,
        )
        expect(cents >= (minAmount ?? Number.NaN)).toBe(cents * 100 >= tenThousandths)
        expect(cents <= (maxAmount ?? Number.NaN)).toBe(cents * 100 <= tenThousandths)
      },
    ),
  )
})

test('an empty bound is ignored, fractional bounds round inwards, and crossed bounds match nothing', () => {
  expect(toProductFilter(NO_FILTER, ANY_CATEGORY)).toMatchObject({
    minAmount: undefined,
    maxStock: undefined,
    sort: 'newest',
  })
  expect(
    toProductFilter({ ...NO_FILTER, minQuantity: '2.5', maxQuantity: '2.5' }, ANY_CATEGORY),
  ).toMatchObject({
    minStock: 3,
    maxStock: 2,
  })
  expect(
    isUnsatisfiable(toProductFilter({ ...NO_FILTER, minPrice: '2', maxPrice: '1.99' }, ANY_CATEGORY)),
  ).toBe(true)
  expect(
    isUnsatisfiable(toProductFilter({ ...NO_FILTER, minPrice: '2', maxPrice: '2.00' }, ANY_CATEGORY)),
  ).toBe(false)
})

test('search words contain only letters and digits, for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
      const words = splitWords(typed)
      expect(words.length).toBeLessThanOrEqual(8)
      for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]{1,40}$/u)
    }),
  )
  expect(splitWords(`  Rose-gold  RING' & !(ring:*) 14k`)).toEqual(['rose', 'gold', 'ring', '14k'])
})

const word = fc.stringMatching(/^[a-d]{1,8}$/)

test('a word matches by its beginning with one letter missing, added, wrong or swapped', () => {
  fc.assert(
    fc.property(fc.tuple(word, word), fc.nat(8), fc.constantFrom('a', 'e'), ([typed, rest], at, letter) => {
      const index = Math.min(at, typed.length)
      const [before, after] = [typed.slice(0, index), typed.slice(index)]
      const target = typed + rest
      const mistyped = [
        typed,
        before + letter + after,
        before + after.slice(1),
        before + letter + after.slice(1),
        before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2),
      ]
      expect(mistyped.filter((mistake) => !isNearly(mistake, target))).toEqual([])
    }),
  )
})

test('two typing errors do not match', () => {
  expect(isNearly('mekclace', 'necklace')).toBe(false)
  expect(isNearly('emrld', 'emerald')).toBe(false)
  expect(isNearly('ringsss', 'ring')).toBe(false)
  expect(isNearly('ginr', 'ring')).toBe(false)
})

test('the popularity scan is used only for words that occur together often, limited to the number of names', () => {
  expect(planScanDepth([10], 100_000)).toBe(0)
  expect(planScanDepth([50_000], 100_000)).toBe(100_000)
  expect(planScanDepth([12_500], 100_000)).toBe(25_000)
  expect(planScanDepth([50_000, 2_000], 100_000)).toBe(2_000)
  expect(planScanDepth([50_000, 20], 100_000)).toBe(0)
  expect(planScanDepth([5_000, 5_000], 100_000)).toBe(400)
  expect(planScanDepth([3], 0)).toBe(0)
})

test('a word search filters by substrings first: all single words, and the rarest group of alternatives', () => {
  const gold = { words: ['gold'], n: 500 }
  const stones = { words: ['emerald', 'emeralds', 'emery'], n: 90 }
  const kinds = { words: ['ring', 'rang'], n: 700 }
  expect(createWordSearch([gold, kinds, stones], 1_000)).toMatchObject({
    groups: [['gold'], ['ring', 'rang'], ['emerald', 'emery']],
    query: `('gold':*) & ('ring':* | 'rang':*) & ('emerald':* | 'emery':*)`,
    containsAll: ['%gold%'],
    containsAny: ['%emerald%', '%emery%'],
  })
  expect(createWordSearch([gold], 1_000)).toMatchObject({ containsAll: ['%gold%'], containsAny: ['%'] })
})

test('a search without words, or with an unknown word, finds nothing', () => {
  for (const groups of [
    [],
    [{ words: [], n: 0 }],
    [
      { words: ['ring'], n: 5 },
      { words: [''], n: 9 },
    ],
  ]) {
    expect(createWordSearch(groups, 1_000)).toMatchObject({ query: null, groups: [], among: 0 })
  }
})

test('escapes characters of text search queries and patterns', () => {
  const { query, containsAll } = createWordSearch([{ words: [String.raw`o'n\5%_`], n: 1 }], 10)
  expect(query).toBe(String.raw`('o''n\\5%_':*)`)
  expect(containsAll).toEqual([String.raw`%o'n\\5\%\_%`])
})
