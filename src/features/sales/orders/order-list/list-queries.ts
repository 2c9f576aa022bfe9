import type { SalesChannel } from '#core/sales-channel.ts'
import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import type { SupplierOrder } from '../views/purchase-queries.ts'
import type { SupplierOrderState } from '../shapes.ts'
import { supplierOrders } from '../tables.ts'
import { PAID_STATES, UNPAID_STATES, VIEW_FILTERS } from './rules.ts'
import type { OrderSort, OrderView } from './shapes.ts'

/** Which orders of an owner's store are listed; `endOfDay` is when the supplier's today ends. */
export type OrderListFilter = Readonly<{
  ownerId: number
  view: OrderView
  state?: SupplierOrderState | undefined
  search: string
  country?: string | undefined
  warehouse?: string | undefined
  now: Date
  endOfDay: Date
}>

/** A stretch of that list. */
export type OrderListPage = OrderListFilter & Readonly<{ sort: OrderSort; limit: number; offset: number }>

/** One order in a supplier's list. */
export type SupplierOrderListItem = SupplierOrder &
  Readonly<{
    number: string
    paidAt: Date
    firstName: string
    lastName: string
    city: string
    country: string
    method: 'ship' | 'pickup'
    channel: SalesChannel
    vendorStore: string | null
    parcels: number
    answerBy: Date | null
  }>

/** The orders of a page, and how many there are in all. */
export async function listSupplierOrdersByOwner(
  db: Queryable,
  page: OrderListPage,
): Promise<{ orders: SupplierOrderListItem[]; total: number }> {
  const isPlain = page.search === '' && page.country === undefined && page.warehouse === undefined
  const values = isPlain ? toPlainValues(page) : toFilterValues(page)
  const lists = isPlain ? PLAIN_LISTS : LISTS
  const [orders, counted] = await Promise.all([
    queryPrepared<SupplierOrderListItem>(db, lists[page.sort], [...values, page.limit, page.offset]),
    queryPrepared<{ total: number }>(db, isPlain ? PLAIN_COUNT : COUNT, values),
  ])
  return { orders, total: counted[0]?.total ?? 0 }
}

/** The values of a list that only views and states narrow. */
function toPlainValues({ ownerId, view, state, now, endOfDay }: OrderListFilter): unknown[] {
  const { states = PAID_STATES, shipBy } = VIEW_FILTERS[view]
  const shipFrom = shipBy === 'today' ? now : shipBy === 'later' ? endOfDay : null
  const shipUntil = shipBy === 'past' ? now : shipBy === 'today' ? endOfDay : null
  return [ownerId, state ? [state] : states, shipFrom, shipUntil]
}

function toFilterValues(filter: OrderListFilter): unknown[] {
  const { search, country, warehouse } = filter
  return [
    ...toPlainValues(filter),
    search === '' ? null : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    country ?? null,
    warehouse ?? null,
  ]
}

const UNPAID = UNPAID_STATES.map((state) => `'${state}'`).join(', ')

const FILTERED = `
  from supplier_orders o
  join purchases p on p.id = o.purchase_id
  where o.supplier_id = any(select id from suppliers where owner_id = $1)
    and o.state not in (${UNPAID}) and o.state = any($2::text[])
    and ($3::timestamptz is null or o.ship_by >= $3)
    and ($4::timestamptz is null or o.ship_by < $4)
    and ($5::text is null or p.number ilike $5
      or p.channel = 'marketplace' and p.first_name || ' ' || p.last_name ilike $5
      or exists (select from supplier_order_lines l where l.supplier_order_id = o.id
        and (l.sku ilike $5 or l.title ilike $5))
      or exists (select from parcels c join parcel_trackings t on t.parcel_id = c.id
        where c.supplier_order_id = o.id and t.number ilike $5))
    and ($6::text is null or p.country = $6)
    and ($7::text is null or o.warehouse = $7)`

const SORTS: Readonly<Record<OrderSort, string>> = {
  newest: 'o.id desc',
  oldest: 'o.id',
  ship_by: 'o.ship_by nulls last, o.id',
  highest_total: 'o.total_amount desc, o.id desc',
}

const COLUMNS = `${selectColumns(supplierOrders, 'o')}, p.number, p.paid_at as "paidAt", coalesce(o.recipient ->> 'firstName', p.first_name) as "firstName",
      coalesce(o.recipient ->> 'lastName', p.last_name) as "lastName", coalesce(o.recipient ->> 'city', p.city) as city, p.country, p.shipping_method as method, p.channel,
      p.vendor_store as "vendorStore",
      (select count(*) from parcels c where c.supplier_order_id = o.id) as parcels,
      (select min(t.due_at) from order_timers t where t.supplier_order_id = o.id
        and (o.state, t.kind) in (('submitted', 'reject'), ('cancel_requested', 'cancel'))) as "answerBy"`

