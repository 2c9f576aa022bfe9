import { sql } from 'drizzle-orm'
import { type Queryable, queryPrepared, queryRows } from '#database/database.ts'
import { type CategoryName, STORE_PAGE_SIZE } from '../../contract.ts'
import { selectCardsSql, LIST_ORDERS } from './card-queries.ts'
import { categoryKey, type PageRange } from '../../rules.ts'

/** The orders of a store's products. */
export type StoreSort = 'popular' | 'newest'

/** A page of a store's products; `store` is the supplier's key. */
export type StorePageOptions = Readonly<{
  store: number
  category: CategoryName | undefined
  sort: StoreSort
  span: PageRange
}>

/**
 * A page of a store's products: `items` and `categories` (name and number of products) as finished JSON, and the total.
 */
export type StorePage = Readonly<{ items: string; total: number; categories: string }>

/** Returns one page of a store's products. Totals come from the store's figures, the page from a narrow index. */
export async function selectStorePage(
  db: Queryable,
  { store, category, sort, span }: StorePageOptions,
): Promise<StorePage> {
  const text = buildStorePageSql({ sort, within: category !== undefined, limit: span.limit })
  // Without a name no plan is cached: limits vary too much to cache a plan for each.
  const isDefaultSize = span.limit === STORE_PAGE_SIZE
  const name = isDefaultSize ? `catalog_store_${sort}_${category ? 'within' : 'all'}` : ''
  return requireRow(
    await queryPrepared<StorePage>(db, { name, text }, [store, categoryKey(category), span.offset]),
  )
}

/**
 * Returns one page of a store's products whose name contains the text, ignoring case and accents. One index serves
 * both: the page stops early, the exact totals read all matches. Never a prepared statement: the plan must depend on
 * the store and the text.
 */
export async function searchStorePage(
  db: Queryable,
  { store, category, sort, span }: StorePageOptions,
  text: string,
): Promise<StorePage> {
  const order = LIST_ORDERS[sort]
  const key = categoryKey(category)
  const passes = sql`x.is_listed and x.supplier_id = ${store} and x.name_norm like f_containing(${text})`
  const categoryCondition = category ? sql`and x.category_id = ${key}::smallint` : sql``
  return requireRow(
    await queryRows<StorePage>(
      db,
      sql`
        with counts as materialized (
          select x.category_id, count(*) as n from products x where ${passes} group by x.category_id),
        page as materialized (
          select ${sql.raw(order.key)} from products x where ${passes} ${categoryCondition}
          order by ${sql.raw(order.by)} limit ${span.limit} offset ${span.offset})
        select cards.items, ${sql.raw(selectTotalsSql(`${key}::smallint`))}
        from (${sql.raw(selectCardsSql('select * from page', order))}) cards`,
    ),
  )
}

/** Returns SQL of the total of a category (0 is all) and the number in each, of `counts`. */
function selectTotalsSql(category: string): string {
  return `
    (select coalesce(sum(n), 0)::bigint from counts where ${category} in (0, category_id)) as total,
    (select coalesce(json_agg(json_build_object('name', c.name, 'products', n) order by c.id), '[]')::text
      from counts join categories c on c.id = category_id) as categories`
}

function buildStorePageSql({
  sort,
  within,
  limit,
}: {
  sort: StoreSort
  within: boolean
  limit: number
}): string {
  const order = LIST_ORDERS[sort]
  const ids = `
    select ${order.key} from products x
    where x.is_listed and x.supplier_id = $1::bigint ${within ? 'and x.category_id = $2::smallint' : ''}
    order by ${order.by} limit ${limit} offset (select $3::bigint)`
  return `
    with counts as materialized (
      select category_id, products as n from supplier_figures_now where supplier_id = $1::bigint and products > 0)
    select cards.items, ${selectTotalsSql('$2::smallint')}
    from (${selectCardsSql(ids, order)}) cards`
}

function requireRow([page]: readonly StorePage[]): StorePage {
  if (!page) throw new Error('a page is always one row')
  return page
}

/** The number of featured suppliers (MKT-23). */
const FEATURED_COUNT = 4

/**
 * Returns the featured suppliers as a JSON array: verified ones with products to sell. Those that operators currently
 * feature come first, then the others by their buyers' ratings, then by products sold. Places can't be bought. For the
 * ranking, ten ratings of 4 are added to each supplier, so that a single rating does not outweigh a thousand; the shown
 * value is the plain average.
 */
export async function selectFeaturedSuppliers(db: Queryable, now: Date): Promise<string> {
  const [found] = await queryPrepared<{ items: string }>(db, FEATURED_SUPPLIERS, [now])
  return found?.items ?? '[]'
}

// The picture shows one of the most popular products: the first of a few that has one.
const FEATURED_SUPPLIERS = {
  name: 'catalog_featured_suppliers',
  text: `
    with figures as (
      select supplier_id, sum(products) as products, sum(sold) as sold, sum(ratings) as ratings, sum(rating_sum) as rating_sum
      from supplier_figures_now group by supplier_id),
    featured as (
      select supplier_id, max(starts_at) as since from promotions
      where kind = 'featured_supplier' and starts_at <= $1 and (ends_at is null or ends_at > $1) group by supplier_id),
    chosen as (
      select s.*, f.ratings, f.rating_sum,
        row_number() over (order by m.since desc nulls last, (f.rating_sum + 40.0) / (f.ratings + 10) desc, f.sold desc, f.products desc, s.id) as place
      from figures f join suppliers s on s.id = f.supplier_id left join featured m on m.supplier_id = s.id
      where s.is_verified and f.products > 0
      order by place limit ${FEATURED_COUNT})
    select coalesce(json_agg(one.supplier order by one.place), '[]')::text as items from (
      select chosen.place, json_build_object(
        'id', public_id, 'title', name, 'description', coalesce(left(description, 600), ''), 'country', country, 'city', city,
        'rating', coalesce(round(rating_sum / nullif(ratings, 0), 1), 0), 'ratingCount', ratings,
        'image', (
          select pictures -> 0 from (
            select p.pictures, p.sold_count, p.rating, p.id from products p where p.is_listed and p.supplier_id = chosen.id
            order by p.sold_count desc, p.rating desc, p.id desc limit 12) popular
          where pictures <> '[]' order by sold_count desc, rating desc, id desc limit 1)) as supplier
      from chosen) one`,
}
