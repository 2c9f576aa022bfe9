import { sql } from 'drizzle-orm'
import { type Queryable, named, rows } from '#database/database.ts'
import { type CategoryName, STORE_PAGE_SIZE } from '../contract.ts'
import { cardsOf, LIST_ORDERS } from './card-queries.ts'
import { categoryKey, type Span } from '../rules.ts'

/** The orders a store's pieces may stand in. */
export type StoreSort = 'popular' | 'newest'

/** Which pieces of a store; `store` is the supplier's key. */
export type StoreChoice = Readonly<{
  store: number
  category: CategoryName | undefined
  sort: StoreSort
  span: Span
}>

/** A page of a store's pieces: `items` and `categories` (name and number of pieces) as finished JSON, and the total. */
export type StorePage = Readonly<{ items: string; total: number; categories: string }>

/** One page of a store's pieces. Numbers come from the store's figures, the page from a narrow index. */
export async function selectStorePage(
  db: Queryable,
  { store, category, sort, span }: StoreChoice,
): Promise<StorePage> {
  const text = pageText({ sort, within: category !== undefined, limit: span.limit })
  // Without a name nothing is kept: any of a hundred limits may be asked for.
  const isUsual = span.limit === STORE_PAGE_SIZE
  const name = isUsual ? `catalog_store_${sort}_${category ? 'within' : 'all'}` : ''
  return one(await named<StorePage>(db, { name, text }, [store, categoryKey(category), span.offset]))
}

/**
 * One page of a store's pieces whose name contains the text, letters of either case, with or without accents. One index
 * tells both: the page stops at its end, the exact numbers read it through. Never a named statement: the plan must
 * follow the store and the text.
 */
export async function selectStoreFound(
  db: Queryable,
  { store, category, sort, span }: StoreChoice,
  text: string,
): Promise<StorePage> {
  const order = LIST_ORDERS[sort]
  const key = categoryKey(category)
  const passes = sql`x.is_listed and x.supplier_id = ${store} and x.name_norm like f_containing(${text})`
  const within = category ? sql`and x.category_id = ${key}::smallint` : sql``
  return one(
    await rows<StorePage>(
      db,
      sql`
        with counts as materialized (
          select x.category_id, count(*) as n from products x where ${passes} group by x.category_id),
        page as materialized (
          select ${sql.raw(order.key)} from products x where ${passes} ${within}
          order by ${sql.raw(order.by)} limit ${span.limit} offset ${span.offset})
        select cards.items, ${sql.raw(numbersOf(`${key}::smallint`))}
        from (${sql.raw(cardsOf('select * from page', order))}) cards`,
    ),
  )
}

/** The total of a category (0 is all) and the number in each, of `counts`. */
function numbersOf(category: string): string {
  return `
    (select coalesce(sum(n), 0)::bigint from counts where ${category} in (0, category_id)) as total,
    (select coalesce(json_agg(json_build_object('name', c.name, 'pieces', n) order by c.id), '[]')::text
      from counts join categories c on c.id = category_id) as categories`
}

function pageText({ sort, within, limit }: { sort: StoreSort; within: boolean; limit: number }): string {
  const order = LIST_ORDERS[sort]
  const ids = `
    select ${order.key} from products x
    where x.is_listed and x.supplier_id = $1::bigint ${within ? 'and x.category_id = $2::smallint' : ''}
    order by ${order.by} limit ${limit} offset (select $3::bigint)`
  return `
    with counts as materialized (
      select category_id, pieces as n from supplier_figures_now where supplier_id = $1::bigint and pieces > 0)
    select cards.items, ${numbersOf('$2::smallint')}
    from (${cardsOf(ids, order)}) cards`
}

function one([page]: readonly StorePage[]): StorePage {
  if (!page) throw new Error('a page is always one row')
  return page
}
