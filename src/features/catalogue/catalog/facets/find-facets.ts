import type { Queryable } from '#database/database.ts'
import {
  categoryKey,
  choiceOf,
  isContradiction,
  isFound,
  isNearly,
  type Narrowing,
  narrowingOf,
  wordsOf,
} from '../rules.ts'
import { selectTyped, type TypedWord } from '../search/search-queries.ts'
import { understandText, type UnderstoodText } from '../search/understand-text.ts'
import type { FacetCounts } from './facet-counts.ts'
import { isBandWithin, withinBounds } from './facet-prices.ts'
import { isInSomeName, selectFoundGroups, selectPricedGroups } from './facet-queries.ts'
import {
  bitsAt,
  type FacetGroups,
  type FacetWish,
  meets,
  numbersOf,
  type Tally,
  tally,
} from './facet-rules.ts'
import { facetsShown, type FacetsShown } from './facet-view.ts'

/** What a search's panel shows: its facets with counts, and where nothing was found, what would help. */
export type Found = FacetsShown &
  Readonly<{
    total: number
    /** Whether there are more than were counted, so that each count is the least there is. */
    isCapped: boolean
    /** Each part of the search without which something would be found, with how many pieces that are. */
    without: readonly { filter: string; count: number }[]
    /** The text with its words put right, where no name has it as it is. */
    suggestion: string | null
    /** The text read as facets, where no name has it even so. */
    understood: UnderstoodText | null
  }>

/** How many pieces have what, for any search: each facet counted as if nothing of its own had been chosen. */
export async function findFacets(db: Queryable, counts: FacetCounts, narrowing: Narrowing): Promise<Found> {
  const counted = await countFacets(db, counts, narrowing)
  const { total, isCapped } = counted
  return {
    ...facetsShown(counted.counts, narrowing),
    total,
    isCapped,
    without: total > 0 ? [] : await wouldHelp(db, counts, { narrowing, tallied: counted.counts }),
    ...(total > 0 || narrowing.text === '' ? NOT_READ : await readText(db, counts, narrowing)),
  }
}

type Read = Pick<Found, 'suggestion' | 'understood'>

const NOT_READ: Read = { suggestion: null, understood: null }

/** What else a text may mean, as far as there are such pieces. */
async function readText(db: Queryable, counts: FacetCounts, { text }: Narrowing): Promise<Read> {
  const spelled = await suggestText(db, text)
  if (spelled !== null && (await isInSomeName(db, spelled))) return { suggestion: spelled, understood: null }
  const understood = understandText(spelled ?? text)
  if (!understood) return NOT_READ
  const { productName, category, metal, stone } = understood
  const choice = choiceOf({ metal: metal ? [metal] : undefined, stone: stone ? [stone] : undefined })
  const meant = narrowingOf({ ...NO_BOUNDS, productName }, { category: category ?? undefined, choice })
  const { total } = await countFacets(db, counts, meant)
  return { suggestion: null, understood: total > 0 ? understood : null }
}

