// What lists may be narrowed by beside name, price and stock, and how the numbers of 0009_facets.sql are read.

/** A value of a facet, as addresses say it, and its name. */
type Named = readonly [value: string, label: string]

/** The metals in the order of their bits. */
export const METALS: readonly Named[] = [
  ['yellow-gold', 'Yellow gold'],
  ['white-gold', 'White gold'],
  ['rose-gold', 'Rose gold'],
  ['gold-plated', 'Gold vermeil and plated'],
  ['silver', 'Silver'],
  ['platinum', 'Platinum'],
  ['palladium', 'Palladium'],
  ['titanium', 'Titanium'],
  ['steel', 'Steel'],
  ['tungsten', 'Tungsten'],
  ['brass', 'Brass and bronze'],
]

const STONE_WORDS =
  'Diamond,Pearl,Sapphire,Ruby,Emerald,Aquamarine,Amethyst,Citrine,Garnet,Jade,Lapis lazuli,Moissanite,Moonstone,' +
  'Morganite,Onyx,Opal,Peridot,Quartz,Spinel,Tanzanite,Topaz,Tourmaline,Turquoise,Cubic zirconia'

/** The stones in the order of their bits; the last one stands for none that the supplier names. */
export const STONES: readonly Named[] = [
  ...STONE_WORDS.split(',').map((label): Named => [label.toLowerCase().replaceAll(' ', '-'), label]),
  ['none', 'None stated'],
]

/** Where each band of prices begins, in cents; the last one has no end. */
export const BAND_STARTS = [0, 2_500, 5_000, 10_000, 20_000, 50_000, 100_000, 250_000, 500_000] as const

/**
 * What a shopper chose among metals, stones and countries (any of those chosen will do; undefined is no choice), and whether
 * only what is in stock, or on offer, will do. A value that nothing has finds nothing.
 */
export type FacetChoice = Readonly<{
  metals: number | undefined
  stones: number | undefined
  countries: readonly number[] | undefined
  inStock: boolean
  onOffer: boolean
}>

/** No choice at all. */
export const NO_CHOICE: FacetChoice = {
  metals: undefined,
  stones: undefined,
  countries: undefined,
  inStock: false,
  onOffer: false,
}

/** The bits of the metals chosen. */
export function metalBits(values: readonly string[]): number {
  return bitsFor(METALS, values)
}

/** The bits of the stones chosen. */
export function stoneBits(values: readonly string[]): number {
  return bitsFor(STONES, values)
}

function bitsFor(names: readonly Named[], values: readonly string[]): number {
  return names.reduce((bits, [value], index) => (values.includes(value) ? bits | (1 << index) : bits), 0)
}

/** The number of a country (ISO 3166-1 alpha-2, either case); what is none has the number of no country. */
export function countryNumber(code: string): number {
  if (!/^[a-z]{2}$/i.test(code)) return -1
  const [first = 0, second = 0] = [...code.toUpperCase()].map((letter) => letter.charCodeAt(0) - A)
  return first * 26 + second
}

/** The country of a number that `countryNumber` gave. */
export function countryCode(number: number): string {
  return String.fromCharCode(A + Math.floor(number / 26), A + (number % 26))
}

const A = 65

/**
 * Pieces that have the same facets, a group at each index: `low` has the bits of its stones, `high` the others, `n` how many
 * they are, and `within` how many of them are within the bounds of the price.
 */
export type FacetGroups = Readonly<{ low: Int32Array; high: Int32Array; n: Int32Array; within: Int32Array }>

/** The groups out of a flat list of low, high and n, or of low, high, n and within, as `size` says. */
export function groupsOf(flat: readonly number[], size: 3 | 4): FacetGroups {
  const length = flat.length / size
  const column = (offset: number) =>
    Int32Array.from({ length }, (_, index) => flat[index * size + offset] ?? 0)
  const [low, high, n] = [column(0), column(1), column(2)]
  return { low, high, n, within: size === 4 ? column(3) : n }
}

/** The string of bits of a group, as a piece carries it. */
export function bitsOf(low: number, high: number): string {
  return (high >>> 0).toString(2).padStart(32, '0') + low.toString(2).padStart(25, '0')
}

/** Where the fields of `high` begin. Metals are its lowest bits. */
const COUNTRY_AT = 12
const BAND_AT = 22
const CATEGORY_AT = 26
const STOCK_BIT = 1 << 30
const OFFER_BIT = 1 << 31

/** What narrows a list beside words, price and stock: a choice, and a category by its key (0 is all). */
export type FacetWish = Readonly<{ choice: FacetChoice; category: number }>

