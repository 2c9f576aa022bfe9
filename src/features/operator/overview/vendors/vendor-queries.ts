import { sql, type SQL } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import type { ListedVendorData, VendorFilter } from './contract.ts'

/** A vendor in a list; `key` is its position there, and amounts are in minor units. */
export type VendorRow = Omit<ListedVendorData, 'orders' | 'suspendedAt'> &
  Readonly<{
    key: number
    toPay: number
    blocked: number
    inProgress: number
    lastAt: Date | null
    suspendedAt: Date | null
  }>

/** A page of vendors: the filter, and the key before which it begins. */
export type VendorPage = Readonly<{
  search: string
  filter: VendorFilter
  before: number | undefined
  limit: number
}>

function toSearch(search: string): SQL {
  if (search === '') return sql`true`
  const start = `${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`a.id in (
    select id from accounts where public_id = ${search}
    union all select id from accounts where lower(email) like ${start}
    union all select id from accounts where lower(first_name || ' ' || last_name) like ${start}
    union all select id from accounts where lower(company_name) like ${start}
    union all select account_id from store_connections where lower(name) like ${start})`
}

const WALLET = sql`
  ledger_balances b join ledger_accounts l on l.number = b.account
  where l.name = 'vendor_wallet' and b.subledger = a.public_id and b.balance <> 0`

const FILTERS: Readonly<Record<VendorFilter, SQL>> = {
  all: sql`true`,
  suspended: sql`a.id in (select account_id from vendor_suspensions)`,
  attention: sql`(
    exists (select from store_connections c where c.account_id = a.id and c.problem is not null)
    or exists (select from shop_orders o where o.account_id = a.id and o.state = 'blocked')
    or exists (select from ${WALLET} and b.balance > 0))`,
}

// Vendors with neither store nor wallet are listed among the accounts.
const VENDORS = sql`(select account_id from store_connections union select account_id from wallet_top_ups
  union select account_id from vendor_suspensions)`

/** Returns a page of vendors, the newest first. */
export async function listVendorRows(db: Queryable, page: VendorPage): Promise<VendorRow[]> {
  const { search, filter, before, limit } = page
  const isBefore = before === undefined ? sql`true` : sql`a.id < ${before}`
  const countOrders = (state: string) =>
    sql`(select count(*) from shop_orders o where o.account_id = a.id and o.state = ${state})::int`
  return queryRows<VendorRow>(
    db,
    sql`
      select a.id as key, a.public_id as id, a.email, ${STORES} as stores,
        (select x.suspended_at from vendor_suspensions x where x.account_id = a.id) as "suspendedAt",
        coalesce(nullif(a.company_name, ''), trim(a.first_name || ' ' || a.last_name)) as name,
        (select coalesce(json_agg(json_build_object('currency', b.currency, 'amount', -b.balance) order by b.currency), '[]')
          from ${WALLET}) as wallet,
        (select json_build_object('published', count(*) filter (where x.state = 'synced'),
            'failed', count(*) filter (where x.state = 'failed'))
          from store_listings x join store_connections c on c.id = x.connection_id where c.account_id = a.id) as listings,
        ${countOrders('to_pay')} as "toPay", ${countOrders('blocked')} as blocked,
        ${countOrders('in_progress')} as "inProgress",
        (select max(o.placed_at) from shop_orders o where o.account_id = a.id) as "lastAt"
      from (
        select * from accounts a
        where a.id in ${VENDORS} and a.type = 'vendor' and a.closed_at is null and ${FILTERS[filter]}
          and ${toSearch(search)} and ${isBefore}
        order by a.id desc limit ${limit}) a
      order by a.id desc`,
  )
}

const STORES = sql`(
  select coalesce(json_agg(json_build_object('platform', c.platform, 'name', c.name, 'isPractice', c.is_practice,
      'problem', coalesce(c.problem, f.problem), 'checkedAt', f.polled_at, 'recovered', coalesce(f.recovered_total, 0))
      order by c.id), '[]')
  from store_connections c left join shop_order_feeds f on f.connection_id = c.id where c.account_id = a.id)`
