import { COLORS, PURITIES, SIZES } from './facet-values.ts'

// Decodes the numbers of 0009_facets.sql and 0076_option_facets.sql.

/** The lowest price of each band in cents; the last band has no upper end. */
export const BAND_STARTS = [0, 2_500, 5_000, 10_000, 20_000, 50_000, 100_000, 250_000, 500_000] as const

/**
 * The selected metals, stones, ring sizes, colours, purities and countries, and whether only products in stock or on
 * offer match. Any selected value matches; undefined is no filter. A value that no product has matches nothing.
 */
export type FacetFilter = Readonly<{
  metals: number | undefined
  stones: number | undefined
  sizes: number | undefined
  colors: number | undefined
  purities: number | undefined
  countries: readonly number[] | undefined
  inStock: boolean
  onOffer: boolean
}>

/** A filter that every product matches. */
export const NO_FACET_FILTER: FacetFilter = {
  metals: undefined,
  stones: undefined,
  sizes: undefined,
  colors: undefined,
  purities: undefined,
  countries: undefined,
  inStock: false,
  onOffer: false,
}

/**
 * Groups of products with the same facets, as parallel arrays. `low` has the bits of the stones and `high` the others
 * of the first number; `sizes` has the ring sizes of the second number and `options` the rest. `n` is the number of
 * products, `within` the number within the price bounds.
 */
export type FacetGroups = Readonly<Record<'low' | 'high' | 'sizes' | 'options' | 'n' | 'within', Int32Array>>

/** Returns groups from a flat list of low, high, sizes, options and n; with `size` 6, also of within. */
export function toFacetGroups(flat: readonly number[], size: 5 | 6): FacetGroups {
  const length = flat.length / size
  const column = (offset: number) =>
    Int32Array.from({ length }, (_, index) => flat[index * size + offset] ?? 0)
  const n = column(4)
  return {
    low: column(0),
    high: column(1),
    sizes: column(2),
    options: column(3),
    n,
    within: size === 6 ? column(5) : n,
  }
}

/** The four numbers of one group. */
type GroupBits = Readonly<{ low: number; high: number; sizes: number; options: number }>

/** Returns the numbers of the group at an index. */
export function getGroupBits(groups: FacetGroups, index: number): GroupBits {
  const { low, high, sizes, options } = groups
  return {
    low: low[index] ?? 0,
    high: high[index] ?? 0,
    sizes: sizes[index] ?? 0,
    options: options[index] ?? 0,
  }
}

/** Returns a group's two numbers as products store them: a string of bits, and a whole number. */
export function toProductNumbers({ low, high, sizes, options }: GroupBits): {
  facets: string
  options: number
} {
  const facets = (high >>> 0).toString(2).padStart(32, '0') + low.toString(2).padStart(25, '0')
  return { facets, options: options * 2 ** SIZE_BITS + sizes }
}

/** The number of bits of the second number that are sizes; the first twelve of the others are colours. */
export const SIZE_BITS = 21
const COLOR_BITS = 12

/** The lowest bit of each field of `high`. Metals begin at bit 0. */
const COUNTRY_AT = 12
const BAND_AT = 22
const CATEGORY_AT = 26
const STOCK_BIT = 1 << 30
const OFFER_BIT = 1 << 31

/** A list's filters besides words and price: the selected facets, and a category's key (0 is all). */
export type FacetCondition = Readonly<{ choice: FacetFilter; category: number }>

/** The facets that can be filtered by, each with its bit in the result of `findFailedFacets`. */
const FACET_BITS = {
  category: 1,
  metal: 2,
  stone: 4,
  country: 8,
  inStock: 16,
  onOffer: 32,
  size: 64,
  color: 128,
  purity: 256,
} as const

/** Returns the bits of the facets that a group does not match, regardless of its price. */
function findFailedFacets(
  { low, high, sizes, options }: GroupBits,
  { choice, category }: FacetCondition,
): number {
  const { metals, stones, countries, inStock, onOffer } = choice
  let fails = 0
  if (category !== 0 && readBits(high, CATEGORY_AT, 4) !== category) fails |= FACET_BITS.category
  if (metals !== undefined && (high & metals) === 0) fails |= FACET_BITS.metal
  if (stones !== undefined && (low & stones) === 0) fails |= FACET_BITS.stone
  if (choice.sizes !== undefined && (sizes & choice.sizes) === 0) fails |= FACET_BITS.size
  if (choice.colors !== undefined && (options & choice.colors) === 0) fails |= FACET_BITS.color
  if (choice.purities !== undefined && ((options >>> COLOR_BITS) & choice.purities) === 0)
    fails |= FACET_BITS.purity
  if (countries !== undefined && !countries.includes(readBits(high, COUNTRY_AT, 10)))
    fails |= FACET_BITS.country
  if (inStock && (high & STOCK_BIT) === 0) fails |= FACET_BITS.inStock
  if (onOffer && (high & OFFER_BIT) === 0) fails |= FACET_BITS.onOffer
  return fails
}

