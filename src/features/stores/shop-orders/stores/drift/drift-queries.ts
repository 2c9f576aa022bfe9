import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { SentListing } from './drift-rules.ts'

/** Returns when a store was last compared. */
export async function findDriftCheck(db: Queryable, connectionId: number): Promise<Date | undefined> {
  const [found] = await queryPrepared<{ checkedAt: Date }>(db, FIND_CHECK, [connectionId])
  return found?.checkedAt
}

const FIND_CHECK = {
  name: 'shop_orders_find_drift_check',
  text: 'select checked_at as "checkedAt" from store_drift_checks where connection_id = $1',
}

/** Lists a store's listings that should be up to date there, except those being sent or changed. */
export async function listSentListings(db: Queryable, connectionId: number): Promise<SentListing[]> {
  return queryPrepared<SentListing>(db, LIST_SENT, [connectionId])
}

const LIST_SENT = {
  name: 'shop_orders_list_sent_listings',
  text: `
    select l.product_id as "productKey", l.external_id as "externalId", l.sent,
      case when s.product_id is null or l.price_source = 'store' then true
        else l.price_source is null and s.is_price_locked end as "isPriceLocked", coalesce(u.units, 0)::int as "unpaidUnits"
    from store_listings l
    join store_connections c on c.id = l.connection_id
    left join store_selections s on s.account_id = c.account_id and s.product_id = l.product_id
    left join (
      select n.product_id, sum(n.quantity - n.removed) as units
      from shop_orders o join shop_order_lines n on n.order_id = o.id
      where o.connection_id = $1 and o.shop_state = 'unpaid' group by n.product_id) u on u.product_id = l.product_id
    where l.connection_id = $1 and l.state = 'synced' and l.external_id is not null and l.sent is not null
      and not coalesce(l.is_hidden, false)
      and not exists (select from store_listing_changes x where x.product_id = l.product_id)`,
}

/** The result of comparing a store: the numbers of listings compared, different, and missing. */
export type DriftResult = Readonly<{
  connectionId: number
  compared: number
  stock: number
  price: number
  missing: number
  corrected: readonly number[]
  now: Date
}>

/** Stores a comparison, and marks different listings to be sent again, as if the store had not received them. */
export async function saveDrift(tx: Transaction, result: DriftResult): Promise<void> {
  const { connectionId, compared, stock, price, missing, corrected, now } = result
  await queryPrepared(tx, SAVE_CHECK, [connectionId, now, compared, stock, price, missing, corrected.length])
  if (corrected.length === 0) return
  await queryPrepared(tx, MARK_LISTINGS, [connectionId, corrected])
  await queryPrepared(tx, NOTE_CHANGES, [corrected])
}

const SAVE_CHECK = {
  name: 'shop_orders_save_drift_check',
  text: `
    insert into store_drift_checks as d
      (connection_id, checked_at, compared, stock_differs, price_differs, missing, corrected_total)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (connection_id) do update set checked_at = excluded.checked_at, compared = excluded.compared,
      stock_differs = excluded.stock_differs, price_differs = excluded.price_differs, missing = excluded.missing,
      corrected_total = d.corrected_total + excluded.corrected_total`,
}
const MARK_LISTINGS = {
  name: 'shop_orders_mark_drifted_listings',
  text: `
    update store_listings set failures = greatest(failures, 1)
    where connection_id = $1 and product_id = any($2::bigint[]) and state = 'synced'`,
}
const NOTE_CHANGES = {
  name: 'shop_orders_note_drifted_products',
  text: 'insert into store_listing_changes (product_id) select unnest($1::bigint[])',
}
