import type { Queryable } from '#database/database.ts'
import { invalid } from '#core/errors.ts'
import { idPattern } from '#core/ids.ts'
import {
  selectByScan,
  selectByFacetNumbers,
  type CardPage,
  type ListOptions,
  selectAfter,
  selectPage,
} from './list-queries.ts'
import type { FacetCounts } from '../facets/facet-counts.ts'
import { chooseQueryPlan } from '../facets/find-facets.ts'
import { toEnvelopeJson } from './raw-json.ts'
import type { SortName } from '../../contract.ts'
import {
  hasFacets,
  isUnsatisfiable,
  isCategoryOnly,
  type ProductFilter,
  countPages,
  type PageRange,
} from '../../rules.ts'
import { selectFilteredPage } from '../search/search-queries.ts'

const LIST_MESSAGE = 'Products'

/** Renders one page of a list as the finished response. */
export async function renderListPage(db: Queryable, list: ListOptions, span: PageRange): Promise<string> {
  return toPageJson(await selectPage(db, list, span), span)
}

/**
 * Renders the products after a card in a list as the finished response. Throws `unknown_cursor` when the cursor is
 * invalid.
 */
export async function renderListPageAfter(
  db: Queryable,
  list: ListOptions,
  { cursor, limit }: { cursor: string; limit: number },
): Promise<string> {
  const isCard = idPattern('product').test(cursor)
  const cards = isCard ? await selectAfter(db, list, { cursor, limit }) : undefined
  if (!cards) throw invalid('unknown_cursor', 'This page of the list has expired. Reload the list.')
  return toEnvelopeJson(LIST_MESSAGE, {
    getProduct: cards.items,
    nextCursor: JSON.stringify(cards.n === limit ? cards.last : null),
  })
}

/** Renders one page of matching products as the finished response; contradictory bounds give an empty one. */
export async function renderFilteredListPage(
  db: Queryable,
  counts: FacetCounts,
  { filter, span }: { filter: ProductFilter; span: PageRange },
): Promise<string> {
  if (isUnsatisfiable(filter)) return toPageJson({ items: '[]', n: 0, last: null, total: 0 }, span)
  // Without words there is no relevance to sort by.
  const sort = filter.sort === 'relevance' ? 'newest' : filter.sort
  if (isCategoryOnly(filter)) return toPageJson(await selectPage(db, { ...filter, sort }, span), span)
  const isFacetOnly = hasFacets(filter.choice) && filter.text === ''
  const page = isFacetOnly
    ? await selectByFacets(db, counts, { filter: { ...filter, sort }, span })
    : await selectFilteredPage(db, filter, span)
  return toPageJson(page, span)
}

async function selectByFacets(
  db: Queryable,
  counts: FacetCounts,
  { filter, span }: { filter: ProductFilter & { sort: SortName }; span: PageRange },
): Promise<CardPage> {
  const plan = await chooseQueryPlan(db, counts, { filter, until: span.offset + span.limit })
  if (plan.kind === 'rare') return selectByFacetNumbers(db, filter, { values: plan.values, span })
  if (plan.total === undefined) return selectFilteredPage(db, filter, span)
  return { ...(await selectByScan(db, filter, span)), total: plan.total }
}

function toPageJson({ items, n, last, total }: CardPage, { page, limit, offset }: PageRange): string {
  return toEnvelopeJson(LIST_MESSAGE, {
    getProduct: items,
    total: String(total),
    page: String(page),
    pages: String(countPages(total, limit)),
    nextCursor: JSON.stringify(offset + n < total ? last : null),
  })
}
