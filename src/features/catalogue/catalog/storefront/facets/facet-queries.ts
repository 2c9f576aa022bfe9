import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, queryPrepared, queryRows } from '#database/database.ts'
import type { PriceRange } from './facet-prices.ts'
import { type FacetGroups, toFacetGroups, NO_FACET_FILTER, SIZE_BITS } from './facet-rules.ts'
import { type ProductFilter, toProductFilter } from '../../rules.ts'
import { filterCondition } from '../search/search-queries.ts'

/** The most products found by text or stock whose facets are counted. */
export const MAX_COUNTED = 20_000

/** Returns all listed products grouped by their facets, from counts that are kept with each change of a product. */
export async function selectFacetGroups(db: Queryable): Promise<FacetGroups> {
  const [found] = await queryPrepared<FlatGroups>(db, ALL_GROUPS)
  return toFacetGroups(parseNumbers(found), 5)
}

/** Returns the facet groups of listed products in these price ranges; all of them count as within the bounds. */
export async function selectGroupsInRanges(
  db: Queryable,
  ranges: readonly PriceRange[],
): Promise<FacetGroups> {
  const selects = ranges.map(
    ({ from, to }) => sql`
      select x.facets, x.option_bits from products x where x.is_listed and x.sell_amount >= ${from}::bigint
        ${to === undefined ? sql`` : sql`and x.sell_amount <= ${to}::bigint`}`,
  )
  const [found] = await queryRows<FlatGroups>(
    db,
    sql`
      select ${FLAT_GROUPS} from (
        select facets, option_bits, 0 as n, count(*) as within from (${sql.join(selects, sql` union all `)}) x
        group by facets, option_bits) g`,
  )
  return toFacetGroups(parseNumbers(found), 6)
}

/**
 * Returns the facet groups of products that match a filter's text and stock; its other parts are ignored. `isCapped`
 * says whether counting stopped at `MAX_COUNTED` products.
 */
export async function selectMatchingGroups(
  db: Queryable,
  filter: ProductFilter,
): Promise<{ groups: FacetGroups; isCapped: boolean }> {
  const { minAmount, maxAmount } = filter
  const widened = { minAmount: undefined, maxAmount: undefined, category: undefined, choice: NO_FACET_FILTER }
  const isWithin = sql`x.sell_amount >= ${minAmount ?? 0}::bigint ${
    maxAmount === undefined ? sql`` : sql`and x.sell_amount <= ${maxAmount}::bigint`
  }`
  const [found] = await queryRows<FlatGroups>(
    db,
    sql`
      select ${FLAT_GROUPS}, coalesce(sum(n), 0)::int as total from (
        select x.facets, x.option_bits, count(*) as n, count(*) filter (where ${isWithin}) as within
        from (select x.facets, x.option_bits, x.sell_amount from products x where ${filterCondition({ ...filter, ...widened })} limit ${MAX_COUNTED}) x
        group by x.facets, x.option_bits) g`,
  )
  return { groups: toFacetGroups(parseNumbers(found), 6), isCapped: found?.total === MAX_COUNTED }
}

/** Returns whether the name of some listed product contains all words of a text. */
export async function matchesAnyName(db: Queryable, text: string): Promise<boolean> {
  const filter = toProductFilter({ ...NO_BOUNDS, productName: text }, {})
  const [found] = await queryRows<{ is: boolean }>(
    db,
    sql`select exists (select from products x where ${filterCondition(filter)}) as is`,
  )
  return found?.is === true
}

const NO_BOUNDS = { minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' }

type FlatGroups = Readonly<{ flat: string; total?: number }>

// Splits both numbers, because JavaScript compares bits 32 at a time.
const GROUP_COLUMNS =
  `(facets::bigint & 33554431) || ',' || (facets::bigint >> 25) || ',' || ` +
  `(option_bits & ${2 ** SIZE_BITS - 1}) || ',' || (option_bits >> ${SIZE_BITS})`

const FLAT_GROUPS: SQL = sql.raw(
  `'[' || coalesce(string_agg(${GROUP_COLUMNS} || ',' || n || ',' || within, ','), '') || ']' as flat`,
)

const ALL_GROUPS = {
  name: 'catalog_facet_groups',
  text: `
    select '[' || coalesce(string_agg(${GROUP_COLUMNS} || ',' || n, ','), '') || ']' as flat
    from facet_groups_now g`,
}

function parseNumbers(found: FlatGroups | undefined): number[] {
  const numbers: unknown = JSON.parse(found?.flat ?? '[]')
  return Array.isArray(numbers) ? numbers.map(Number) : []
}
