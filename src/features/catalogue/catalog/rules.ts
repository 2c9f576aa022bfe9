import { parseCents } from '#core/money.ts'
import {
  PAGE_SIZE,
  type AdvancedFilterData,
  type CategoryName,
  type FacetSelectionData,
  type SearchSortName,
  CATEGORIES,
} from './contract.ts'
import { type FacetFilter, NO_FACET_FILTER } from './storefront/facets/facet-rules.ts'
import {
  toFacetBits,
  COLORS,
  countryNumber,
  METALS,
  PURITIES,
  SIZES,
  STONES,
} from './storefront/facets/facet-values.ts'

/** Returns a category's key in the database, 1 to 8 in the contract's order; 0 for all. */
export function categoryKey(category: CategoryName | undefined): number {
  return category === undefined ? 0 : CATEGORIES.indexOf(category) + 1
}

/** A range of a list: `limit` products starting at `offset`. */
export type PageRange = Readonly<{ page: number; limit: number; offset: number }>

/** Returns the range of a page; page 1 and the default size if omitted. */
export function toPageRange(page: number = 1, limit: number = PAGE_SIZE): PageRange {
  return { page, limit, offset: (page - 1) * limit }
}

/** Returns the number of pages that `total` products fill. */
export function countPages(total: number, limit: number): number {
  return Math.ceil(total / limit)
}

/** The filters of a search. Amounts in cents, bounds inclusive, undefined is no bound; `text` as typed. */
export type ProductFilter = Readonly<{
  text: string
  minAmount: number | undefined
  maxAmount: number | undefined
  minStock: number | undefined
  maxStock: number | undefined
  category: CategoryName | undefined
  choice: FacetFilter
  sort: SearchSortName
  /** Synonyms of the text's words, by the word. */
  synonyms?: ReadonlyMap<string, readonly string[]>
}>

/**
 * Returns the advanced filter in whole units. A bound between two cents or two products is moved inwards, so that it
 * stays inclusive and exact: at least 9.999 dollars is at least 1,000 cents, at most 2.5 products is at most 2.
 */
export function toProductFilter(
  filter: AdvancedFilterData,
  wordGroups: {
    category?: CategoryName | undefined
    sort?: SearchSortName | undefined
    choice?: FacetFilter
  },
): ProductFilter {
  return {
    text: replaceNul(filter.productName),
    minAmount: toLowerBound(filter.minPrice, 2),
    maxAmount: toUpperBound(filter.maxPrice, 2),
    minStock: toLowerBound(filter.minQuantity, 0),
    maxStock: toUpperBound(filter.maxQuantity, 0),
    category: wordGroups.category,
    choice: wordGroups.choice ?? NO_FACET_FILTER,
    sort: wordGroups.sort ?? 'newest',
  }
}

/** Returns the facet filter in the form that products store. */
export function toFacetFilter(facets: FacetSelectionData): FacetFilter {
  const { metal, stone, size, color, purity, country, inStock, onOffer } = facets
  return {
    metals: metal && toFacetBits(METALS, metal),
    stones: stone && toFacetBits(STONES, stone),
    sizes: size && toFacetBits(SIZES, size),
    colors: color && toFacetBits(COLORS, color),
    purities: purity && toFacetBits(PURITIES, purity),
    countries: country?.map(countryNumber),
    inStock: inStock === true,
    onOffer: onOffer === true,
  }
}

/** Replaces NUL, which PostgreSQL cannot store, by a character that no name contains. */
export function replaceNul(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

/** Returns whether no product can match because a lower bound is above its upper one. */
export function isUnsatisfiable({ minAmount, maxAmount, minStock, maxStock }: ProductFilter): boolean {
  return isGreater(minAmount, maxAmount) || isGreater(minStock, maxStock)
}

/** Returns whether the filter is only a category and an order. */
export function isCategoryOnly({ choice, minAmount, maxAmount, ...rest }: ProductFilter): boolean {
  const isOpen = minAmount === undefined && maxAmount === undefined
  return isOpen && !hasFacets(choice) && !needsProductRows(rest)
}

/** Returns whether the filter needs the products' own rows: it has words of the name, or stock bounds. */
export function needsProductRows({
  text,
  minStock,
  maxStock,
}: Pick<ProductFilter, 'text' | 'minStock' | 'maxStock'>): boolean {
  return text !== '' || minStock !== undefined || maxStock !== undefined
}

/** Returns whether any facet is filtered. */
export function hasFacets({ inStock, onOffer, ...values }: FacetFilter): boolean {
  return inStock || onOffer || Object.values(values).some((value) => value !== undefined)
}

/** The most words that are searched separately; a text with more is searched as a whole. */
const MAX_TEXT_PARTS = 8

/** Splits a search text into the words that a name must contain, in any position. */
export function splitSearchText(text: string): string[] {
  const parts = [...new Set(text.split(/\s+/u).filter((part) => part !== ''))]
  return parts.length > MAX_TEXT_PARTS ? [text] : parts
}

function isGreater(low: number | undefined, high: number | undefined): boolean {
  return low !== undefined && high !== undefined && low > high
}

function toLowerBound(decimal: string, places: 0 | 2): number | undefined {
  const units = parseUnits(decimal, places)
  return units === undefined ? undefined : units.floor + (units.isExact ? 0 : 1)
}

function toUpperBound(decimal: string, places: 0 | 2): number | undefined {
  return parseUnits(decimal, places)?.floor
}

/** Parses an unsigned decimal in units of 10^-places from its digits, without floating point. */
function parseUnits(decimal: string, places: 0 | 2): { floor: number; isExact: boolean } | undefined {
  if (decimal === '') return undefined
  const [whole = '0', fraction = ''] = decimal.split('.')
  const significant = fraction.slice(0, places)
  const remainder = fraction.slice(places)
  const cents = parseCents(significant === '' ? whole : `${whole}.${significant}`)
  if (cents === undefined) return undefined
  return { floor: places === 2 ? cents : cents / 100, isExact: /^0*$/.test(remainder) }
}

/** The most words of a search; further ones are ignored. */
const MAX_WORDS = 8
const MAX_WORD_LENGTH = 40

/**
 * Splits a search text into its distinct lower-case words, in the order typed. The words contain no operators of
 * PostgreSQL's text search.
 */
export function splitWords(typed: string): string[] {
  const matches =
    typed
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(matches.map((run) => Array.from(run).slice(0, MAX_WORD_LENGTH).join('')))].slice(
    0,
    MAX_WORDS,
  )
}

