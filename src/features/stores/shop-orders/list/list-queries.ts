import { sql, type SQL } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import type { RemoteAddress } from '#features/stores/connections/service.ts'
import { PAGE_BATCHES, refreshSummaries } from '../figures/summaries/summary-queries.ts'
import type { LineReason, Reason, ShopOrderState, ShopOrderView } from '../shapes.ts'

/** An order of a vendor's shop as stored. */
export type StoredOrder = Readonly<{
  id: string
  public_id: string
  connection_id: string | null
  store_name: string
  platform: 'shopify' | 'woocommerce' | 'manual'
  number: string
  currency: string
  total_amount: string
  shop_state: 'unpaid' | 'paid' | 'cancelled' | 'refunded'
  address: RemoteAddress | null
  state: ShopOrderState
  reasons: Reason[]
  is_practice: boolean
  is_sample: boolean
  cost_amount: number | null
  retail_amount: number | null
  lapsed_at: Date | null
  cancel_requested_at: Date | null
  is_recovered: boolean
  has_store_problem: boolean
  placed_at: Date
  received_at: Date
}>

/** A line of such an order, with the product and variant of ours. */
export type StoredLine = Readonly<{
  order_id: string
  external_id: string
  title: string
  sku: string
  quantity: number
  removed: number
  line_amount: string
  /** The amount refunded in the store without removing units. */
  refunded_amount: string
  kind: 'ours' | 'unmapped' | 'foreign'
  other_options: string | null
  reason: LineReason | null
  bought: number
  /** Units in parcels of suppliers. */
  shipped: number
  /** Bought units that are not sent after all, and how many of those were ordered again. */
  withdrawn: number
  reordered: number
  product_public_id: string | null
  product_name: string | null
  picture: string | null
  variant_public_id: string | null
  variant_title: string | null
  wholesale_amount: string | null
}>

const STATES_BY_VIEW: Readonly<Record<ShopOrderView, readonly ShopOrderState[]>> = {
  all: ['received', 'to_pay', 'blocked', 'in_progress', 'completed', 'closed'],
  to_pay: ['to_pay'],
  needs_attention: ['blocked'],
  in_progress: ['in_progress'],
  completed: ['completed'],
  closed: ['closed'],
  not_ours: ['not_ours'],
}

/** A filter of orders: of an account or one of its stores, of a view, and those that contain a text. */
export type OrderFilter = Readonly<{
  accountId: number
  view: ShopOrderView
  search: string
  store?: string | undefined
}>

function toOwner({ accountId, store }: Pick<OrderFilter, 'accountId' | 'store'>): SQL {
  const ofAccount = sql`o.account_id = ${accountId}`
  return store === undefined
    ? ofAccount
    : sql`${ofAccount} and o.connection_id = (select id from store_connections where public_id = ${store} and account_id = ${accountId})`
}

/** The number of characters from which a search uses its index. */
const KEY_LENGTH = 3

/** Digits too short for the index: they are a whole number of an order. */
const SHORT_NUMBER = /^#?\d{1,2}$/

/** Returns the disjoint conditions of a view. Each has an index of its own, which one with `or` would not use. */
function toConditions(view: ShopOrderView): readonly SQL[] {
  const states = STATES_BY_VIEW[view]
  const [first, ...others] = states
  // An order of one state is found by its index in the order of the list; one of several states is filtered.
  const ofState =
    others.length === 0 ? sql`o.state = ${first}` : sql`o.state = any(${sql.param([...states])}::text[])`
  // A failed update of the store needs attention, whatever the order's progress.
  return view === 'needs_attention' ? [ofState, sql`o.has_store_problem and o.state <> ${first}`] : [ofState]
}

function toWhere({ view, ...filter }: OrderFilter): SQL {
  return sql`(${sql.join([...toConditions(view)], sql` or `)}) and ${toOwnSearch(filter)}`
}

function toOwnSearch({ search, ...owner }: Omit<OrderFilter, 'view'>): SQL {
  return sql`${toOwner(owner)} and ${toSearch(search, owner.accountId)}`
}

/** Selects the keys and times of a range of orders, newest first, from the ranges of each condition of the view. */
function selectRange({ view, limit, offset, ...filter }: OrderRange, isAfter = sql`true`): SQL {
  const ranges = toConditions(view).map(
    (condition) => sql`
      (select o.id, o.placed_at from shop_orders o where ${condition} and ${toOwnSearch(filter)} and ${isAfter}
      order by o.placed_at desc, o.id desc limit ${limit + offset})`,
  )
  return sql`
    select id from (${sql.join(ranges, sql` union all `)}) ranges
    order by placed_at desc, id desc limit ${limit} offset ${offset}`
}

/**
 * Returns the search condition. The index has the account in its keys; `+ 0` prevents reading another index of the
 * account's orders as well.
 */
function toSearch(search: string, accountId: number): SQL {
  if (search === '') return sql`true`
  const text = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  if (SHORT_NUMBER.test(search)) return sql`o.number in (${search}, ${`#${search}`})`
  if ([...search].length < KEY_LENGTH)
    return sql`exists (select from shop_order_summaries m where m.order_id = o.id and m.words ilike ${text})`
  return sql`o.id in (
    select m.order_id from shop_order_summaries m
    where m.account_id + 0 = ${accountId} and m.words ilike ${text}
      and f_search_keys(m.account_id, m.words) @> f_search_keys(${accountId}, ${search}))`
}

/** A range of an account's orders. */
type OrderRange = OrderFilter & Readonly<{ limit: number; offset: number }>

/** Lists a range of an account's orders, newest first. An index alone selects them. */
export async function listOrders(db: Queryable, range: OrderRange): Promise<StoredOrder[]> {
  return queryRows<StoredOrder>(
    db,
    sql`
      with page as materialized (${selectRange(range)})
      select o.* from page join shop_orders o on o.id = page.id order by o.placed_at desc, o.id desc`,
  )
}