/** Returns whether a group matches the filter, at any price. */
export function matchesFacets(group: GroupBits, condition: FacetCondition): boolean {
  return findFailedFacets(group, condition) === 0
}

function readBits(high: number, bitOffset: number, bits: number): number {
  return (high >>> bitOffset) & ((1 << bits) - 1)
}

/**
 * Product counts of a filter: how many match, how many would match without one of its facets, and how many have each
 * value of a facet, by number, when that facet's own filter is ignored.
 */
export type FacetTally = {
  total: number
  without: Record<keyof typeof FACET_BITS | 'price', number>
  categories: Int32Array
  metals: Int32Array
  stones: Int32Array
  sizes: Int32Array
  colors: Int32Array
  purities: Int32Array
  countries: Int32Array
  bands: Int32Array
  inStock: number
  onOffer: number
}

/** Counts the products of the groups by facet, for a filter. */
export function tallyFacets(all: readonly FacetGroups[], condition: FacetCondition): FacetTally {
  const counts = createFacetTally()
  for (const groups of all) {
    const { n, within } = groups
    for (let index = 0; index < n.length; index++) {
      const bits = getGroupBits(groups, index)
      const fails = findFailedFacets(bits, condition)
      if ((fails & (fails - 1)) !== 0) continue
      if (fails === 0) {
        addCount(counts.bands, readBits(bits.high, BAND_AT, 4), n[index] ?? 0)
        counts.without.price += n[index] ?? 0
      }
      countGroup(counts, bits, { fails, within: within[index] ?? 0 })
    }
  }
  for (const name of FACET_NAMES) counts.without[name] += counts.total
  return counts
}

const FACET_NAMES = [
  'category',
  'metal',
  'stone',
  'country',
  'inStock',
  'onOffer',
  'size',
  'color',
  'purity',
] as const

/** Adds a group; one that fails a single facet counts for that facet only, as if it were not filtered. */
function countGroup(
  counts: FacetTally,
  { low, high, sizes, options }: GroupBits,
  { fails, within }: Readonly<{ fails: number; within: number }>,
): void {
  const countsFor = (fail: number): boolean => fails === 0 || fails === fail
  if (fails === 0) counts.total += within
  for (const name of FACET_NAMES) if (fails === FACET_BITS[name]) counts.without[name] += within
  if (countsFor(FACET_BITS.category)) addCount(counts.categories, readBits(high, CATEGORY_AT, 4), within)
  if (countsFor(FACET_BITS.country)) addCount(counts.countries, readBits(high, COUNTRY_AT, 10), within)
  if (countsFor(FACET_BITS.metal)) addBitCounts(counts.metals, high & ((1 << COUNTRY_AT) - 1), within)
  if (countsFor(FACET_BITS.stone)) addBitCounts(counts.stones, low, within)
  if (countsFor(FACET_BITS.size)) addBitCounts(counts.sizes, sizes, within)
  if (countsFor(FACET_BITS.color)) addBitCounts(counts.colors, options & ((1 << COLOR_BITS) - 1), within)
  if (countsFor(FACET_BITS.purity)) addBitCounts(counts.purities, options >>> COLOR_BITS, within)
  if (countsFor(FACET_BITS.inStock) && (high & STOCK_BIT) !== 0) counts.inStock += within
  if (countsFor(FACET_BITS.onOffer) && (high & OFFER_BIT) !== 0) counts.onOffer += within
}

function createFacetTally(): FacetTally {
  return {
    total: 0,
    without: {
      category: 0,
      metal: 0,
      stone: 0,
      country: 0,
      inStock: 0,
      onOffer: 0,
      size: 0,
      color: 0,
      purity: 0,
      price: 0,
    },
    categories: new Int32Array(16),
    metals: new Int32Array(12),
    stones: new Int32Array(25),
    sizes: new Int32Array(SIZES.length),
    colors: new Int32Array(COLORS.length),
    purities: new Int32Array(PURITIES.length),
    countries: new Int32Array(1024),
    bands: new Int32Array(16),
    inStock: 0,
    onOffer: 0,
  }
}

function addCount(counts: Int32Array, index: number, n: number): void {
  counts[index] = (counts[index] ?? 0) + n
}

function addBitCounts(counts: Int32Array, bits: number, n: number): void {
  for (let remaining = bits; remaining !== 0; remaining &= remaining - 1)
    addCount(counts, 31 - Math.clz32(remaining & -remaining), n)
}
