import type { SalesChannel } from '#core/sales-channel.ts'
import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import type { SupplierOrder } from '../purchase-queries.ts'
import type { SupplierOrderState } from '../../shapes.ts'
import { supplierOrders } from '../../tables.ts'
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

/** A page of that list. */
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
  const isPlain = search === '' && country === undefined && warehouse === undefined
  if (!isPlain) await refreshOrderSummaries(db, { ownerId: page.ownerId })
  if (search !== '') return searchOrders(db, page, [...values, ...places])
  const filters = isPlain ? values : [...values, ...places]
  const isCounted = VIEW_FILTERS[page.view].shipBy === undefined
  const [orders, counted] = await Promise.all([
    queryPrepared<SupplierOrderListItem>(db, (isPlain ? PLAIN_LISTS : LISTS)[sort], [
      ...filters,
      limit,
      offset,
    ]),
    isCounted
      ? queryPrepared<{ total: number }>(db, COUNT_OF_STATES, [...values.slice(0, 2), ...places])
      : queryPrepared<{ total: number }>(db, isPlain ? PLAIN_COUNT : COUNT, filters),
  ])
  return { orders, total: counted[0]?.total ?? 0 }
}

/** The number of characters from which a search uses its index. */
const KEY_LENGTH = 3

/** Lists a page of the orders that contain a text; `filters` are the parameters of the other filters. */
async function searchOrders(
  db: Queryable,
  { search, sort, limit, offset }: OrderListPage,
  filters: readonly unknown[],
): Promise<{ orders: SupplierOrderListItem[]; total: number }> {
  const found = [...filters, `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`]
  const isIndexed = [...search].length >= KEY_LENGTH
  const values = isIndexed ? [...found, search] : found
  const orders = await queryPrepared<SupplierOrderListItem & { total: number }>(
    db,
    (isIndexed ? SEARCHES : SHORT_SEARCHES)[sort],
    [...values, limit, offset],
  )
  if (orders[0] || offset === 0) return { orders, total: orders[0]?.total ?? 0 }
  const [counted] = await queryPrepared<{ total: number }>(
    db,
    isIndexed ? COUNT_SEARCH : COUNT_SHORT_SEARCH,
    values,
  )
  return { orders, total: counted?.total ?? 0 }
}

/** Returns the parameters of a list that is filtered by views and states only. */
function toPlainValues({ ownerId, view, state, now, endOfDay }: OrderListFilter): unknown[] {
  const { states = PAID_STATES, shipBy } = VIEW_FILTERS[view]
  const shipFrom = shipBy === 'today' ? now : shipBy === 'later' ? endOfDay : null
  const shipUntil = shipBy === 'past' ? now : shipBy === 'today' ? endOfDay : null
  return [ownerId, state ? [state] : states, shipFrom, shipUntil]
}

const STORE = '(select id from suppliers where owner_id = $1)'

/** How a list is searched: not at all, by the index, or, for a shorter text, by scanning the orders. */
type SearchKind = 'none' | 'indexed' | 'short'

/**
 * The conditions by kind of search. Each kind has its own statement, because an index cannot serve an optional
 * condition. The index has the supplier in its keys; `+ 0` prevents reading another index of the supplier's orders as
 * well.
 */
const CONDITIONS: Readonly<Record<SearchKind, string>> = {
  none: `o.supplier_id = ${STORE}`,
  indexed: `o.supplier_id + 0 = ${STORE}
    and f_search_keys(o.supplier_id, o.words) @> f_search_keys(${STORE}, $8) and o.words ilike $7`,
  short: `o.supplier_id = ${STORE} and o.words ilike $7`,
}

const toFiltered = (kind: SearchKind) => `
  from order_summaries o
  where ${CONDITIONS[kind]} and o.state = any($2::text[])
    and ($3::timestamptz is null or o.ship_by >= $3) and ($4::timestamptz is null or o.ship_by < $4)
    and ($5::text is null or o.country = $5)
    and ($6::text is null or o.warehouse = $6
      or o.order_id in (select l.supplier_order_id from supplier_order_lines l where l.warehouse = $6))`

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

/** Returns a statement that selects the ids of `page` first, and reads only these orders in full. */
const toStatement = (page: string, sort: OrderSort, further = '') => `
    with page as materialized (${page})
    select ${COLUMNS}${further}
    from page join supplier_orders o on o.id = page.id join purchases p on p.id = o.purchase_id order by ${SORTS[sort]}`

const ofSummaries = (sort: OrderSort) => SORTS[sort].replaceAll('o.id', 'o.order_id')

const toList = (sort: OrderSort) => ({
  name: `orders_list_of_supplier_${sort}`,
  text: toStatement(
    `select o.order_id as id ${toFiltered('none')} order by ${ofSummaries(sort)} limit $7 offset $8`,
    sort,
  ),
})

// All matches are counted and sorted together. Reading in the order of the list would scan every order for a text
// without matches.
const toSearch = (sort: OrderSort, kind: Exclude<SearchKind, 'none'>) => {
  const [limit, offset] = kind === 'indexed' ? ['$9', '$10'] : ['$8', '$9']
  return {
    name: `orders_list_of_supplier_${kind}_search_${sort}`,
    text: `
    with found as materialized (select o.order_id, o.ship_by, o.total_amount ${toFiltered(kind)}),
    ${toStatement(
      `select o.order_id as id, count(*) over () as total from found o
        order by ${ofSummaries(sort)} limit ${limit} offset ${offset}`,
      sort,
      ', page.total',
    ).replace(/^\s*with /, '')}`,
  }
}

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

const LISTS = forEachSort(toList)
const SEARCHES = forEachSort((sort) => toSearch(sort, 'indexed'))
const SHORT_SEARCHES = forEachSort((sort) => toSearch(sort, 'short'))
const PLAIN_LISTS = forEachSort(toPlainList)

const toCount = (kind: SearchKind) => ({
  name: `orders_count_of_supplier_${kind}`,
  text: `select count(*) as total ${toFiltered(kind)}`,
})

const COUNT = toCount('none')
const COUNT_SEARCH = toCount('indexed')
const COUNT_SHORT_SEARCH = toCount('short')

/** Reads only an index. */
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
    select coalesce(sum(orders), 0)::bigint + (
      select count(*) from order_summaries o
      where o.order_id in (select l.supplier_order_id from supplier_order_lines l where l.warehouse = $4)
        and o.supplier_id = ${STORE} and o.state = any($2::text[]) and ($3::text is null or o.country = $3)) as total
    from supplier_order_counts_now
    where supplier_id = ${STORE} and state = any($2::text[])
      and ($3::text is null or country = $3) and ($4::text is null or warehouse = $4)`,
}

/** The number of a store's paid orders with a state, country and warehouse. */
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
