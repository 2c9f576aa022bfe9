import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import type { StoreWorld } from './world.ts'

type Line = Readonly<{
  number: string
  shopState: string
  storeStatus: string
  line: string
  wanted: number
  live: number
  shipped: number
  agreed: number
  reason: string | null
  hasDeclined: boolean
}>

/**
 * Returns the broken rules between a store and its supplier orders. No order exists twice, none is missing, each
 * parcel is reported once.
 */
export async function listStoreViolations(world: StoreWorld): Promise<string[]> {
  return [
    ...(await listLostOrders(world)),
    ...(await listLines(world)).flatMap(judgeLine),
    ...(await listWrongParcels(world)),
    ...(await listWrongPayments(world)),
  ]
}

/** Every order of the store is known here. */
async function listLostOrders({ shop, vendor, orders }: StoreWorld): Promise<string[]> {
  const known = await queryRows<{ number: string }>(
    shop.db,
    sql`select external_id as number from shop_orders where account_id = ${vendor.id}`,
  )
  const numbers = new Set(known.map(({ number }) => number))
  return orders.filter((number) => !numbers.has(number)).map((number) => `order ${number} is lost`)
}

/** Returns the current lines of the store's orders, with what was bought of each. */
async function listLines({ shop, vendor }: StoreWorld): Promise<Line[]> {
  return queryRows<Line>(
    shop.db,
    sql`
      select s.number, s.shop_state as "shopState", x.status as "storeStatus", l.external_id as line, l.reason,
        case when x.status in ('cancelled', 'refunded', 'pending') then 0
          else (j ->> 'quantity')::int - (j ->> 'refunded')::int end as wanted,
        coalesce(sum(u.quantity - u.withdrawn_quantity) filter (where p.paid_at is not null), 0)::int as live,
        coalesce(sum(u.shipped_quantity), 0)::int as shipped,
        coalesce(sum(u.quantity - u.withdrawn_quantity) filter (where o.state in ('accepted', 'in_progress', 'cancel_requested',
          'shipped')), 0)::int as agreed,
        coalesce(bool_or(r.supplier_order_id is not null), false) as "hasDeclined"
      from shop_orders s
      join practice_orders x on x.id::text = s.external_id
      cross join jsonb_array_elements(x.lines) j
      join shop_order_lines l on l.order_id = s.id and l.external_id like '%' || (j ->> 'id')
      left join shop_order_units c on c.order_id = s.id and c.external_id = l.external_id
      left join supplier_order_lines u on u.id = c.supplier_order_line_id
      left join supplier_orders o on o.id = u.supplier_order_id
      left join purchases p on p.id = o.purchase_id
      left join lateral (select r.supplier_order_id from order_change_requests r
        where r.supplier_order_id = o.id and r.state in ('declined', 'open') limit 1) r on true
      where s.account_id = ${vendor.id}
      group by s.id, x.id, l.order_id, l.external_id, j`,
  )
}

/**
 * Judges a line: units beyond the wanted ones are only those a supplier has agreed to, and wanted ones are bought,
 * or there is a reason.
 */
function judgeLine({ number, line, wanted, live, agreed, reason, storeStatus }: Line): string[] {
  const name = `order ${number} (${storeStatus}), line ${line}`
  const found: string[] = []
  if (live > Math.max(wanted, agreed))
    found.push(`${name}: ${live} bought, ${wanted} wanted, ${agreed} agreed to`)
  if (live < wanted && reason === null) found.push(`${name}: ${live} bought of ${wanted}, for no reason`)
  return found
}

/** Each parcel is in its store once, with its own units. */
async function listWrongParcels({ shop, vendor }: StoreWorld): Promise<string[]> {
  const parcels = await queryRows<{
    number: string
    status: string
    ours: number
    theirs: number
    isRefused: boolean
  }>(
    shop.db,
    sql`
      select s.number, x.status,
        coalesce((select sum(l.quantity) from parcels c join parcel_lines l on l.parcel_id = c.id
          join supplier_orders o on o.id = c.supplier_order_id join purchases p on p.id = o.purchase_id
          where p.vendor_order = s.public_id), 0)::int as ours,
        coalesce((select sum((e ->> 'quantity')::int) from practice_fulfillments f cross join jsonb_array_elements(f.lines) e
          where f.order_id = x.id), 0)::int as theirs,
        exists (select from effects e join parcels c on c.public_id = e.subject
          join supplier_orders o on o.id = c.supplier_order_id join purchases p on p.id = o.purchase_id
          where p.vendor_order = s.public_id and e.state = 'refused') as "isRefused"
      from shop_orders s join practice_orders x on x.id::text = s.external_id where s.account_id = ${vendor.id}`,
  )
  return parcels
    .filter(({ ours, theirs, isRefused }) => theirs > ours || (theirs < ours && !isRefused))
    .map(
      ({ number, status, ours, theirs }) =>
        `order ${number} (${status}): ${ours} units sent, its store has ${theirs}`,
    )
}

/** Checks that each paid purchase has exactly one payment. */
async function listWrongPayments({ shop, vendor }: StoreWorld): Promise<string[]> {
  const wrong = await queryRows<{ number: string; paid: number; total: number }>(
    shop.db,
    sql`
      select p.number, p.total_amount::int as total, coalesce(sum(a.amount), 0)::int as paid
      from purchases p join supplier_orders o on o.purchase_id = p.id left join allocations a on a.supplier_order_id = o.id
      where p.account_id = ${vendor.id} and p.paid_at is not null
      group by p.id having coalesce(sum(a.amount), 0) <> p.total_amount`,
  )
  return wrong.map(({ number, paid, total }) => `purchase ${number}: ${paid} paid of ${total}`)
}
