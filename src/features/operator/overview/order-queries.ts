import { sql, type SQL } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import type { OrderSearchResultData, OrderGroup } from './shapes.ts'

/** A supplier order in search results; `key` is its position in the list. */
export type OrderRow = Readonly<{
  key: number
  id: string
  number: string
  state: OrderSearchResultData['state']
  buyer: string
  email: string
  supplierId: string
  supplierName: string
  totalAmount: number
  units: number
  placedAt: Date
  paidAt: Date | null
}>

/** A page of orders: the filter, and the key before which it begins. */
export type OrderPage = Readonly<{
  search: string
  group: OrderGroup
  supplier: string | undefined
  before: number | undefined
  limit: number
  /**
   * The most purchases that a prefix of a number or name may match; further ones are left out. Unlimited if undefined.
   */
  mostMatches?: number
}>

const GROUPS: Readonly<Record<OrderGroup, SQL>> = {
  all: sql`true`,
  open: sql`o.state in ('paid_hold', 'submitted', 'accepted', 'in_progress', 'shipped', 'delivered', 'cancel_requested')`,
  in_case: sql`o.state = 'in_case'`,
  completed: sql`o.state in ('completed', 'refunded')`,
  cancelled: sql`o.state in ('rejected', 'cancelled', 'expired')`,
  // Their purchase is still open after the first attempts.
  unclear_label: sql`o.id = any(array(
    select supplier_order_id from parcel_labels where state = 'asked' and next_check_at is not null))`,
}

const toStart = (search: string) => `${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Returns queries of orders that a text matches exactly, each by its own index. */
function toExact({ search }: Pick<OrderPage, 'search'>): SQL {
  const code = search.toUpperCase().replaceAll(/\s/g, '')
  return sql`
    select id from supplier_orders where public_id = ${search}
    union select w.id from supplier_orders w join purchases p on p.id = w.purchase_id where w.purchase_id in (
      select id from purchases where public_id = ${search}
      union all select id from purchases where lower(email) = lower(${search})
      union all select u.id from payments y join purchases u on u.public_id = y.reference
        where y.public_id = ${search} or y.provider_ref = ${search}
      union all select x.purchase_id from payments y join combined_payments b on b.public_id = y.reference
        join combined_payment_purchases x on x.combined_payment_id = b.id
        where y.public_id = ${search} or y.provider_ref = ${search}
      union all select u.id from receipts r join payments y on y.id = r.payment_id join purchases u on u.public_id = y.reference
        where r.external_id = ${search})
    union select c.supplier_order_id from parcel_trackings t join parcels c on c.id = t.parcel_id where t.number = ${code}`
}

/**
 * Returns queries of purchases whose number or name begins with a text, each by its own index; each returns at most
 * `most`.
 */
function toBeginnings(search: string, most: number | undefined): SQL[] {
  const start = toStart(search)
  const limit = most === undefined ? sql`` : sql`limit ${most}`
  return [
    sql`(select id from purchases where number like upper(${start}) ${limit})`,
    sql`(select id from purchases where lower(first_name || ' ' || last_name) like lower(${start}) ${limit})`,
    sql`(select id from purchases where lower(last_name) like lower(${start}) ${limit})`,
    sql`(select u.id from shop_orders w join purchases u on u.vendor_order = w.public_id
      where w.number like ${start} or w.number like '#' || ${start} ${limit})`,
  ]
}

/** Returns the search condition. Each kind of search has its own index; numbers and names match by prefix. */
function toSearch({ search, mostMatches }: OrderPage, isCommon: boolean): SQL {
  if (search === '') return sql`true`
  if (isCommon) {
    const start = toStart(search)
    return sql`(p.number like upper(${start}) or lower(p.first_name || ' ' || p.last_name) like lower(${start})
      or lower(p.last_name) like lower(${start})
      or exists (select from shop_orders w where w.public_id = p.vendor_order
        and (w.number like ${start} or w.number like '#' || ${start}))
      or o.id in (${toExact({ search })}))`
  }
  const beginnings = sql.join(toBeginnings(search, mostMatches), sql` union all `)
  // As an array, so that no plan goes through all orders for them.
  return sql`o.id = any(array(
    ${toExact({ search })}
    union select w.id from supplier_orders w where w.purchase_id in (${beginnings})))`
}

/** The number of matches from which scanning the newest orders is faster than sorting all matches. */
const COMMON_MATCHES = 2_000

/** Returns whether a text matches so many orders that scanning the newest ones finds a page quickly. */
async function isCommonBeginning(db: Queryable, { search, mostMatches }: OrderPage): Promise<boolean> {
  if (search === '' || mostMatches !== undefined) return false
  const counts = toBeginnings(search, COMMON_MATCHES).map(
    (found) => sql`(select count(*) from ${found} found)`,
  )
  const [counted] = await queryRows<{ most: number }>(
    db,
    sql`select greatest(${sql.join(counts, sql`, `)})::int as most`,
  )
  return (counted?.most ?? 0) >= COMMON_MATCHES
}

/** Returns a page of orders, the newest first, without those of practice suppliers. */
export async function listOrderRows(db: Queryable, page: OrderPage): Promise<OrderRow[]> {
  const { group, supplier, before, limit } = page
  const isBefore = before === undefined ? sql`true` : sql`o.id < ${before}`
  const isCommon = await isCommonBeginning(db, page)
  const ofSupplier =
    supplier === undefined
      ? sql`true`
      : sql`o.supplier_id = (select id from suppliers where public_id = ${supplier})`
  return queryRows<OrderRow>(
    db,
    sql`
      select o.id as key, o.public_id as id, p.number, o.state, trim(p.first_name || ' ' || p.last_name) as buyer, p.email,
        s.public_id as "supplierId", s.name as "supplierName", o.total_amount as "totalAmount",
        (select sum(l.quantity) from supplier_order_lines l where l.supplier_order_id = o.id)::int as units,
        p.placed_at as "placedAt", p.paid_at as "paidAt"
      from supplier_orders o join purchases p on p.id = o.purchase_id join suppliers s on s.id = o.supplier_id
      where not s.is_practice and ${GROUPS[group]} and ${ofSupplier} and ${toSearch(page, isCommon)} and ${isBefore}
      order by o.id desc limit ${limit}`,
  )
}