const toList = (sort: OrderSort) => ({
  name: `orders_list_of_supplier_${sort}`,
  text: `select ${COLUMNS}
    ${FILTERED} order by ${SORTS[sort]} limit $8 offset $9`,
})

/** Orders that view and state alone narrow. */
const PLAIN = `
  from supplier_orders o
  where o.supplier_id = any(select id from suppliers where owner_id = $1) and o.state = any($2::text[])
    and ($3::timestamptz is null or o.ship_by >= $3) and ($4::timestamptz is null or o.ship_by < $4)`

// The first orders of each state come from an index in the order of the list; only those of the page are read whole.
const toPlainList = (sort: OrderSort) => ({
  name: `orders_list_of_supplier_plain_${sort}`,
  text: `
    with page as materialized (
      select o.id from suppliers s cross join unnest($2::text[]) named(state) cross join lateral (
        select o.id, o.ship_by, o.total_amount from supplier_orders o
        where o.supplier_id = s.id and o.state = named.state
          and ($3::timestamptz is null or o.ship_by >= $3) and ($4::timestamptz is null or o.ship_by < $4)
        order by ${SORTS[sort]} limit $5::bigint + $6::bigint) o
      where s.owner_id = $1 order by ${SORTS[sort]} limit $5 offset $6)
    select ${COLUMNS}
    from page join supplier_orders o on o.id = page.id join purchases p on p.id = o.purchase_id order by ${SORTS[sort]}`,
})

const forEachSort = <Statement>(
  toStatement: (sort: OrderSort) => Statement,
): Record<OrderSort, Statement> => ({
  newest: toStatement('newest'),
  oldest: toStatement('oldest'),
  ship_by: toStatement('ship_by'),
  highest_total: toStatement('highest_total'),
})

const LISTS = forEachSort(toList)
const PLAIN_LISTS = forEachSort(toPlainList)

const COUNT = {
  name: 'orders_count_of_supplier',
  text: `select count(*) as total ${FILTERED}`,
}

/** Read from an index alone. */
const PLAIN_COUNT = {
  name: 'orders_count_of_supplier_plain',
  text: `select count(*) as total ${PLAIN}`,
}

/** How many paid orders of a store are in a state, and how many of them are to be shipped before now and before the day's end. */
export type StateCount = Readonly<{ state: SupplierOrderState; total: number; late: number; today: number }>

/** Counts the paid orders of an owner's store by state. */
export async function countOrdersByState(
  db: Queryable,
  { ownerId, now, endOfDay }: Pick<OrderListFilter, 'ownerId' | 'now' | 'endOfDay'>,
): Promise<StateCount[]> {
  return queryPrepared<StateCount>(db, COUNT_BY_STATE, [ownerId, now, endOfDay])
}

const COUNT_BY_STATE = {
  name: 'orders_count_by_state',
  text: `
    select state, count(*) as total, count(*) filter (where ship_by < $2) as late,
      count(*) filter (where ship_by >= $2 and ship_by < $3) as today
    from supplier_orders
    where supplier_id = any(select id from suppliers where owner_id = $1) and state not in (${UNPAID})
    group by state`,
}

/** The warehouses and countries by which an owner's orders can be filtered, of the newest two thousand. */
export async function listFilterValues(
  db: Queryable,
  ownerId: number,
): Promise<{ warehouses: string[]; countries: string[] }> {
  const [found] = await queryPrepared<{ warehouses: string[] | null; countries: string[] | null }>(
    db,
    LIST_FILTER_VALUES,
    [ownerId],
  )
  return { warehouses: found?.warehouses ?? [], countries: found?.countries ?? [] }
}

const LIST_FILTER_VALUES = {
  name: 'orders_list_filter_values',
  text: `
    with newest as (
      select o.warehouse, p.country from supplier_orders o join purchases p on p.id = o.purchase_id
      where o.supplier_id = any(select id from suppliers where owner_id = $1) and o.state not in (${UNPAID})
      order by o.id desc limit 2000)
    select (select array_agg(distinct warehouse order by warehouse) from newest) as warehouses,
      (select array_agg(distinct country order by country) from newest) as countries`,
}
