import { sql, type SQL } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
import type { ListingView } from '../contract.ts'
import type { LISTING_STATES } from '../shapes.ts'

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

// Selected products, in each of the stores, and deselected ones that are still there.
const LISTINGS = (accountId: number, filter: Pick<ListingFilter, 'store' | 'search' | 'tag'>) => {
  const text = filter.search === '' ? null : `%${filter.search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`
    select c.id as connection_id, p.id as product_id, p.sku, p.pictures -> 0 as image, u.name as supplier, l.retry_at, l.synced_at,
      s.place, p.name, p.stock, l.cost_alert is not null as has_cost_alert,
      l.problem, coalesce(l.has_variant_problem and l.state = 'failed', false) as has_variant_problem,
      (select json_agg(r.title order by r.removed_at, r.title) from store_removed_variants r where r.connection_id = l.connection_id
        and r.external_product_id = l.external_id and r.reviewed_at is null and not exists (
          select from store_listing_variants k where k.connection_id = r.connection_id
            and k.external_product_id = r.external_product_id and k.external_variant_id = r.external_variant_id)) as removed,
      case when l.state = 'pending' then 'updating' when l.state = 'failed' then 'failed'
        when l.external_id is null then 'not_published' when l.is_unpublished then 'unpublished'
        when s.product_id is null then 'left_out' else 'published' end as state
    from store_connections c
    join (
      select c.id as connection_id, s.product_id from store_connections c
        join store_selections s on s.account_id = c.account_id where c.account_id = ${accountId}
      union select l.connection_id, l.product_id from store_listings l join store_connections c on c.id = l.connection_id
        where c.account_id = ${accountId} and l.external_id is not null
    ) mine on mine.connection_id = c.id
    join products p on p.id = mine.product_id
    join suppliers u on u.id = p.supplier_id
    left join store_listings l on l.connection_id = c.id and l.product_id = p.id
    left join store_selections s on s.account_id = c.account_id and s.product_id = p.id
    where c.account_id = ${accountId} and (${filter.store ?? null}::text is null or c.public_id = ${filter.store ?? null})
      and (${filter.tag ?? null}::text is null or exists (select from product_tags t
        where t.account_id = c.account_id and t.product_id = p.id and t.tag = ${filter.tag ?? null}))
      and (${text}::text is null or p.name ilike ${text} or p.sku ilike ${text} or u.name ilike ${text}
        or exists (select from product_variants v where v.product_id = p.id and v.sku ilike ${text}))`
}

const CONDITIONS: Readonly<Record<ListingView, SQL>> = {
  all: sql`true`,
  on_sale: sql`state in ('published', 'updating') and stock > 0`,
  attention: sql`state = 'failed'`,
  variants: sql`has_variant_problem`,
  removed: sql`removed is not null`,
  cost_up: sql`has_cost_alert and state in ('published', 'updating')`,
  sold_out: sql`state in ('published', 'updating') and stock = 0`,
  not_published: sql`state = 'not_published'`,
  off_sale: sql`state in ('unpublished', 'left_out')`,
}

/** Lists a range of an account's listings: failed ones first, then newest first. */
export async function listListings(
  db: Queryable,
  filter: ListingFilter,
  range: Readonly<{ limit: number; offset: number }>,
): Promise<StoredListing[]> {
  return queryRows<StoredListing>(
    db,
    sql`
      select product_id, connection_id, sku, image, supplier, state, problem, has_variant_problem, removed, retry_at, synced_at
      from (${LISTINGS(filter.accountId, filter)}) listings where ${CONDITIONS[filter.view]}
      order by state <> 'failed', place desc nulls last, product_id, connection_id
      limit ${range.limit} offset ${range.offset}`,
  )
}

/** Returns how many listings each view has. */
export async function countListings(
  db: Queryable,
  filter: Omit<ListingFilter, 'view'>,
): Promise<Record<ListingView, number>> {
  const counts = sql.join(
    Object.entries(CONDITIONS).map(
      ([view, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.identifier(view)}`,
    ),
    sql`, `,
  )
  const [counted] = await queryRows<Record<ListingView, number>>(
    db,
    sql`select ${counts} from (${LISTINGS(filter.accountId, filter)}) listings`,
  )
  if (!counted) throw new Error('listings were not counted')
  return counted
}

/** Returns products' internal keys by their public ids. */
export async function findProductKeys(db: Queryable, productIds: readonly string[]): Promise<number[]> {
  const found = await queryRows<{ id: string }>(
    db,
    sql`select id from products where public_id = any(${sql.param([...productIds])}::text[])`,
  )
  return found.map(({ id }) => Number(id))
}

/** Stores which products are off sale in a store; returns the internal keys of listed ones. */
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
