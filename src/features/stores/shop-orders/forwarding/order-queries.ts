import { sql } from 'drizzle-orm'
import type { Id } from '#core/ids.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { SupplierOrder } from '#features/sales/orders/service.ts'
import type { RemoteAddress } from '#features/stores/connections/service.ts'
import type { LineReason, Reason, ShopOrderState } from '../shapes.ts'
import type { BoughtUnits } from './removal-rules.ts'

/** A line of a store's order with its variant and its bought units. */
export type ForwardedLine = Readonly<{
  externalId: string
  title: string
  kind: 'ours' | 'unmapped' | 'foreign'
  /** Whether the customer chose other options than those of the variant that the store's id is linked to. */
  hasOtherOptions: boolean
  quantity: number
  removed: number
  reordered: number
  lineAmount: number
  /** The amount refunded in the store without removing units. */
  refundedAmount: number
  /** The catalogue's data; null if it was not recognised. */
  productKey: number | null
  productId: string | null
  variantKey: number | null
  variantId: string | null
  stock: number
  isListed: boolean
  wholesaleAmount: number | null
  /** Units in paid supplier orders that are sent or will be. */
  bought: number
  /** Units in the unpaid purchase that quotes the order. */
  quoted: number
  /** Paid units that are not sent after all, and still wanted. */
  withdrawn: number
}>

/** The data of a store's order for forwarding; amounts in minor units. */
export type ForwardedOrder = Readonly<{
  key: number
  id: Id<'shopOrder'>
  account: Readonly<{ id: number; publicId: Id<'account'>; email: string }>
  isPractice: boolean
  /** Whether operators have suspended the vendor, so that nothing more is bought. */
  isSuspended: boolean
  /** Whether its vendor is cancelling it in its store, so that nothing more is bought. */
  isCancelling: boolean
  storeName: string
  number: string
  currency: string
  /** The store's currency; null for an order without a store. */
  storeCurrency: string | null
  shopState: 'unpaid' | 'paid' | 'cancelled' | 'refunded'
  address: RemoteAddress | null
  state: ShopOrderState
  reasons: readonly Reason[]
  modifiedAt: Date
  approvedAmount: number | null
  lapsedAt: Date | null
  /** The unpaid purchase that quotes it, with the quoted amounts. */
  quote: Readonly<{
    purchaseId: number
    totalAmount: number
    expiresAt: Date
    /** A digest of its request, which another address or another service changes. */
    requestHash: string
    isOpen: boolean
    isPaid: boolean
  }> | null
  supplierStates: readonly SupplierOrder['state'][]
  lines: readonly ForwardedLine[]
}>

type OrderRow = Omit<ForwardedOrder, 'lines' | 'account' | 'quote'> &
  Readonly<{
    accountId: number
    vendor: string
    email: string
    purchaseId: number | null
    totalAmount: number | null
    expiresAt: Date | null
    requestHash: string | null
    isOpen: boolean | null
    isPaid: boolean | null
  }>

/** A search of an order, of any account by default; `locked` locks it until the transaction ends. */
export type OrderSearch = Readonly<{ id: string; accountId?: number | undefined; locked?: boolean }>

/** Returns the order of a public id with its lines. */
export async function findForwardedOrder(
  db: Queryable,
  { id, accountId, locked = false }: OrderSearch,
): Promise<ForwardedOrder | undefined> {
  const [row] = await queryPrepared<OrderRow>(db, locked ? LOCK_ORDER : FIND_ORDER, [id, accountId ?? null])
  return row && toForwardedOrder(row, await queryPrepared(db, LIST_LINES, [row.key, row.purchaseId]))
}

const ORDER = `
  select s.id as key, s.public_id as id, s.account_id as "accountId", a.public_id as vendor, a.email,
    s.is_practice as "isPractice",
    exists (select from vendor_suspensions x where x.account_id = s.account_id) as "isSuspended",
    s.cancel_requested_at is not null as "isCancelling", s.store_name as "storeName", s.number, s.currency, c.currency as "storeCurrency", s.shop_state as "shopState",
    s.address, s.state, s.reasons, s.modified_at as "modifiedAt", s.approved_amount as "approvedAmount",
    s.lapsed_at as "lapsedAt", p.id as "purchaseId", p.total_amount as "totalAmount", p.expires_at as "expiresAt",
    p.request_hash as "requestHash", p.paid_at is null and p.closed_at is null as "isOpen",
    p.paid_at is not null as "isPaid",
    (select coalesce(array_agg(o.state order by o.id), '{}') from supplier_orders o
      join purchases u on u.id = o.purchase_id
      where u.vendor_order = s.public_id and u.paid_at is not null) as "supplierStates"
  from shop_orders s
  join accounts a on a.id = s.account_id
  left join store_connections c on c.id = s.connection_id
  left join purchases p on p.id = s.quote_purchase_id
  where s.public_id = $1 and ($2::bigint is null or s.account_id = $2)`

const FIND_ORDER = { name: 'shop_orders_find_forwarded', text: ORDER }
const LOCK_ORDER = { name: 'shop_orders_lock_forwarded', text: `${ORDER} for update of s` }

