import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '#database/database.ts'
import { CARD_JOINS, cardColumns, LIST_ORDERS } from './card-queries.ts'
import type { SearchSortName, SortName } from '../contract.ts'
import type { Narrowing } from '../rules.ts'
import { passes } from '../search/search-queries.ts'

/** How many pieces are read at a time; with their full descriptions some hundred kilobytes. */
const BATCH = 250

type Key = Readonly<{
  id: number
  sold_count?: number
  rating?: number
  review_count?: number
  discount_bp?: number
  sell_amount?: number
}>

/**
 * All pieces that pass, in their order, as arrays of finished JSON objects with the whole description, a batch at a time.
 *
 * Each batch starts after the key of the one before and is a statement of its own: no connection and no snapshot is held
 * while a slow reader takes his time. So, in the order of the newest, every piece that passes throughout is there exactly once;
 * in another order one whose figures change meanwhile may be missed or come twice.
 */
export async function* streamCards(
  db: Queryable,
  narrowing: Narrowing,
): AsyncGenerator<string[], void, void> {
  let after: Key | undefined
  for (;;) {
    const batch: Batch = await selectBatch(db, narrowing, after)
    if (batch.length > 0) yield batch.map(({ card }) => card)
    after = batch.at(-1)
    if (!after || batch.length < BATCH) return
  }
}

type Batch = (Key & { card: string })[]

async function selectBatch(db: Queryable, narrowing: Narrowing, after: Key | undefined): Promise<Batch> {
  const sort = streamable(narrowing.sort)
  const order = LIST_ORDERS[sort]
  const [key, by] = [sql.raw(order.key), sql.raw(order.by)]
  const follows = after ? sql`and (${key}) ${sql.raw(order.comparison)} (${keyValues(sort, after)})` : sql``
  return rows(
    db,
    sql`
      select row_to_json(card)::text as card, x.*
      from (select ${key} from products x where ${passes(narrowing)} ${follows} order by ${by} limit ${BATCH}) x
      cross join lateral (
        select ${sql.raw(cardColumns({ description: 'p.description_html' }))} from products p ${sql.raw(CARD_JOINS)} where p.id = x.id) card
      order by ${by}`,
  )
}

/** A whole list has no most relevant piece to begin with: it begins with the most popular. */
function streamable(sort: SearchSortName): SortName {
  return sort === 'relevance' ? 'popular' : sort
}

function keyValues(sort: SortName, after: Key) {
  const id = sql`${after.id}::bigint`
  if (sort === 'newest') return id
  if (sort === 'popular') return sql`${after.sold_count}::int, ${after.rating}::real, ${id}`
  if (sort === 'rating') return sql`${after.rating}::real, ${after.review_count}::int, ${id}`
  if (sort === 'discount') return sql`${after.discount_bp}::int, ${id}`
  return sql`${after.sell_amount}::bigint, ${id}`
}
