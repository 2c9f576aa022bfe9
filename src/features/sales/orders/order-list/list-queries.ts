import type { SalesChannel } from '#core/sales-channel.ts'
import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import type { SupplierOrder } from '../views/purchase-queries.ts'
import type { SupplierOrderState } from '../shapes.ts'
import { supplierOrders } from '../tables.ts'
import { PAID_STATES, VIEW_FILTERS } from './rules.ts'
import type { OrderSort, OrderView } from './shapes.ts'
import { refreshOrderSummaries } from './summary-queries.ts'

/** A filter of an owner's orders; `endOfDay` is when the supplier's today ends. */
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

/** A range of that list. */
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

/** Lists a page of orders, and their total count. */
export async function listSupplierOrdersByOwner(
  db: Queryable,
  page: OrderListPage,
): Promise<{ orders: SupplierOrderListItem[]; total: number }> {
  const { search, country, warehouse, sort, limit, offset } = page
  const values = toPlainValues(page)
  const places = [country ?? null, warehouse ?? null]
  const found = search === '' ? null : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const isPlain = search === '' && country === undefined && warehouse === undefined
  if (!isPlain) await refreshOrderSummaries(db, { ownerId: page.ownerId })
  const list = (isPlain ? PLAIN_LISTS : search === '' ? LISTS : SEARCHES)[sort]
  const filters = isPlain ? values : [...values, ...places, found]
  const isCounted = search === '' && VIEW_FILTERS[page.view].shipBy === undefined
  const [orders, counted] = await Promise.all([
    queryPrepared<SupplierOrderListItem>(db, list, [...filters, limit, offset]),
    isCounted
      ? queryPrepared<{ total: number }>(db, COUNT_OF_STATES, [...values.slice(0, 2), ...places])
      : isPlain
        ? queryPrepared<{ total: number }>(db, PLAIN_COUNT, values)
        : queryPrepared<{ total: number }>(db, search === '' ? COUNT : COUNT_SEARCH, filters),
  ])
  return { orders, total: counted[0]?.total ?? 0 }
}

/** Returns the parameters of a list that is filtered by views and states only. */
function toPlainValues({ ownerId, view, state, now, endOfDay }: OrderListFilter): unknown[] {
  const { states = PAID_STATES, shipBy } = VIEW_FILTERS[view]
  const shipFrom = shipBy === 'today' ? now : shipBy === 'later' ? endOfDay : null
  const shipUntil = shipBy === 'past' ? now : shipBy === 'today' ? endOfDay : null
  return [ownerId, state ? [state] : states, shipFrom, shipUntil]
}

const STORE = '(select id from suppliers where owner_id = $1)'

/** Summaries of a list; the pattern of a search stands alone, as an index serves no condition that may be left out. */
const toFiltered = (isSearch: boolean) => `
  from order_summaries o
  where o.supplier_id = ${STORE} and o.state = any($2::text[])
    and ($3::timestamptz is null or o.ship_by >= $3) and ($4::timestamptz is null or o.ship_by < $4)
    and ($5::text is null or o.country = $5) and ($6::text is null or o.warehouse = $6)
    and ${isSearch ? 'o.words ilike $7' : '$7::text is null'}`

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

/** A statement that reads of all orders only the ids of those of `page`, and these whole. */
const toStatement = (page: string, sort: OrderSort) => `
    with page as materialized (${page})
    select ${COLUMNS}
    from page join supplier_orders o on o.id = page.id join purchases p on p.id = o.purchase_id order by ${SORTS[sort]}`

const toList = (sort: OrderSort, isSearch: boolean) => ({
  name: `orders_list_of_supplier_${isSearch ? 'search_' : ''}${sort}`,
  text: toStatement(
    `select o.order_id as id ${toFiltered(isSearch)} order by ${SORTS[sort].replaceAll('o.id', 'o.order_id')} limit $8 offset $9`,
    sort,
  ),
})

