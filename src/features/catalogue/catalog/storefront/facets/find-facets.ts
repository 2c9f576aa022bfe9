import type { Queryable } from '#database/database.ts'
import {
  categoryKey,
  toFacetFilter,
  isUnsatisfiable,
  needsProductRows,
  isNearly,
  type ProductFilter,
  toProductFilter,
  splitWords,
} from '../../rules.ts'
import { selectTypedWords, type TypedWord } from '../search/search-queries.ts'
import { interpretText, type TextInterpretation } from '../search/interpret-text.ts'
import type { FacetCounts } from './facet-counts.ts'
import { isBandWithin, countWithinBounds } from './facet-prices.ts'
import { matchesAnyName, selectMatchingGroups, selectGroupsInRanges } from './facet-queries.ts'
import {
  getGroupBits,
  type FacetGroups,
  type FacetCondition,
  matchesFacets,
  toProductNumbers,
  type FacetTally,
  tallyFacets,
} from './facet-rules.ts'
import { toFacetsView, type FacetsView } from './facet-view.ts'

/** The facets of a search with counts, and suggestions if nothing was found. */
export type FacetSearchResult = FacetsView &
  Readonly<{
    total: number
    /** Whether counting stopped at the limit, so that each count is a minimum. */
    isCapped: boolean
    /** The filters whose removal would give results, each with the number of products then found. */
    without: readonly { filter: string; count: number }[]
    /** The text with corrected words, if no name contains it. */
    suggestion: string | null
    /** The facets that the text names, if no product name contains the text even after correction. */
    understood: TextInterpretation | null
  }>

/** Returns the facet counts of any search; each facet is counted as if it was not filtered itself. */
export async function findFacets(
  db: Queryable,
  cache: FacetCounts,
  filter: ProductFilter,
): Promise<FacetSearchResult> {
  const result = await countFilteredFacets(db, cache, filter)
  const { total, isCapped } = result
  return {
    ...toFacetsView(result.counts, filter),
    total,
    isCapped,
    without: total > 0 ? [] : await findRelaxations(db, cache, { filter, tallied: result.counts }),
    ...(total > 0 || filter.text === '' ? NO_READING : await interpretQuery(db, cache, filter)),
  }
}

type TextReading = Pick<FacetSearchResult, 'suggestion' | 'understood'>

const NO_READING: TextReading = { suggestion: null, understood: null }

/** Returns other interpretations of a text that match products. */
async function interpretQuery(
  db: Queryable,
  cache: FacetCounts,
  { text }: ProductFilter,
): Promise<TextReading> {
  const corrected = await correctText(db, text)
  if (corrected !== null && (await matchesAnyName(db, corrected)))
    return { suggestion: corrected, understood: null }
  const interpretation = interpretText(corrected ?? text)
  if (!interpretation) return NO_READING
  const { productName, category, metal, stone } = interpretation
  const facets = toFacetFilter({ metal: metal ? [metal] : undefined, stone: stone ? [stone] : undefined })
  const interpretedFilter = toProductFilter(
    { ...NO_BOUNDS, productName },
    { category: category ?? undefined, choice: facets },
  )
  const { total } = await countFilteredFacets(db, cache, interpretedFilter)
  return { suggestion: null, understood: total > 0 ? interpretation : null }
}

