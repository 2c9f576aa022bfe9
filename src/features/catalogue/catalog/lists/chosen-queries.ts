import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '#database/database.ts'
import { cardsOf, LIST_ORDERS } from './card-queries.ts'
import type { SortName } from '../contract.ts'
import type { CardPage, Cards } from './list-queries.ts'
import type { Narrowing, Span } from '../rules.ts'
import { passes } from '../search/search-queries.ts'

/**
 * A page of what was chosen where that is rare: all pieces with one of these numbers of facets are read and sorted, so it costs
 * what they are, wherever they stand in the list. The total is exact.
 */
export async function selectRare(
  db: Queryable,
  narrowing: Narrowing & { sort: SortName },
  { values, span }: { values: readonly Readonly<{ facets: string; options: number }>[]; span: Span },
): Promise<CardPage> {
  const order = LIST_ORDERS[narrowing.sort]
  const [key, by] = [sql.raw(order.key), sql.raw(order.by)]
  const [page] = await rows<CardPage>(
    db,
    sql`
      with passing as materialized (
        select ${key} from products x
        join unnest(${sql.param(values.map(({ facets }) => facets))}::bit(57)[],
          ${sql.param(values.map(({ options }) => options))}::bigint[]) g(facets, option_bits)
          on x.facets = g.facets and x.option_bits = g.option_bits
        where ${passes(narrowing)}),
      page as materialized (select * from passing x order by ${by} limit ${span.limit} offset ${span.offset})
      select cards.*, (select count(*) from passing) as total from (${sql.raw(cardsOf('select * from page', order))}) cards`,
  )
  if (!page) throw new Error('a page is always one row')
  return page
}

/** The same where many pieces are chosen: the list is walked in its order until the page is full, and nothing is counted. */
export async function selectFrequent(
  db: Queryable,
  narrowing: Narrowing & { sort: SortName },
  { limit, offset }: Span,
): Promise<Cards> {
  const order = LIST_ORDERS[narrowing.sort]
  const [key, by] = [sql.raw(order.key), sql.raw(order.by)]
  const page = sql`select ${key} from products x where ${passes(narrowing)} order by ${by} limit ${limit} offset ${offset}`
  const [cards] = await rows<Cards>(
    db,
    sql`with page as materialized (${page}) ${sql.raw(cardsOf('select * from page', order))}`,
  )
  if (!cards) throw new Error('a page is always one row')
  return cards
}
