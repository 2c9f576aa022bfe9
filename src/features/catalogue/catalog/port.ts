import type { Queryable } from '#database/database.ts'
import type { PageRange, ProductFilter } from './rules.ts'
import type { FacetSearchResult } from './storefront/facets/find-facets.ts'
import type { CardPage } from './storefront/lists/list-queries.ts'

/**
 * The search of the shop. `db` is where the caller reads: the database or a replica.
 *
 * An index outside of the database may be behind it. So it only finds ids; whether they are listed and still match, and
 * their names, prices and stock, are read from `db`. `tests/contracts/search-contract.ts` tests this of every adapter.
 */
export type Search = Readonly<{
  /** Returns one page of the products that match a filter, in its order, with their total. */
  find(db: Queryable, filter: ProductFilter, span: PageRange): Promise<CardPage>
  /** Returns the facets of a filter with their counts, and other interpretations of a text that finds nothing. */
  facets(db: Queryable, filter: ProductFilter): Promise<FacetSearchResult>
  /** Returns at most ten products for a text that is being typed, as a JSON array. */
  suggest(db: Queryable, typed: string): Promise<string>
}>
