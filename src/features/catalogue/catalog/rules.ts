import { parseCents } from '#core/money.ts'
import {
  PAGE_SIZE,
  type AdvancedFilterData,
  type CategoryName,
  type ChoiceData,
  type SearchSortName,
  CATEGORIES,
} from './contract.ts'
import { type FacetChoice, NO_CHOICE } from './facets/facet-rules.ts'
import { bitsFor, COLORS, countryNumber, METALS, PURITIES, SIZES, STONES } from './facets/facet-values.ts'

/** The key of a category in the database, 1 to 8 in the contract's order; 0 stands for all of them. */
export function categoryKey(category: CategoryName | undefined): number {
  return category === undefined ? 0 : CATEGORIES.indexOf(category) + 1
}

/** What a caller wants of a list; `limit` pieces from `offset` on. */
export type Span = Readonly<{ page: number; limit: number; offset: number }>

/** The span of a page; page 1 and the usual size where nothing is said. */
export function spanOf(page: number = 1, limit: number = PAGE_SIZE): Span {
  return { page, limit, offset: (page - 1) * limit }
}

/** How many pages `total` pieces fill. */
export function pagesOf(total: number, limit: number): number {
  return Math.ceil(total / limit)
}

/** What a search narrows the list to. Amounts in cents, bounds inclusive, undefined is no bound; `text` as typed. */
export type Narrowing = Readonly<{
  text: string
  minAmount: number | undefined
  maxAmount: number | undefined
  minStock: number | undefined
  maxStock: number | undefined
  category: CategoryName | undefined
  choice: FacetChoice
  sort: SearchSortName
  /** What else words of the text are called, by the word. */
  synonyms?: ReadonlyMap<string, readonly string[]>
}>

/**
 * The advanced filter in whole units. A bound between two cents or two pieces is moved inwards, so that it stays
 * inclusive and exact: at least 9.999 dollars is at least 1,000 cents, at most 2.5 pieces is at most 2.
 */
export function narrowingOf(
  filter: AdvancedFilterData,
  given: { category?: CategoryName | undefined; sort?: SearchSortName | undefined; choice?: FacetChoice },
): Narrowing {
  return {
    text: storable(filter.productName),
    minAmount: lowest(filter.minPrice, 2),
    maxAmount: highest(filter.maxPrice, 2),
    minStock: lowest(filter.minQuantity, 0),
    maxStock: highest(filter.maxQuantity, 0),
    category: given.category,
    choice: given.choice ?? NO_CHOICE,
    sort: given.sort ?? 'newest',
  }
}

/** What was chosen of the facets, as the pieces carry it. */
export function choiceOf(choice: ChoiceData): FacetChoice {
  const { metal, stone, size, color, purity, country, inStock, onOffer } = choice
  return {
    metals: metal && bitsFor(METALS, metal),
    stones: stone && bitsFor(STONES, stone),
    sizes: size && bitsFor(SIZES, size),
    colors: color && bitsFor(COLORS, color),
    purities: purity && bitsFor(PURITIES, purity),
    countries: country?.map(countryNumber),
    inStock: inStock === true,
    onOffer: onOffer === true,
  }
}

/** The text as PostgreSQL can take it: the one character it cannot store becomes one that no name has. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

/** Whether nothing can pass: a lower bound above its upper one. */
export function isContradiction({ minAmount, maxAmount, minStock, maxStock }: Narrowing): boolean {
  return isAbove(minAmount, maxAmount) || isAbove(minStock, maxStock)
}

/** Whether the narrowing is no more than a category and an order. */
export function isPlain({ choice, minAmount, maxAmount, ...rest }: Narrowing): boolean {
  const isOpen = minAmount === undefined && maxAmount === undefined
  return isOpen && !isChosen(choice) && !isFound(rest)
}

/** Whether it asks for anything that only the pieces themselves tell: words of the name, or bounds of the stock. */
export function isFound({
  text,
  minStock,
  maxStock,
}: Pick<Narrowing, 'text' | 'minStock' | 'maxStock'>): boolean {
  return text !== '' || minStock !== undefined || maxStock !== undefined
}

/** Whether anything was chosen of the facets. */
export function isChosen({ inStock, onOffer, ...values }: FacetChoice): boolean {
  return inStock || onOffer || Object.values(values).some((some) => some !== undefined)
}

/** At most so many words of a name are looked for each by itself; a longer text is looked for as it stands. */
const MOST_PARTS = 8

/** What a name must contain to have the text in it: each of its words, wherever they stand. */
export function partsOf(text: string): string[] {
  const parts = [...new Set(text.split(/\s+/u).filter((part) => part !== ''))]
  return parts.length > MOST_PARTS ? [text] : parts
}

function isAbove(low: number | undefined, high: number | undefined): boolean {
  return low !== undefined && high !== undefined && low > high
}

