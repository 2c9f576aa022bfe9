import { sql, type SQL } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
import type { ListingView } from '../contract.ts'
import { type LISTING_STATES, LISTING_TASK_VIEWS, LISTING_VIEWS } from '../shapes.ts'

/** A filter of listings: of an account, in one store or in all, that contain a text. */
export type ListingFilter = Readonly<{
  accountId: number
  view: ListingView
  store?: string | undefined
  tag?: string | undefined
  search: string
}>

/** A product in a store as stored, with internal keys. */
export type StoredListing = Readonly<{
  product_id: string
  connection_id: string
  sku: string
  image: ProductImageData | null
  supplier: string
  state: (typeof LISTING_STATES)[number]
  problem: string | null
  has_variant_problem: boolean
  removed: string[] | null
  retry_at: Date | null
  synced_at: Date | null
}>

/** The columns of a listing that its state and its tasks depend on. */
const STORED = sql`
  s.place, l.state, l.external_id, l.is_unpublished, l.cost_alert is not null as has_cost_alert, l.has_variant_problem`

/** The selected products in each store, and deselected ones that are still there. */
const listMine = (accountId: number) => sql`
  select c.id as connection_id, x.* from store_connections c cross join lateral (
    select coalesce(s.product_id, l.product_id) as product_id, ${STORED}
    from (select product_id, place from store_selections where account_id = ${accountId}) s
    full join (select * from store_listings where connection_id = c.id) l on l.product_id = s.product_id
    where s.product_id is not null or l.external_id is not null) x
  where c.account_id = ${accountId}`

/** Variants removed from a listing that the vendor has not reviewed. */
const REMOVED = sql`
  store_removed_variants r
  where r.reviewed_at is null and not exists (
    select from store_listing_variants k where k.connection_id = r.connection_id
      and k.external_product_id = r.external_product_id and k.external_variant_id = r.external_variant_id)`

/** The stores and ids of an account's listings with such variants. */
const listRemoved = (accountId: number) => sql`
  select r.connection_id, r.external_product_id from ${REMOVED}
  and r.connection_id in (select id from store_connections where account_id = ${accountId})`

const hasRemoved = (accountId: number) =>
  sql`coalesce((m.connection_id, m.external_id) in (${listRemoved(accountId)}), false)`

/** Whether its SKUs in the store do not identify its variants. */
const HAS_VARIANT_PROBLEM = sql`coalesce(m.has_variant_problem and m.state = 'failed', false)`

const STATE = sql`
  case when m.state = 'pending' then 'updating' when m.state = 'failed' then 'failed'
    when m.external_id is null then 'not_published' when m.is_unpublished then 'unpublished'
    when m.place is null then 'left_out' else 'published' end`

/** Returns the columns of each listing that views and sorting need; the displayed columns are only read for a page. */
function selectListings(accountId: number, { store, search, tag }: Omit<ListingFilter, 'view'>): SQL {
  const text = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const ofStore =
    store === undefined
      ? sql`true`
      : sql`m.connection_id = (select id from store_connections where account_id = ${accountId} and public_id = ${store})`
  const ofTag =
    tag === undefined
      ? sql`true`
      : sql`exists (select from product_tags t
          where t.account_id = ${accountId} and t.product_id = m.product_id and t.tag = ${tag})`
  const ofText =
    search === ''
      ? sql`true`
      : sql`(p.name ilike ${text} or p.sku ilike ${text}
          or p.supplier_id in (select id from suppliers where name ilike ${text})
          or exists (select from product_variants v where v.product_id = p.id and v.sku ilike ${text}))`
  return sql`
    select m.connection_id, m.product_id, m.place, p.stock, m.has_cost_alert,
      ${HAS_VARIANT_PROBLEM} as has_variant_problem, ${hasRemoved(accountId)} as has_removed, ${STATE} as state
    from (${listMine(accountId)}) m join products p on p.id = m.product_id
    where ${ofStore} and ${ofTag} and ${ofText}`
}

const CONDITIONS: Readonly<Record<ListingView, SQL>> = {
  all: sql`true`,
  on_sale: sql`state in ('published', 'updating') and stock > 0`,
  attention: sql`state = 'failed'`,
  variants: sql`has_variant_problem`,
  removed: sql`has_removed`,
  cost_up: sql`has_cost_alert and state in ('published', 'updating')`,
  sold_out: sql`state in ('published', 'updating') and stock = 0`,
  not_published: sql`state = 'not_published'`,
  off_sale: sql`state in ('unpublished', 'left_out')`,
}

const ORDER = sql`state <> 'failed', place desc nulls last, product_id, connection_id`

/** The displayed columns of a page's listings. */
const SHOWN = sql`
  g.product_id, g.connection_id, p.sku, p.pictures -> 0 as image, u.name as supplier, g.state, l.problem, g.has_variant_problem,
  (select json_agg(r.title order by r.removed_at, r.title) from ${REMOVED}
    and r.connection_id = l.connection_id and r.external_product_id = l.external_id) as removed,
  l.retry_at, l.synced_at`
const SHOWN_FROM = sql`
  join products p on p.id = g.product_id join suppliers u on u.id = p.supplier_id
  left join store_listings l on l.connection_id = g.connection_id and l.product_id = g.product_id`

/** Lists a range of an account's listings: failed ones first, then newest first. */
export async function listListings(
  db: Queryable,
  filter: ListingFilter,
  range: Readonly<{ limit: number; offset: number }>,
): Promise<StoredListing[]> {
  return queryRows<StoredListing>(
    db,
    sql`
      with page as materialized (
        select * from (${selectListings(filter.accountId, filter)}) listings where ${CONDITIONS[filter.view]}
        order by ${ORDER} limit ${range.limit} offset ${range.offset})
      select ${SHOWN} from page g ${SHOWN_FROM} order by g.state <> 'failed', g.place desc nulls last, g.product_id, g.connection_id`,
  )
}

