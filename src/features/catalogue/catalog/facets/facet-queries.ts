import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, named, rows } from '#database/database.ts'
import type { PriceRange } from './facet-prices.ts'
import { type FacetGroups, groupsOf, NO_CHOICE, SIZE_BITS } from './facet-rules.ts'
import { type Narrowing, narrowingOf } from '../rules.ts'
import { passes } from '../search/search-queries.ts'

/** Of the pieces that a text or bounds of stock find, at most so many are counted by their facets. */
export const MOST_COUNTED = 20_000

/** All listed pieces by their facets. An index alone gives them in order. */
export async function selectAllGroups(db: Queryable): Promise<FacetGroups> {
  const [found] = await named<Flat>(db, ALL_GROUPS)
  return groupsOf(numbersIn(found), 5)
}

/** The listed pieces in these ranges of prices by their facets; they count as within the bounds, and not beside. */
export async function selectPricedGroups(db: Queryable, ranges: readonly PriceRange[]): Promise<FacetGroups> {
  const each = ranges.map(
    ({ from, to }) => sql`
      select x.facets, x.option_bits from products x where x.is_listed and x.sell_amount >= ${from}::bigint
        ${to === undefined ? sql`` : sql`and x.sell_amount <= ${to}::bigint`}`,
  )
  const [found] = await rows<Flat>(
    db,
    sql`
      select ${FLAT} from (
        select facets, option_bits, 0 as n, count(*) as within from (${sql.join(each, sql` union all `)}) x
        group by facets, option_bits) g`,
  )
  return groupsOf(numbersIn(found), 6)
}

/**
 * The pieces that a narrowing's text and stock find by their facets, whatever else it asks for, and whether there are more
 * than were counted.
 */
export async function selectFoundGroups(
  db: Queryable,
  narrowing: Narrowing,
): Promise<{ groups: FacetGroups; isCapped: boolean }> {
  const { minAmount, maxAmount } = narrowing
  const open = { minAmount: undefined, maxAmount: undefined, category: undefined, choice: NO_CHOICE }
  const isWithin = sql`x.sell_amount >= ${minAmount ?? 0}::bigint ${
    maxAmount === undefined ? sql`` : sql`and x.sell_amount <= ${maxAmount}::bigint`
  }`
  const [found] = await rows<Flat>(
    db,
    sql`
      select ${FLAT}, coalesce(sum(n), 0)::int as total from (
        select x.facets, x.option_bits, count(*) as n, count(*) filter (where ${isWithin}) as within
        from (select x.facets, x.option_bits, x.sell_amount from products x where ${passes({ ...narrowing, ...open })} limit ${MOST_COUNTED}) x
        group by x.facets, x.option_bits) g`,
  )
  return { groups: groupsOf(numbersIn(found), 6), isCapped: found?.total === MOST_COUNTED }
}

/** Whether the words of a text stand together in the name of some listed piece. */
export async function isInSomeName(db: Queryable, text: string): Promise<boolean> {
  const asked = narrowingOf({ ...NO_BOUNDS, productName: text }, {})
  const [found] = await rows<{ is: boolean }>(
    db,
    sql`select exists (select from products x where ${passes(asked)}) as is`,
  )
  return found?.is === true
}

const NO_BOUNDS = { minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' }

type Flat = Readonly<{ flat: string; total?: number }>

// The halves of both numbers apart: bits are compared 32 at a time.
const HALVES =
  `(facets::bigint & 33554431) || ',' || (facets::bigint >> 25) || ',' || ` +
  `(option_bits & ${2 ** SIZE_BITS - 1}) || ',' || (option_bits >> ${SIZE_BITS})`

const FLAT: SQL = sql.raw(
  `'[' || coalesce(string_agg(${HALVES} || ',' || n || ',' || within, ','), '') || ']' as flat`,
)

const ALL_GROUPS = {
  name: 'catalog_facet_groups',
  text: `
    select '[' || coalesce(string_agg(${HALVES} || ',' || n, ','), '') || ']' as flat
    from (select facets, option_bits, count(*) as n from products where is_listed group by facets, option_bits) g`,
}

function numbersIn(found: Flat | undefined): number[] {
  const numbers: unknown = JSON.parse(found?.flat ?? '[]')
  return Array.isArray(numbers) ? numbers.map(Number) : []
}