const LIST_LINES = {
  name: 'shop_orders_list_forwarded_lines',
  text: `
    select l.external_id as "externalId", l.title, l.kind, l.quantity, l.removed, l.reordered,
      l.other_options is not null as "hasOtherOptions",
      l.line_amount as "lineAmount", l.refunded_amount as "refundedAmount", l.product_id as "productKey", p.public_id as "productId",
      l.variant_id as "variantKey", v.public_id as "variantId", coalesce(v.stock, 0) as stock,
      coalesce(p.is_listed, false) as "isListed", v.wholesale_amount as "wholesaleAmount",
      u.bought, u.quoted, u.withdrawn
    from shop_order_lines l
    left join products p on p.id = l.product_id
    left join product_variants v on v.id = l.variant_id
    cross join lateral (
      select
        coalesce(sum(x.quantity - x.withdrawn_quantity) filter (where b.paid_at is not null), 0)::int as bought,
        coalesce(sum(x.quantity) filter (where b.id = $2 and b.paid_at is null and b.closed_at is null), 0)::int as quoted,
        coalesce(sum(x.withdrawn_quantity - x.unwanted_quantity) filter (where b.paid_at is not null), 0)::int as withdrawn
      from shop_order_units c
      join supplier_order_lines x on x.id = c.supplier_order_line_id
      join supplier_orders o on o.id = x.supplier_order_id
      join purchases b on b.id = o.purchase_id
      where c.order_id = l.order_id and c.external_id = l.external_id) u
    where l.order_id = $1 order by l.place`,
}

function toForwardedOrder(row: OrderRow, lines: readonly ForwardedLine[]): ForwardedOrder {
  const { accountId, vendor, email, purchaseId, totalAmount, expiresAt, requestHash, ...rest } = row
  const { isOpen, isPaid, ...order } = rest
  return {
    ...order,
    account: { id: accountId, publicId: vendor, email },
    quote:
      purchaseId === null
        ? null
        : {
            purchaseId,
            totalAmount: totalAmount ?? 0,
            expiresAt: expiresAt ?? new Date(0),
            requestHash: requestHash ?? '',
            isOpen: isOpen ?? false,
            isPaid: isPaid ?? false,
          },
    lines,
  }
}

/** The state of an order, and of each of its lines. */
export type Decision = Readonly<{
  key: number
  state: ShopOrderState
  reasons: readonly Reason[]
  lineReasons: readonly Readonly<{ externalId: string; reason: LineReason | null }>[]
  quotePurchaseId: number | null
  lapsedAt: Date | null
  /** Its cost and revenue; null if nothing can be bought. */
  figures: Readonly<{ cost: number; retail: number | null }> | null
  now: Date
}>

/** Stores the judged state of an order. */
export async function saveDecision(tx: Transaction, decision: Decision): Promise<void> {
  const { key, state, reasons, lineReasons, quotePurchaseId, lapsedAt, figures, now } = decision
  await tx.execute(sql`
    update shop_orders set state = ${state}, reasons = ${sql.param([...reasons])}::text[],
      warnings = case when quote_purchase_id is distinct from ${quotePurchaseId}::bigint then 0 else warnings end,
      quote_purchase_id = ${quotePurchaseId}, lapsed_at = ${lapsedAt}, followed_at = ${now},
      cost_amount = ${figures?.cost ?? null}, retail_amount = ${figures?.retail ?? null}
    where id = ${key}`)
  await tx.execute(sql`
    update shop_order_lines l set reason = x.reason
    from json_to_recordset(${JSON.stringify(lineReasons)}::json) as x("externalId" text, reason text)
    where l.order_id = ${key} and l.external_id = x."externalId" and l.reason is distinct from x.reason`)
}

/**
 * Links the lines of a purchase to the store order's lines, in their order. Violates `shop_order_units_once` if more
 * would be bought than was ordered.
 */
export async function insertUnits(
  tx: Transaction,
  units: Readonly<{ key: number; purchase: string; externalIds: readonly string[] }>,
): Promise<void> {
  await tx.execute(sql`
    insert into shop_order_units (supplier_order_line_id, order_id, external_id)
    select l.id, ${units.key}, x.external_id
    from (
      select l.id, row_number() over (order by l.id) as place
      from supplier_order_lines l join supplier_orders o on o.id = l.supplier_order_id
      join purchases p on p.id = o.purchase_id where p.public_id = ${units.purchase}) l
    join unnest(${sql.param([...units.externalIds])}::text[]) with ordinality x(external_id, place) on x.place = l.place
    order by x.external_id`)
}

/** Returns the units of an order's lines in paid supplier orders that are not sent. */
export async function listBoughtUnits(db: Queryable, orderKey: number): Promise<BoughtUnits[]> {
  return queryPrepared<BoughtUnits>(db, LIST_BOUGHT, [orderKey])
}

const LIST_BOUGHT = {
  name: 'shop_orders_list_bought_units',
  text: `
    select u.external_id as "externalId", o.public_id as "supplierOrderId", o.state, l.id as "lineId",
      l.quantity - l.shipped_quantity - l.withdrawn_quantity as left
    from shop_order_units u
    join supplier_order_lines l on l.id = u.supplier_order_line_id
    join supplier_orders o on o.id = l.supplier_order_id
    join purchases p on p.id = o.purchase_id and p.paid_at is not null
    where u.order_id = $1 order by l.id`,
}

/** Returns what a vendor's unpaid orders reserve: units, and their cost in minor units. */
export async function readReserved(
  tx: Transaction,
  { accountId, currency }: Readonly<{ accountId: number; currency: string }>,
): Promise<{ units: number; amount: number }> {
  const [found] = await queryPrepared<{ units: number; amount: number }>(tx, READ_RESERVED, [
    accountId,
    currency,
  ])
  return found ?? { units: 0, amount: 0 }
}

const READ_RESERVED = {
  name: 'shop_orders_read_reserved',
  text: `
    select coalesce(sum(p.units), 0)::bigint as units, coalesce(sum(p.total_amount), 0)::bigint as amount
    from shop_orders s join purchases p on p.id = s.quote_purchase_id
    where s.account_id = $1 and p.currency = $2 and p.paid_at is null and p.closed_at is null`,
}

/** Locks a vendor's reservations until the transaction ends, so that orders are quoted sequentially. */
export async function lockReservations(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(1604, ${accountId}::int)`)
}