const NO_BOUNDS = { minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' }

type FacetCountResult = Readonly<{ counts: FacetTally; total: number; isCapped: boolean }>

async function countFilteredFacets(
  db: Queryable,
  cache: FacetCounts,
  filter: ProductFilter,
): Promise<FacetCountResult> {
  const condition = toFacetCondition(filter)
  if (isUnsatisfiable(filter)) {
    // Contradictory bounds match nothing, but the user may remove them, so the facets are counted without bounds.
    const widened = {
      ...filter,
      minAmount: undefined,
      maxAmount: undefined,
      minStock: undefined,
      maxStock: undefined,
    }
    const groups = (await selectGroups(db, cache, widened)).groups.map((group) => ({
      ...group,
      within: new Int32Array(group.n.length),
    }))
    return { counts: tallyFacets(groups, condition), total: 0, isCapped: false }
  }
  const { groups, isCapped } = await selectGroups(db, cache, filter)
  const counts = tallyFacets(groups, condition)
  return { counts, total: counts.total, isCapped }
}

async function selectGroups(
  db: Queryable,
  cache: FacetCounts,
  filter: ProductFilter,
): Promise<{ groups: readonly FacetGroups[]; isCapped: boolean }> {
  if (needsProductRows(filter)) {
    const { groups, isCapped } = await selectMatchingGroups(db, filter)
    return { groups: [groups], isCapped }
  }
  const { groups, partialRanges } = countWithinBounds(await cache.get(db), filter)
  if (partialRanges.length === 0) return { groups: [groups], isCapped: false }
  return { groups: [groups, await selectGroupsInRanges(db, partialRanges)], isCapped: false }
}

/**
 * Returns the filters to remove from a search without results. The facets are counted already; text and stock are
 * counted again without their filter.
 */
async function findRelaxations(
  db: Queryable,
  cache: FacetCounts,
  { filter, tallied }: { filter: ProductFilter; tallied: FacetTally },
): Promise<{ filter: string; count: number }[]> {
  const { text, minStock, maxStock } = filter
  const relaxations = Object.entries(tallied.without).map(([name, count]) => ({ filter: name, count }))
  const withoutText = text === '' ? undefined : { ...filter, text: '' }
  const isBounded = minStock !== undefined || maxStock !== undefined
  const withoutStock = isBounded ? { ...filter, minStock: undefined, maxStock: undefined } : undefined
  for (const [name, without] of [
    ['productName', withoutText],
    ['quantity', withoutStock],
  ] as const) {
    if (without)
      relaxations.push({ filter: name, count: (await countFilteredFacets(db, cache, without)).total })
  }
  return relaxations.filter(({ count }) => count > 0)
}

/**
 * The way to read filtered products: by their facet numbers, or by a scan of the list. `total` is their number,
 * undefined when a price or stock bound makes it unknown.
 */
export type QueryPlan =
  | Readonly<{ kind: 'rare'; values: readonly FacetNumbers[] }>
  | Readonly<{ kind: 'frequent'; total: number | undefined }>

/** The two facet numbers of a group, as stored in products. */
type FacetNumbers = ReturnType<typeof toProductNumbers>

/** The cost of a scanned product relative to a looked-up one. The index for newest products includes their facets. */
const SCAN_COST = { newest: 0.3, other: 3 }

/** Returns the cheapest query plan to read the first `until` products of a filter without a text. */
export async function chooseQueryPlan(
  db: Queryable,
  cache: FacetCounts,
  { filter, until }: { filter: ProductFilter; until: number },
): Promise<QueryPlan> {
  const groups = await cache.get(db)
  const condition = toFacetCondition(filter)
  const values: FacetNumbers[] = []
  let [total, totalAll] = [0, 0]
  for (let index = 0; index < groups.n.length; index++) {
    const bits = getGroupBits(groups, index)
    const n = groups.n[index] ?? 0
    totalAll += n
    if (!matchesFacets(bits, condition) || !isBandWithin(bits.high, filter)) continue
    total += n
    values.push(toProductNumbers(bits))
  }
  const cost = filter.sort === 'newest' ? SCAN_COST.newest : SCAN_COST.other
  if (total * total <= cost * until * totalAll) return { kind: 'rare', values }
  const { minAmount, maxAmount, minStock, maxStock } = filter
  const isBounded = [minAmount, maxAmount, minStock, maxStock].some((bound) => bound !== undefined)
  return { kind: 'frequent', total: isBounded ? undefined : total }
}

function toFacetCondition({ choice, category }: ProductFilter): FacetCondition {
  return { choice, category: categoryKey(category) }
}

/**
 * Returns the text with unknown words corrected, each by the most frequent word within one typing error. Null when a
 * word cannot be corrected, or every word occurs in some name.
 */
async function correctText(db: Queryable, text: string): Promise<string | null> {
  const words = splitWords(text)
  if (words.length === 0) return null
  const typedWords = await selectTypedWords(db, words, { checksAll: false })
  const corrected = typedWords.map((typed) => (typed.n > 0 ? typed.word : findNearestWord(typed)))
  const isComplete = corrected.every((word) => word !== undefined)
  return isComplete && typedWords.some(({ n }) => n === 0) ? corrected.join(' ') : null
}

/**
 * Returns the best correction. A correction of the whole word precedes one of the beginning of a word: 'rign' becomes
 * 'ring' rather than 'rings'.
 */
function findNearestWord({ word, candidates }: TypedWord): string | undefined {
  const candidatesNear = candidates.filter((candidate) => isNearly(word, candidate.word))
  const wholeWords = candidatesNear.filter(
    (candidate) => isNearly(candidate.word, word) && Math.abs(candidate.word.length - word.length) <= 1,
  )
  return (wholeWords[0] ?? candidatesNear[0])?.word
}
