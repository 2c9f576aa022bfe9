import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'
import { CARD_JOINS, cardColumns, LIST_ORDERS } from './card-queries.ts'
import type { SearchSortName, SortName } from '../../contract.ts'
import type { ProductFilter } from '../../rules.ts'
import { filterCondition } from '../search/search-queries.ts'

/** The number of products read at a time; with full descriptions they have some hundred kilobytes. */
const BATCH_SIZE = 250

type SortKey = Readonly<{
  id: number
  sold_count?: number
  rating?: number
  review_count?: number
  discount_bp?: number
  sell_amount?: number
}>

/**
 * Streams all matching products in order, in batches of finished JSON objects with the full description.
 *
 * Each batch starts after the key of the previous one and is a separate statement: no connection and no snapshot is
 * held for a slow reader. In the order of the newest, every product that matches throughout is therefore returned
 * exactly once; in another order, a product whose figures change meanwhile may be missed or returned twice.
 */
export async function* streamCards(
  db: Queryable,
  filter: ProductFilter,
): AsyncGenerator<string[], void, void> {
  let after: SortKey | undefined
  for (;;) {
    const batch: CardBatch = await selectBatch(db, filter, after)
    if (batch.length > 0) yield batch.map(({ card }) => card)
    after = batch.at(-1)
    if (!after || batch.length < BATCH_SIZE) return
  }
}

type CardBatch = (SortKey & { card: string })[]

async function selectBatch(
  db: Queryable,
  filter: ProductFilter,
  after: SortKey | undefined,
): Promise<CardBatch> {
  const sort = toListSort(filter.sort)
  const order = LIST_ORDERS[sort]
  const [key, by] = [sql.raw(order.key), sql.raw(order.by)]
  const afterCondition = after
    ? sql`and (${key}) ${sql.raw(order.comparison)} (${toKeySql(sort, after)})`
    : sql``
  return queryRows(
    db,
    sql`
      select row_to_json(card)::text as card, x.*
      from (select ${key} from products x where ${filterCondition(filter)} ${afterCondition} order by ${by} limit ${BATCH_SIZE}) x
      cross join lateral (
        select ${sql.raw(cardColumns({ description: 'p.description_html' }))} from products p ${sql.raw(CARD_JOINS)} where p.id = x.id) card
      order by ${by}`,
  )
}

/** Returns the order of a whole list, which is by popularity instead of relevance. */
function toListSort(sort: SearchSortName): SortName {
  return sort === 'relevance' ? 'popular' : sort
}

function toKeySql(sort: SortName, after: SortKey) {
  const id = sql`${after.id}::bigint`
  if (sort === 'newest') return id
  if (sort === 'popular') return sql`${after.sold_count}::int, ${after.rating}::real, ${id}`
  if (sort === 'rating') return sql`${after.rating}::real, ${after.review_count}::int, ${id}`
  if (sort === 'discount') return sql`${after.discount_bp}::int, ${id}`
  return sql`${after.sell_amount}::bigint, ${id}`
}