// The first orders of each state come from an index in the order of the list.
const toPlainList = (sort: OrderSort) => ({
  name: `orders_list_of_supplier_plain_${sort}`,
  text: toStatement(
    `select o.id from suppliers s cross join unnest($2::text[]) named(state) cross join lateral (
        select o.id, o.ship_by, o.total_amount from supplier_orders o
        where o.supplier_id = s.id and o.state = named.state
          and ($3::timestamptz is null or o.ship_by >= $3) and ($4::timestamptz is null or o.ship_by < $4)
        order by ${SORTS[sort]} limit $5::bigint + $6::bigint) o
      where s.owner_id = $1 order by ${SORTS[sort]} limit $5 offset $6`,
    sort,
  ),
})

const forEachSort = <Statement>(build: (sort: OrderSort) => Statement): Record<OrderSort, Statement> => ({
  newest: build('newest'),
  oldest: build('oldest'),
  ship_by: build('ship_by'),
  highest_total: build('highest_total'),
})

const LISTS = forEachSort((sort) => toList(sort, false))
const SEARCHES = forEachSort((sort) => toList(sort, true))
const PLAIN_LISTS = forEachSort(toPlainList)

const toCount = (isSearch: boolean) => ({
  name: `orders_count_of_supplier${isSearch ? '_search' : ''}`,
  text: `select count(*) as total ${toFiltered(isSearch)}`,
})

const COUNT = toCount(false)
const COUNT_SEARCH = toCount(true)

/** Read from an index alone. */
const PLAIN_COUNT = {
  name: 'orders_count_of_supplier_plain',
  text: `
    select count(*) as total from supplier_orders o
    where o.supplier_id = ${STORE} and o.state = any($2::text[])
      and ($3::timestamptz is null or o.ship_by >= $3) and ($4::timestamptz is null or o.ship_by < $4)`,
}

const COUNT_OF_STATES = {
  name: 'orders_count_of_supplier_states',
  text: `
    select coalesce(sum(orders), 0)::bigint as total from supplier_order_counts_now
    where supplier_id = ${STORE} and state = any($2::text[])
      and ($3::text is null or country = $3) and ($4::text is null or warehouse = $4)`,
}

/** How many paid orders of a store are in a state, go to a country and leave from a warehouse. */
export type OrderCount = Readonly<{
  state: SupplierOrderState
  country: string
  warehouse: string
  orders: number
}>

/** Returns how many paid orders an owner's store has, by state, country and warehouse. */
export async function countOrders(db: Queryable, ownerId: number): Promise<OrderCount[]> {
  return queryPrepared<OrderCount>(db, COUNT_ORDERS, [ownerId])
}

const COUNT_ORDERS = {
  name: 'orders_count_all',
  text: `
    select state, country, warehouse, orders from supplier_order_counts_now
    where supplier_id = ${STORE} and orders > 0`,
}

/** How many orders of a store are overdue, and how many are due by the end of the day. */
export type DueCount = Readonly<{ late: number; today: number }>

/** Counts the orders of an owner's store in these states by when they are to be shipped. */
export async function countDueOrders(
  db: Queryable,
  {
    ownerId,
    states,
    now,
    endOfDay,
  }: Pick<OrderListFilter, 'ownerId' | 'now' | 'endOfDay'> &
    Readonly<{ states: readonly SupplierOrderState[] }>,
): Promise<DueCount> {
  const [due] = await queryPrepared<DueCount>(db, COUNT_DUE, [ownerId, states, now, endOfDay])
  return due ?? { late: 0, today: 0 }
}

const COUNT_DUE = {
  name: 'orders_count_due',
  text: `
    select count(*) filter (where ship_by < $3) as late, count(*) filter (where ship_by >= $3) as today
    from supplier_orders where supplier_id = ${STORE} and state = any($2::text[]) and ship_by < $4`,
}
