import { type Queryable, queryPrepared, queryRows } from '#database/database.ts'
import { sql } from 'drizzle-orm'
import { PAGE_SIZE, type CategoryName, type SortName } from '../../contract.ts'
import { selectCardsSql, LIST_ORDERS } from './card-queries.ts'
import { categoryKey, type PageRange, type ProductFilter } from '../../rules.ts'
import { filterCondition } from '../search/search-queries.ts'

/** Cards as finished JSON: `items` is the text of an array, `last` the public id of its last card. */
export type CardList = Readonly<{ items: string; n: number; last: string | null }>

/** A page of a list with the total number of products in the list. */
export type CardPage = CardList & Readonly<{ total: number }>

/** A list: all products or those of a category, and the order. */
export type ListOptions = Readonly<{ category: CategoryName | undefined; sort: SortName }>

/**
 * Returns one page of a list. Totals come from the counters. They also locate a page of the newest products, so that
 * the last page costs the same as the first. The other orders skip `offset` entries of a narrow index.
 */
export async function selectPage(
  db: Queryable,
  { category, sort }: ListOptions,
  span: PageRange,
): Promise<CardPage> {
  const text = buildPageSql({ sort, within: category !== undefined, limit: span.limit })
  const name = span.limit === PAGE_SIZE ? `catalog_page_${sort}_${category ? 'within' : 'all'}` : undefined
  const values = [categoryKey(category), span.offset]
  const [page] = await queryList<CardPage>(db, { name, text, values })
  if (!page) throw new Error('a page is always one row')
  return page
}

/** Returns the products after a card in a list; undefined when no product has that public id. */
export async function selectAfter(
  db: Queryable,
  { category, sort }: ListOptions,
  { cursor, limit }: { cursor: string; limit: number },
): Promise<CardList | undefined> {
  const text = buildAfterSql({ sort, within: category !== undefined, limit })
  const name = limit === PAGE_SIZE ? `catalog_after_${sort}_${category ? 'within' : 'all'}` : undefined
  const values = category ? [cursor, categoryKey(category)] : [cursor]
  const [found] = await queryList<CardList & { known: boolean }>(db, { name, text, values })
  return found?.known ? found : undefined
}

/**
 * Adds the counters' latest changes to the stored counters; returns how many buckets changed. Concurrent calls are
 * safe.
 */
export async function foldCounters(db: Queryable): Promise<number> {
  const [folded] = await queryRows<{ n: number }>(db, sql`select fold_product_buckets() as n`)
  return folded?.n ?? 0
}

type ListQueryOptions = { sort: SortName; within: boolean; limit: number }

// The limit is part of the text: for a parameter PostgreSQL assumes a tenth of the table. The offset is in a subselect
// for the same reason, which makes the cached plan as good as a fresh one.
function buildPageSql({ sort, within, limit }: ListQueryOptions): string {
  const order = LIST_ORDERS[sort]
  const listed = `x.is_listed ${within ? 'and x.category_id = $1::smallint' : ''}`
  const ids =
    sort === 'newest'
      ? `select x.id from products x where ${listed} and x.id < (select (bucket + 1) << 10 from start)
         order by x.id desc limit ${limit} offset (select $2::bigint - before from start)`
      : `select ${order.key} from products x where ${listed} order by ${order.by} limit ${limit} offset (select $2::bigint)`
  return `
    with counts as materialized (
      select bucket, n, sum(n::int) over (order by bucket desc rows unbounded preceding) - n as before
      from product_buckets_now where scope = $1::smallint),
    start as materialized (select bucket, before from counts where before <= $2::bigint order by bucket limit 1)
    select cards.*, (select coalesce(sum(n::int), 0) from counts) as total from (${selectCardsSql(ids, order)}) cards`
}

function buildAfterSql({ sort, within, limit }: ListQueryOptions): string {
  const order = LIST_ORDERS[sort]
  const ids = `
    select ${order.key} from products x
    where x.is_listed ${within ? 'and x.category_id = $2::smallint' : ''}
      and (${order.key}) ${order.comparison} (select ${order.key} from products where public_id = $1)
    order by ${order.by} limit ${limit}`
  return `
    select cards.*, exists (select from products where public_id = $1) as known from (${selectCardsSql(ids, order)}) cards`
}

async function queryList<Row extends object>(
  db: Queryable,
  { name, text, values }: { name: string | undefined; text: string; values: unknown[] },
): Promise<Row[]> {
  // Without a name no plan is cached: limits vary too much to cache a plan for each.
  return queryPrepared<Row>(db, { name: name ?? '', text }, values)
}

/**
 * Returns a page of a rare filter by reading and sorting all its products. They have one of these facet numbers. The
 * cost depends on their number, not on their position in the list. The total is exact.
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

/** Returns a page of a frequent filter by scanning the list until the page is full. Nothing is counted. */
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