const NO_BOUNDS = { minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' }

type Counted = Readonly<{ counts: Tally; total: number; isCapped: boolean }>

async function countFacets(db: Queryable, kept: FacetCounts, narrowing: Narrowing): Promise<Counted> {
  const wish = wishOf(narrowing)
  if (isContradiction(narrowing)) {
    // Bounds that exclude each other let nothing pass, but may be taken away.
    const open = {
      ...narrowing,
      minAmount: undefined,
      maxAmount: undefined,
      minStock: undefined,
      maxStock: undefined,
    }
    const groups = (await groupsFor(db, kept, open)).groups.map((some) => ({
      ...some,
      within: new Int32Array(some.n.length),
    }))
    return { counts: tally(groups, wish), total: 0, isCapped: false }
  }
  const { groups, isCapped } = await groupsFor(db, kept, narrowing)
  const counts = tally(groups, wish)
  return { counts, total: counts.total, isCapped }
}

async function groupsFor(
  db: Queryable,
  kept: FacetCounts,
  narrowing: Narrowing,
): Promise<{ groups: readonly FacetGroups[]; isCapped: boolean }> {
  if (isFound(narrowing)) {
    const { groups, isCapped } = await selectFoundGroups(db, narrowing)
    return { groups: [groups], isCapped }
  }
  const { told, untold } = withinBounds(await kept.get(db), narrowing)
  const groups = untold.length === 0 ? [told] : [told, await selectPricedGroups(db, untold)]
  return { groups, isCapped: false }
}

/** What to take away of a search that finds nothing: the facets are counted already, text and stock are looked at anew. */
async function wouldHelp(
  db: Queryable,
  kept: FacetCounts,
  { narrowing, tallied }: { narrowing: Narrowing; tallied: Tally },
): Promise<{ filter: string; count: number }[]> {
  const { text, minStock, maxStock } = narrowing
  const helps = Object.entries(tallied.without).map(([filter, count]) => ({ filter, count }))
  const withoutText = text === '' ? undefined : { ...narrowing, text: '' }
  const isBounded = minStock !== undefined || maxStock !== undefined
  const withoutStock = isBounded ? { ...narrowing, minStock: undefined, maxStock: undefined } : undefined
  for (const [filter, without] of [
    ['productName', withoutText],
    ['quantity', withoutStock],
  ] as const) {
    if (without) helps.push({ filter, count: (await countFacets(db, kept, without)).total })
  }
  return helps.filter(({ count }) => count > 0)
}

/**
 * How the pieces of a choice are read: all that have one of these numbers of facets, or by a walk down the list. How many they
 * are in `total` is known unless bounds of price or stock have a say as well.
 */
export type Plan =
  | Readonly<{ kind: 'rare'; values: readonly RareGroup[] }>
  | Readonly<{ kind: 'frequent'; total: number | undefined }>

/** The two numbers of a group, as products carry them. */
type RareGroup = ReturnType<typeof numbersOf>

/** What a piece costs on a walk against one looked up: the newest are walked in an index that has their facets. */
const WALK_COST = { newest: 0.3, other: 3 }

/** The cheapest way to the page that ends with the `until`th piece of a choice without a text. */
export async function planFor(
  db: Queryable,
  kept: FacetCounts,
  { narrowing, until }: { narrowing: Narrowing; until: number },
): Promise<Plan> {
  const groups = await kept.get(db)
  const wish = wishOf(narrowing)
  const values: RareGroup[] = []
  let [total, all] = [0, 0]
  for (let index = 0; index < groups.n.length; index++) {
    const bits = bitsAt(groups, index)
    const n = groups.n[index] ?? 0
    all += n
    if (!meets(bits, wish) || !isBandWithin(bits.high, narrowing)) continue
    total += n
    values.push(numbersOf(bits))
  }
  const cost = narrowing.sort === 'newest' ? WALK_COST.newest : WALK_COST.other
  if (total * total <= cost * until * all) return { kind: 'rare', values }
  const { minAmount, maxAmount, minStock, maxStock } = narrowing
  const isBounded = [minAmount, maxAmount, minStock, maxStock].some((bound) => bound !== undefined)
  return { kind: 'frequent', total: isBounded ? undefined : total }
}

function wishOf({ choice, category }: Narrowing): FacetWish {
  return { choice, category: categoryKey(category) }
}

/**
 * The text with each word that no name has put right, by the word most names have among those one typing error away; null when
 * a word cannot be put right, or all of them stand in some name.
 */
async function suggestText(db: Queryable, text: string): Promise<string | null> {
  const words = wordsOf(text)
  if (words.length === 0) return null
  const known = await selectTyped(db, words, { areAllInDoubt: false })
  const right = known.map((typed) => (typed.n > 0 ? typed.word : nearest(typed)))
  const isWhole = right.every((word) => word !== undefined)
  return isWhole && known.some(({ n }) => n === 0) ? right.join(' ') : null
}

/** A whole word put right comes before one that the error is in the beginning of: 'rign' is 'ring' rather than 'rings'. */
function nearest({ word, candidates }: TypedWord): string | undefined {
  const near = candidates.filter((candidate) => isNearly(word, candidate.word))
  const whole = near.filter(
    (candidate) => isNearly(candidate.word, word) && Math.abs(candidate.word.length - word.length) <= 1,
  )
  return (whole[0] ?? near[0])?.word
}