function lowest(decimal: string, places: 0 | 2): number | undefined {
  const units = wholeUnits(decimal, places)
  return units === undefined ? undefined : units.floor + (units.isExact ? 0 : 1)
}

function highest(decimal: string, places: 0 | 2): number | undefined {
  return wholeUnits(decimal, places)?.floor
}

/** The decimal (no sign, as the contract lets it through) in units of 10^-places, by its digits: no float in between. */
function wholeUnits(decimal: string, places: 0 | 2): { floor: number; isExact: boolean } | undefined {
  if (decimal === '') return undefined
  const [whole = '0', fraction = ''] = decimal.split('.')
  const kept = fraction.slice(0, places)
  const rest = fraction.slice(places)
  const cents = parseCents(kept === '' ? whole : `${whole}.${kept}`)
  if (cents === undefined) return undefined
  return { floor: places === 2 ? cents : cents / 100, isExact: /^0*$/.test(rest) }
}

/** At most so many words of a search count; the rest of what was typed is left out. */
const MOST_WORDS = 8
const LONGEST_WORD = 40

/**
 * The words of a typed search in the order typed: runs of letters and digits, each once, in lower case. Nothing in them
 * means anything to PostgreSQL's text search.
 */
export function wordsOf(typed: string): string[] {
  const runs =
    typed
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(runs.map((run) => Array.from(run).slice(0, LONGEST_WORD).join('')))].slice(0, MOST_WORDS)
}

/**
 * Whether `typed` is `word`, or the beginning of it, with at most one typing error: a letter too many, one missing, a
 * wrong one, or two neighbours swapped.
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

/** How many results a type-ahead search shows. */
export const MOST_HITS = 10

/** Words any of which will do, as names are normalised, and in about how many names they are. */
export type WordGroup = Readonly<{ words: readonly string[]; n: number }>

/**
 * A search for names with a word of each group: the groups' beginnings of words, the same as a text search, the patterns
 * that every such name is like (all of one list, any of the other), and `among` how many of the most popular names it is
 * worth looking for it, 0 for none.
 */
export type WordSearch = Readonly<{
  groups: readonly (readonly string[])[]
  query: string | null
  containsAll: readonly string[]
  containsAny: readonly string[]
  among: number
}>

const NOTHING: WordSearch = { groups: [], query: null, containsAll: [], containsAny: ['%'], among: 0 }

/** The search for names that have a word of each group, of all `names`. Without a group, or with an empty one, it finds nothing. */
export function wordSearch(given: readonly WordGroup[], names: number): WordSearch {
  const groups = given.map(({ words, n }) => ({ words: beginnings(words), n }))
  if (groups.length === 0 || groups.some(({ words }) => words.length === 0)) return NOTHING
  const [single, several] = [
    groups.filter(({ words }) => words.length === 1),
    groups.filter(({ words }) => words.length > 1),
  ]
  // One list of alternatives is all that a statement's fixed text has room for: the one that leaves the fewest names.
  const rarest = several.toSorted((a, b) => a.n - b.n)[0]
  return {
    groups: groups.map(({ words }) => words),
    query: groups.map(({ words }) => `(${words.map(lexemePrefix).join(' | ')})`).join(' & '),
    containsAll: single.flatMap(({ words }) => words.map(containing)),
    containsAny: rarest?.words.map(containing) ?? ['%'],
    among: wayDown(
      groups.map(({ n }) => n),
      names,
    ),
  }
}

/** The words but for those that begin with another of them, which stands for them; an empty one begins all and means nothing. */
function beginnings(words: readonly string[]): string[] {
  const some = words.filter((word) => word !== '')
  return some.filter((word) => !some.some((other) => other !== word && word.startsWith(other)))
}

function lexemePrefix(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`
}

function containing(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/**
 * How far down the most popular names to look for those that have all of these words before the index of words is asked for
 * every name that does; 0 when the index alone is cheaper. `counts` says in how many of all `names` each word is.
 *
 * A hit of the index costs about six names on the way down. Twice the way on which the rarest word has enough names is
 * looked through, in case it never stands without the others; if they stand together as by chance, the longer way that takes,
 * and as the popular ones may be alike, no less than costs a third of what asking the index would. A wrong guess costs
 * time, never a result.
 */
export function wayDown(counts: readonly number[], names: number): number {
  if (names < 1) return 0
  const wayOf = (hits: number): number =>
    hits * hits <= 0.5 * MOST_HITS * names ? 0 : (2 * MOST_HITS * names) / hits
  const byChance = names * counts.reduce((product, n) => product * Math.min(n / names, 1), 1)
  const chanceWay = wayOf(byChance)
  const way = Math.max(wayOf(Math.min(...counts)), chanceWay, chanceWay && 2 * byChance)
  return Math.ceil(Math.min(way, names))
}
