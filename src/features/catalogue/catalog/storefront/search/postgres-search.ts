import type { Queryable } from '#database/database.ts'
import type { SortName } from '../../contract.ts'
import type { Search } from '../../port.ts'
import {
  hasFacets,
  isCategoryOnly,
  isUnsatisfiable,
  type PageRange,
  type ProductFilter,
} from '../../rules.ts'
import type { FacetCounts } from '../facets/facet-counts.ts'
import { chooseQueryPlan, findFacets } from '../facets/find-facets.ts'
import { type CardPage, selectByFacetNumbers, selectByScan, selectPage } from '../lists/list-queries.ts'
import { searchProducts } from './search-products.ts'
import { selectFilteredPage } from './search-queries.ts'

/** Returns the search by PostgreSQL itself, which is never behind and reads ids and cards in one statement. */
export function createPostgresSearch(counts: FacetCounts): Search {
  return {
    find: (db, filter, span) => findProducts(db, counts, { filter, span }),
    facets: (db, filter) => findFacets(db, counts, filter),
    suggest: searchProducts,
  }
}

type PageOptions<Filter = ProductFilter> = Readonly<{ filter: Filter; span: PageRange }>

/** Returns one page of matching products; contradictory bounds give an empty one. */
async function findProducts(
  db: Queryable,
  counts: FacetCounts,
  { filter, span }: PageOptions,
): Promise<CardPage> {
  if (isUnsatisfiable(filter)) return { items: '[]', n: 0, last: null, total: 0 }
  // Without words there is no relevance to sort by.
  const sort = filter.sort === 'relevance' ? 'newest' : filter.sort
  if (isCategoryOnly(filter)) return selectPage(db, { ...filter, sort }, span)
  const isFacetOnly = hasFacets(filter.choice) && filter.text === ''
  return isFacetOnly
    ? findByFacets(db, counts, { filter: { ...filter, sort }, span })
    : selectFilteredPage(db, filter, span)
}

async function findByFacets(
  db: Queryable,
  counts: FacetCounts,
  { filter, span }: PageOptions<ProductFilter & { sort: SortName }>,
): Promise<CardPage> {
  const plan = await chooseQueryPlan(db, counts, { filter, until: span.offset + span.limit })
  if (plan.kind === 'rare') return selectByFacetNumbers(db, filter, { values: plan.values, span })
  if (plan.total === undefined) return selectFilteredPage(db, filter, span)
  return { ...(await selectByScan(db, filter, span)), total: plan.total }
}