/** A page of listings, and the count of each view. */
type CountedPage = Readonly<{ listings: readonly StoredListing[]; counts: Record<ListingView, number> }>

/** A listing of a page, or an empty row for a page without any. */
type CountedRow = Omit<StoredListing, 'product_id'> &
  Readonly<{ product_id: string | null; counts: CountedPage['counts'] }>

/**
 * Returns a page of an account's listings like `listListings`, and the counts of all views. A page after the last is
 * the last.
 */
export async function listCountedPage(
  db: Queryable,
  filter: ListingFilter,
  { page, pageSize }: Readonly<{ page: number; pageSize: number }>,
): Promise<CountedPage> {
  const counts = countViews(LISTING_VIEWS)
  const rows = await queryRows<CountedRow>(
    db,
    sql`
      with listings as materialized (${selectListings(filter.accountId, filter)}),
      counted as materialized (select ${counts} from listings),
      page as materialized (
        select * from listings where ${CONDITIONS[filter.view]} order by ${ORDER} limit ${pageSize}
        offset greatest(0, least(${page}::int, (
          select (${sql.identifier(filter.view)} + ${pageSize}::int - 1) / ${pageSize}::int from counted)) - 1) * ${pageSize}::int)
      select to_json(counted) as counts, ${SHOWN}
      from counted left join (page g ${SHOWN_FROM}) on true
      order by g.state <> 'failed', g.place desc nulls last, g.product_id, g.connection_id`,
  )
  const [first] = rows
  if (!first) throw new Error('listings were not counted')
  return {
    listings: rows.filter((row): row is CountedRow & StoredListing => row.product_id !== null),
    counts: first.counts,
  }
}

/** Returns the counts of views as columns named for them. */
function countViews(views: readonly ListingView[]): SQL {
  return sql.join(
    views.map((view) => sql`count(*) filter (where ${CONDITIONS[view]})::int as ${sql.identifier(view)}`),
    sql`, `,
  )
}

/** The number of listings in each view that needs a decision. */
type TaskCounts = Record<(typeof LISTING_TASK_VIEWS)[number], number>

/** Returns how many of an account's listings need a decision, by view. Only these are read, by an index of them. */
export async function countTasks(db: Queryable, accountId: number): Promise<TaskCounts> {
  const listed = sql`
    select l.connection_id, l.product_id, ${STORED}
    from store_connections c join store_listings l on l.connection_id = c.id
    left join store_selections s on s.account_id = c.account_id and s.product_id = l.product_id
    where c.account_id = ${accountId} and (s.product_id is not null or l.external_id is not null)`
  const [counts] = await queryRows<TaskCounts>(
    db,
    sql`
      with found as (
        ${listed} and (l.state = 'failed' or l.cost_alert is not null)
        union
        ${listed} and (l.connection_id, l.external_id) in (${listRemoved(accountId)})),
      listings as (
        select m.has_cost_alert, ${HAS_VARIANT_PROBLEM} as has_variant_problem, ${hasRemoved(accountId)} as has_removed, ${STATE} as state
        from found m)
      select ${countViews(LISTING_TASK_VIEWS)} from listings`,
  )
  if (!counts) throw new Error('listings were not counted')
  return counts
}

/** Returns products' internal keys by their public ids. */
export async function findProductKeys(db: Queryable, productIds: readonly string[]): Promise<number[]> {
  const found = await queryRows<{ id: string }>(
    db,
    sql`select id from products where public_id = any(${sql.param([...productIds])}::text[])`,
  )
  return found.map(({ id }) => Number(id))
}

/** Stores which products are off sale in a store; returns the internal keys of the listed ones. */
export async function setUnpublished(
  db: Queryable,
  change: Readonly<{ connectionId: number; productKeys: readonly number[]; isUnpublished: boolean }>,
): Promise<number[]> {
  const { connectionId, productKeys, isUnpublished } = change
  const changed = await queryRows<{ product_id: string }>(
    db,
    sql`
      update store_listings set is_unpublished = ${isUnpublished}
      where connection_id = ${connectionId} and external_id is not null
        and product_id = any(${sql.param([...productKeys])}::bigint[])
      returning product_id`,
  )
  return changed.map(({ product_id }) => Number(product_id))
}

/** Resets the prices of an account's selected products to the rules. */
export async function followRules(
  db: Queryable,
  { accountId, productKeys }: Readonly<{ accountId: number; productKeys: readonly number[] }>,
): Promise<void> {
  await db.execute(sql`
    update store_selections set retail_amount = null, retail_currency = null, is_price_locked = false
    where account_id = ${accountId} and product_id = any(${sql.param([...productKeys])}::bigint[])`)
  await db.execute(sql`
    update store_listings l set price_source = null from store_connections c
    where c.id = l.connection_id and c.account_id = ${accountId} and l.price_source is not null
      and l.product_id = any(${sql.param([...productKeys])}::bigint[])`)
}

/** Lists the suppliers whose products an account has selected, by name. */
export async function listSelectedSuppliers(
  db: Queryable,
  accountId: number,
): Promise<Readonly<{ id: string; name: string }>[]> {
  return queryRows(
    db,
    sql`
      select distinct u.public_id as id, u.name from store_selections s join products p on p.id = s.product_id
      join suppliers u on u.id = p.supplier_id where s.account_id = ${accountId} order by u.name`,
  )
}