/** The facets that a wish may have a say on, each with its bit in what `failing` gives. */
const FAILS = { category: 1, metal: 2, stone: 4, country: 8, inStock: 16, onOffer: 32 } as const

/** Which parts of the wish a group does not meet; the price is not looked at. */
function failing(low: number, high: number, { choice, category }: FacetWish): number {
  const { metals, stones, countries, inStock, onOffer } = choice
  let fails = 0
  if (category !== 0 && field(high, CATEGORY_AT, 4) !== category) fails |= FAILS.category
  if (metals !== undefined && (high & metals) === 0) fails |= FAILS.metal
  if (stones !== undefined && (low & stones) === 0) fails |= FAILS.stone
  if (countries !== undefined && !countries.includes(field(high, COUNTRY_AT, 10))) fails |= FAILS.country
  if (inStock && (high & STOCK_BIT) === 0) fails |= FAILS.inStock
  if (onOffer && (high & OFFER_BIT) === 0) fails |= FAILS.onOffer
  return fails
}

/** Whether a group meets a wish, whatever its price. */
export function meets(low: number, high: number, wish: FacetWish): boolean {
  return failing(low, high, wish) === 0
}

function field(high: number, at: number, bits: number): number {
  return (high >>> at) & ((1 << bits) - 1)
}

/**
 * How many pieces meet a wish, how many would without one part of it, and how many have each value of a facet, by number,
 * where all but that facet's own part of the wish is met.
 */
export type Tally = {
  total: number
  without: Record<keyof typeof FAILS | 'price', number>
  categories: Int32Array
  metals: Int32Array
  stones: Int32Array
  countries: Int32Array
  bands: Int32Array
  inStock: number
  onOffer: number
}

/** Counts what the groups have for a wish. */
export function tally(all: readonly FacetGroups[], wish: FacetWish): Tally {
  const counts = emptyTally()
  for (const { low, high, n, within } of all) {
    for (let index = 0; index < n.length; index++) {
      const [stones, rest] = [low[index] ?? 0, high[index] ?? 0]
      const fails = failing(stones, rest, wish)
      if ((fails & (fails - 1)) !== 0) continue
      if (fails === 0) {
        add(counts.bands, field(rest, BAND_AT, 4), n[index] ?? 0)
        counts.without.price += n[index] ?? 0
      }
      count(counts, { stones, rest, fails, within: within[index] ?? 0 })
    }
  }
  for (const name of FACETS_FAILING) counts.without[name] += counts.total
  return counts
}

type Group = Readonly<{ stones: number; rest: number; fails: number; within: number }>

const FACETS_FAILING = ['category', 'metal', 'stone', 'country', 'inStock', 'onOffer'] as const

/** A group that fails one part of the wish counts for that facet only, as if the part had not been said. */
function count(counts: Tally, { stones, rest, fails, within }: Group): void {
  const isFor = (fail: number): boolean => fails === 0 || fails === fail
  if (fails === 0) counts.total += within
  for (const name of FACETS_FAILING) if (fails === FAILS[name]) counts.without[name] += within
  if (isFor(FAILS.category)) add(counts.categories, field(rest, CATEGORY_AT, 4), within)
  if (isFor(FAILS.country)) add(counts.countries, field(rest, COUNTRY_AT, 10), within)
  if (isFor(FAILS.metal)) addBits(counts.metals, rest & ((1 << COUNTRY_AT) - 1), within)
  if (isFor(FAILS.stone)) addBits(counts.stones, stones, within)
  if (isFor(FAILS.inStock) && (rest & STOCK_BIT) !== 0) counts.inStock += within
  if (isFor(FAILS.onOffer) && (rest & OFFER_BIT) !== 0) counts.onOffer += within
}

function emptyTally(): Tally {
  return {
    total: 0,
    without: { category: 0, metal: 0, stone: 0, country: 0, inStock: 0, onOffer: 0, price: 0 },
    categories: new Int32Array(16),
    metals: new Int32Array(12),
    stones: new Int32Array(25),
    countries: new Int32Array(1024),
    bands: new Int32Array(16),
    inStock: 0,
    onOffer: 0,
  }
}

function add(counts: Int32Array, index: number, n: number): void {
  counts[index] = (counts[index] ?? 0) + n
}

function addBits(counts: Int32Array, bits: number, n: number): void {
  for (let left = bits; left !== 0; left &= left - 1) add(counts, 31 - Math.clz32(left & -left), n)
}
