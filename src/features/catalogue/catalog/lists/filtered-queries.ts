import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'
import { selectCardsSql, LIST_ORDERS } from './card-queries.ts'
import type { SortName } from '../contract.ts'
import type { CardPage, CardList } from './list-queries.ts'
import type { ProductFilter, PageRange } from '../rules.ts'
import { filterCondition } from '../search/search-queries.ts'

/**
 * A page of what was chosen where that is rare: all products with one of these numbers of facets are read and sorted, so it costs
 * what they are, wherever they stand in the list. The total is exact.
 */
export async function selectByFacetNumbers(
  db: Queryable,
  filter: ProductFilter & { sort: SortName },
  { values, span }: { values: readonly Readonly<{ facets: string; options: number }>[]; span: PageRange },
): Promise<CardPage> {
  const order = LIST_ORDERS[filter.sort]
  const [key, by] = [sql.raw(order.key), sql.raw(order.by)]
  const [page] = await queryRows<CardPage>(
    db,
    sql`
      with passing as materialized (
        select ${key} from products x
        join unnest(${sql.param(values.map(({ facets }) => facets))}::bit(57)[],
          ${sql.param(values.map(({ options }) => options))}::bigint[]) g(facets, option_bits)
          on x.facets = g.facets and x.option_bits = g.option_bits
        where ${filterCondition(filter)}),
      page as materialized (select * from passing x order by ${by} limit ${span.limit} offset ${span.offset})
      select cards.*, (select count(*) from passing) as total from (${sql.raw(selectCardsSql('select * from page', order))}) cards`,
  )
  if (!page) throw new Error('a page is always one row')
  return page
}

/** The same where many products are chosen: the list is walked in its order until the page is full, and nothing is counted. */
export async function selectByScan(
  db: Queryable,
  filter: ProductFilter & { sort: SortName },
  { limit, offset }: PageRange,
): Promise<CardList> {
  const order = LIST_ORDERS[filter.sort]
  const [key, by] = [sql.raw(order.key), sql.raw(order.by)]
  const page = sql`select ${key} from products x where ${filterCondition(filter)} order by ${by} limit ${limit} offset ${offset}`
  const [cards] = await queryRows<CardList>(
    db,
    sql`with page as materialized (${page}) ${sql.raw(selectCardsSql('select * from page', order))}`,
  )
  if (!cards) throw new Error('a page is always one row')
  return cards
}