/** Lists orders of an account, newest first, after the one with an internal key. */
export async function listOrdersAfter(
  db: Queryable,
  { after, limit, ...filter }: OrderFilter & Readonly<{ limit: number; after: string | undefined }>,
): Promise<StoredOrder[]> {
  if (filter.search !== '') await refreshSummaries(db, filter.accountId)
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(o.placed_at, o.id) < (select a.placed_at, a.id from shop_orders a where a.id = ${after})`
  return queryRows<StoredOrder>(
    db,
    sql`
      with page as materialized (${selectRange({ ...filter, limit, offset: 0 }, isAfter)})
      select o.* from page join shop_orders o on o.id = page.id order by o.placed_at desc, o.id desc`,
  )
}

/** Orders that contain a text, newest first, how many there are in all, and how many are not searched yet. */
type FoundOrders = Readonly<{ orders: StoredOrder[]; total: number; preparing: number }>

/** Lists a range of the orders that contain a text. */
export async function searchOrders(db: Queryable, range: OrderRange): Promise<FoundOrders> {
  const preparing = await refreshSummaries(db, range.accountId, PAGE_BATCHES)
  const orders = await queryRows<StoredOrder & { found: number }>(
    db,
    sql`
      with found as materialized (select o.id, o.placed_at from shop_orders o where ${toWhere(range)}),
      page as materialized (select id from found order by placed_at desc, id desc limit ${range.limit} offset ${range.offset})
      select o.*, (select count(*) from found)::int as found from page join shop_orders o on o.id = page.id
      order by o.placed_at desc, o.id desc`,
  )
  if (orders[0] || range.offset === 0) return { orders, total: orders[0]?.found ?? 0, preparing }
  const [counted] = await queryRows<{ total: number }>(
    db,
    sql`select count(*)::int as total from shop_orders o where ${toWhere(range)}`,
  )
  return { orders, total: counted?.total ?? 0, preparing }
}

/** Returns how many orders of an account, or of one of its stores, each view has. */
export async function countByView(
  db: Queryable,
  owner: Pick<OrderFilter, 'accountId' | 'store'>,
): Promise<Record<ShopOrderView, number>> {
  const found = await queryRows<{ state: ShopOrderState; hasProblem: boolean; orders: number }>(
    db,
    sql`
      select state, has_store_problem as "hasProblem", sum(orders)::bigint as orders from shop_order_counts_now o
      where ${toOwner(owner)} group by 1, 2`,
  )
  const sum = (rows: typeof found) => rows.reduce((total, { orders }) => total + orders, 0)
  const problems = sum(found.filter(({ state, hasProblem }) => hasProblem && state !== 'blocked'))
  const count = (view: ShopOrderView) =>
    sum(found.filter(({ state }) => STATES_BY_VIEW[view].includes(state)))
  return {
    all: count('all'),
    to_pay: count('to_pay'),
    needs_attention: count('needs_attention') + problems,
    in_progress: count('in_progress'),
    completed: count('completed'),
    closed: count('closed'),
    not_ours: count('not_ours'),
  }
}

/** An order's store, and the store's own id of the order. */
export type OrderInStore = Readonly<{
  platform: 'shopify' | 'woocommerce'
  address: string
  externalId: string
}>

/** Returns an order's store by the order's key; undefined for an order without a store. */
export async function findOrderInStore(db: Queryable, orderKey: string): Promise<OrderInStore | undefined> {
  const [found] = await queryRows<OrderInStore>(
    db,
    sql`
      select c.platform, c.address, o.external_id as "externalId" from shop_orders o
      join store_connections c on c.id = o.connection_id where o.id = ${orderKey}`,
  )
  return found
}

/** Returns an account's order by its public id. */
export async function findOrder(
  db: Queryable,
  { accountId, id }: Readonly<{ accountId: number; id: string }>,
): Promise<StoredOrder | undefined> {
  const [found] = await queryRows<StoredOrder>(
    db,
    sql`select * from shop_orders where account_id = ${accountId} and public_id = ${id}`,
  )
  return found
}

/** Lists orders' lines by position. */
export async function listLines(db: Queryable, orderIds: readonly string[]): Promise<StoredLine[]> {
  return queryRows<StoredLine>(
    db,
    sql`
      select l.order_id, l.external_id, l.title, l.sku, l.quantity, l.removed, l.line_amount, l.refunded_amount, l.kind, l.other_options, l.reason,
        l.reordered, units.bought, units.shipped, units.withdrawn,
        p.public_id as product_public_id,
        v.public_id as variant_public_id, coalesce(nullif(v.title, ''), concat_ws(' · ', v.size, v.color, v.material)) as variant_title,
        p.name as product_name, p.pictures -> 0 ->> 'image_url' as picture, v.wholesale_amount
      from shop_order_lines l
      left join products p on p.id = l.product_id
      left join product_variants v on v.id = l.variant_id
      cross join lateral (
        select coalesce(sum(x.quantity - x.withdrawn_quantity), 0)::int as bought,
          coalesce(sum(x.shipped_quantity), 0)::int as shipped,
          coalesce(sum(x.withdrawn_quantity - x.unwanted_quantity), 0)::int as withdrawn
        from shop_order_units u join supplier_order_lines x on x.id = u.supplier_order_line_id
        join supplier_orders s on s.id = x.supplier_order_id join purchases b on b.id = s.purchase_id
        where u.order_id = l.order_id and u.external_id = l.external_id and b.paid_at is not null) units
      where l.order_id = any(${sql.param([...orderIds])}::bigint[])
      order by l.order_id, l.place`,
  )
}
