import type { Queryable } from '#database/database.ts'
import { invalid } from '#core/errors.ts'
import { idPattern } from '#core/ids.ts'
import { selectFrequent, selectRare } from './chosen-queries.ts'
import type { FacetCounts } from '../facets/facet-counts.ts'
import { planFor } from '../facets/find-facets.ts'
import { envelope } from './finished-json.ts'
import type { SortName } from '../contract.ts'
import { type CardPage, type ListChoice, selectAfter, selectPage } from './list-queries.ts'
import { isChosen, isContradiction, isPlain, type Narrowing, pagesOf, type Span } from '../rules.ts'
import { selectNarrowed } from '../search/search-queries.ts'

const MESSAGE = 'Products'

/** One page of a list as the finished answer. */
export async function listPage(db: Queryable, choice: ListChoice, span: Span): Promise<string> {
  return pageAnswer(await selectPage(db, choice, span), span)
}

/** What follows a card in a list, as the finished answer. Throws `unknown_cursor` when the cursor is none of ours. */
export async function listAfter(
  db: Queryable,
  choice: ListChoice,
  { cursor, limit }: { cursor: string; limit: number },
): Promise<string> {
  const isCard = idPattern('product').test(cursor)
  const cards = isCard ? await selectAfter(db, choice, { cursor, limit }) : undefined
  if (!cards)
    throw invalid('unknown_cursor', 'The list cannot be continued from there. Please load it again.')
  return envelope(MESSAGE, {
    getProduct: cards.items,
    nextCursor: JSON.stringify(cards.n === limit ? cards.last : null),
  })
}

/** One page of the pieces that pass, as the finished answer; bounds that exclude each other give an empty one. */
export async function listNarrowed(
  db: Queryable,
  counts: FacetCounts,
  { narrowing, span }: { narrowing: Narrowing; span: Span },
): Promise<string> {
  if (isContradiction(narrowing)) return pageAnswer({ items: '[]', n: 0, last: null, total: 0 }, span)
  // Without words nothing is more relevant than anything else.
  const sort = narrowing.sort === 'relevance' ? 'newest' : narrowing.sort
  if (isPlain(narrowing)) return pageAnswer(await selectPage(db, { ...narrowing, sort }, span), span)
  const isLookedUp = isChosen(narrowing.choice) && narrowing.text === ''
  const page = isLookedUp
    ? await selectChosen(db, counts, { narrowing: { ...narrowing, sort }, span })
    : await selectNarrowed(db, narrowing, span)
  return pageAnswer(page, span)
}

async function selectChosen(
  db: Queryable,
  counts: FacetCounts,
  { narrowing, span }: { narrowing: Narrowing & { sort: SortName }; span: Span },
): Promise<CardPage> {
  const plan = await planFor(db, counts, { narrowing, until: span.offset + span.limit })
  if (plan.kind === 'rare') return selectRare(db, narrowing, { values: plan.values, span })
  if (plan.total === undefined) return selectNarrowed(db, narrowing, span)
  return { ...(await selectFrequent(db, narrowing, span)), total: plan.total }
}

function pageAnswer({ items, n, last, total }: CardPage, { page, limit, offset }: Span): string {
  return envelope(MESSAGE, {
    getProduct: items,
    total: String(total),
    page: String(page),
    pages: String(pagesOf(total, limit)),
    nextCursor: JSON.stringify(offset + n < total ? last : null),
  })
}