/**
 * Returns whether `typed` is `word` or its beginning, with at most one typing error. An error is an added, missing or
 * wrong letter, or two swapped neighbours.
 */
export function isNearly(typed: string, word: string): boolean {
  const a = Array.from(typed)
  const b = Array.from(word)
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same++
  if (same === a.length) return true
  const isStart = (from: number, at: number): boolean =>
    a.slice(from).every((letter, index) => letter === b[at + index])
  const isSwap = a[same] === b[same + 1] && a[same + 1] === b[same] && same + 1 < a.length
  return (
    isStart(same + 1, same) ||
    isStart(same, same + 1) ||
    isStart(same + 1, same + 1) ||
    (isSwap && isStart(same + 2, same + 2))
  )
}

/** The most results of a type-ahead search. */
export const MAX_HITS = 10

/** Alternative words, normalised like names, and about how many names contain one of them. */
export type WordGroup = Readonly<{ words: readonly string[]; n: number }>

/**
 * A search for names that contain a word of each group. `groups` are beginnings of words, `query` the same as a text
 * search. Every match is like all patterns of `containsAll` and one of `containsAny`. `among` is the number of most
 * popular names to scan first, 0 for none.
 */
export type WordSearch = Readonly<{
  groups: readonly (readonly string[])[]
  query: string | null
  containsAll: readonly string[]
  containsAny: readonly string[]
  among: number
}>

const NO_MATCHES: WordSearch = { groups: [], query: null, containsAll: [], containsAny: ['%'], among: 0 }

/**
 * Creates the search for names that contain a word of each group, among all `names`. Without a group, or with an empty
 * one, it finds nothing.
 */
export function createWordSearch(wordGroups: readonly WordGroup[], names: number): WordSearch {
  const groups = wordGroups.map(({ words, n }) => ({ words: removeCoveredWords(words), n }))
  if (groups.length === 0 || groups.some(({ words }) => words.length === 0)) return NO_MATCHES
  const [singles, multiples] = [
    groups.filter(({ words }) => words.length === 1),
    groups.filter(({ words }) => words.length > 1),
  ]
  // A statement's fixed text has room for one list of alternatives: the one with the fewest matches.
  const rarest = multiples.toSorted((a, b) => a.n - b.n)[0]
  return {
    groups: groups.map(({ words }) => words),
    query: groups.map(({ words }) => `(${words.map(toLexemePrefix).join(' | ')})`).join(' & '),
    containsAll: singles.flatMap(({ words }) => words.map(toContainsPattern)),
    containsAny: rarest?.words.map(toContainsPattern) ?? ['%'],
    among: planScanDepth(
      groups.map(({ n }) => n),
      names,
    ),
  }
}

/**
 * Removes words that begin with another one, which already matches them, and empty words, which would match everything.
 */
function removeCoveredWords(words: readonly string[]): string[] {
  const value = words.filter((word) => word !== '')
  return value.filter((word) => !value.some((other) => other !== word && word.startsWith(other)))
}

function toLexemePrefix(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`
}

function toContainsPattern(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/**
 * Returns the number of most popular names to scan before the word index is used. The scan looks for names with all
 * these words; 0 when the index alone is cheaper. `counts` says how many of all `names` contain each word.
 *
 * A hit of the index costs as much as scanning about six names. The scan covers twice the depth at which the rarest
 * word has enough matches, in case it always occurs together with the others. If the words occur independently, the
 * scan has the longer depth that this requires. As popular names may be similar, that depth is at least a third of the
 * cost of the index. A wrong estimate costs time, but never changes the result.
 */
export function planScanDepth(counts: readonly number[], names: number): number {
  if (names < 1) return 0
  const getScanDepth = (hits: number): number =>
    hits * hits <= 0.5 * MAX_HITS * names ? 0 : (2 * MAX_HITS * names) / hits
  const expectedHits = names * counts.reduce((product, n) => product * Math.min(n / names, 1), 1)
  const expectedDepth = getScanDepth(expectedHits)
  const depth = Math.max(getScanDepth(Math.min(...counts)), expectedDepth, expectedDepth && 2 * expectedHits)
  return Math.ceil(Math.min(depth, names))
}
