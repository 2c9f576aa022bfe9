import type { SalesChannel } from '#core/sales-channel.ts'
import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import type { SupplierOrder, SupplierOrderLine } from '../views/purchase-queries.ts'
import { listLines } from '../views/purchase-queries.ts'
import { supplierOrders } from '../tables.ts'
import type { TimerKind } from '../timers/timing.ts'

/**
 * The scope of an order: the key of the account that owns the supplier, the secret public id of the purchase, or the
 * key of the vendor who bought it for a shop order; without any of them all orders.
 */
export type OrderScope = Readonly<{ ownerId?: number; purchaseId?: string; vendorId?: number }>

/** A supplier order with the data for decisions about it, locked until the transaction ends. */
export type LockedOrder = Readonly<{
  order: SupplierOrder
  lines: readonly SupplierOrderLine[]
  supplierPublicId: string
  /** The key of the account that bought it; null for a guest. */
  buyerId: number | null
  /** Whether the buyer collects the items, without a carrier. */
  isPickup: boolean
  channel: SalesChannel
}>

/** Locks a supplier order by its public id, if it exists within the scope. */
export async function lockOrder(
  tx: Queryable,
  publicId: string,
  { ownerId, purchaseId, vendorId }: OrderScope,
): Promise<LockedOrder | undefined> {
  return toLockedOrder(
    tx,
    await queryPrepared<LockedRow>(tx, LOCK_ORDER, [
      publicId,
      ownerId ?? null,
      purchaseId ?? null,
      vendorId ?? null,
    ]),
  )
}

type LockedRow = SupplierOrder &
  Readonly<Pick<LockedOrder, 'supplierPublicId' | 'buyerId' | 'isPickup' | 'channel'>>

async function toLockedOrder(tx: Queryable, rows: readonly LockedRow[]): Promise<LockedOrder | undefined> {
  const [row] = rows
  if (!row) return undefined
  return toLocked(row, await listLines(tx, [row.id]))
}

function toLocked(
  { supplierPublicId, buyerId, isPickup, channel, ...order }: LockedRow,
  lines: readonly SupplierOrderLine[],
): LockedOrder {
  return { order, lines, supplierPublicId, buyerId, isPickup, channel }
}

const ORDER = `
  select ${selectColumns(supplierOrders, 'o')}, s.public_id as "supplierPublicId", p.account_id as "buyerId",
    p.shipping_method = 'pickup' as "isPickup", p.channel
  from supplier_orders o
  join suppliers s on s.id = o.supplier_id
  join purchases p on p.id = o.purchase_id`

const LOCK_ORDER = {
  name: 'orders_lock_order',
  text: `${ORDER}
    where o.public_id = $1 and ($2::bigint is null or s.owner_id = $2) and ($3::text is null or p.public_id = $3)
      and ($4::bigint is null or p.account_id = $4 and p.channel = 'vendor')
    for update of o`,
}

/** A due timer. */
export type DueOrderTimer = Readonly<{ orderId: number; kind: TimerKind }>

/** Lists due timers, longest overdue first. */
export async function listDueOrderTimers(db: Queryable, now: Date, limit: number): Promise<DueOrderTimer[]> {
  return queryPrepared(db, LIST_DUE_TIMERS, [now, limit])
}

const LIST_DUE_TIMERS = {
  name: 'orders_list_due_timers',
  text: `
    select supplier_order_id as "orderId", kind from order_timers
    where due_at <= $1 order by due_at, supplier_order_id limit $2`,
}

/**
 * Locks the order of a timer, or skips it if it is locked. The order is always locked before its timers, so that there
 * are no deadlocks.
 */
export async function claimOrder(tx: Queryable, orderId: number): Promise<LockedOrder | undefined> {
  return toLockedOrder(tx, await queryPrepared<LockedRow>(tx, CLAIM_ORDER, [orderId]))
}

const CLAIM_ORDER = {
  name: 'orders_claim_order',
  text: `${ORDER} where o.id = $1 for update of o skip locked`,
}

/** Locks the orders of several timers, in the order of their keys, like `claimOrder`. */
export async function claimOrders(tx: Queryable, orderIds: readonly number[]): Promise<LockedOrder[]> {
  const rows = await queryPrepared<LockedRow>(tx, CLAIM_ORDERS, [orderIds])
  const lines = await listLines(
    tx,
    rows.map(({ id }) => id),
  )
  const linesByOrder = Map.groupBy(lines, (line) => line.supplierOrderId)
  return rows.map((row) => toLocked(row, linesByOrder.get(row.id) ?? []))
}

const CLAIM_ORDERS = {
  name: 'orders_claim_orders',
  text: `${ORDER} where o.id = any($1::bigint[]) order by o.id for update of o skip locked`,
}

/** Returns which of these orders have a due timer of this kind. */
export async function listOrdersDue(
  tx: Queryable,
  { orderIds, kind, now }: Readonly<{ orderIds: readonly number[]; kind: TimerKind; now: Date }>,
): Promise<ReadonlySet<number>> {
  const due = await queryPrepared<{ id: number }>(tx, LIST_ORDERS_DUE, [orderIds, kind, now])
  return new Set(due.map(({ id }) => id))
}

const LIST_ORDERS_DUE = {
  name: 'orders_list_orders_due',
  text: `
    select supplier_order_id as id from order_timers
    where supplier_order_id = any($1::bigint[]) and kind = $2 and due_at <= $3`,
}

/** Returns whether a locked order's timer still exists and is due. */
export async function isOrderTimerDue(
  tx: Queryable,
  { orderId, kind }: DueOrderTimer,
  now: Date,
): Promise<boolean> {
  return (await queryPrepared(tx, IS_DUE, [orderId, kind, now])).length > 0
}

const IS_DUE = {
  name: 'orders_is_timer_due',
  text: 'select 1 from order_timers where supplier_order_id = $1 and kind = $2 and due_at <= $3',
}

/** Postpones an order's timer that failed: longer each time, a day at most, so that it does not block others. */
export async function postponeOrderTimer(
  db: Queryable,
  { orderId, kind }: DueOrderTimer,
  now: Date,
): Promise<void> {
  await queryPrepared(db, POSTPONE_TIMER, [orderId, kind, now])
}

const POSTPONE_TIMER = {
  name: 'orders_postpone_timer',
  text: `
    update order_timers set failures = failures + 1,
      due_at = $3::timestamptz + least(interval '1 minute' * power(2, least(failures, 11)), interval '1 day')
    where supplier_order_id = $1 and kind = $2 and due_at <= $3`,
}

/** Some units of a line. */
export type LineUnits = Readonly<{ lineId: number; quantity: number }>

/**
 * Withdraws units of an order's lines for good; `isUnwanted` if the buyer does not want them. Violates
 * `supplier_order_lines_units` for more than is left.
 */
export async function withdrawUnits(
  tx: Queryable,
  units: readonly LineUnits[],
  isUnwanted: boolean,
): Promise<void> {
  if (units.length > 0) await queryPrepared(tx, WITHDRAW_UNITS, [JSON.stringify(units), isUnwanted])
}

const WITHDRAW_UNITS = {
  name: 'orders_withdraw_units',
  text: `
    update supplier_order_lines l set withdrawn_quantity = l.withdrawn_quantity + x.quantity,
      unwanted_quantity = l.unwanted_quantity + case when $2::boolean then x.quantity else 0 end
    from json_to_recordset($1) as x("lineId" bigint, quantity int) where l.id = x."lineId"`,
}

/** Returns whether a supplier's orders are accepted automatically. */
export async function findAutoAccept(db: Queryable, supplierId: number): Promise<boolean> {
  const [found] = await queryPrepared<{ autoAccept: boolean }>(db, FIND_AUTO_ACCEPT, [supplierId])
  return found?.autoAccept ?? false
}

const FIND_AUTO_ACCEPT = {
  name: 'orders_find_auto_accept',
  text: 'select auto_accept as "autoAccept" from order_settings where supplier_id = $1',
}

/** Returns which of these suppliers have their orders accepted automatically. */
export async function listAutoAccepting(
  db: Queryable,
  supplierIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = await queryPrepared<{ id: number }>(db, LIST_AUTO_ACCEPTING, [supplierIds])
  return new Set(found.map(({ id }) => id))
}

const LIST_AUTO_ACCEPTING = {
  name: 'orders_list_auto_accepting',
  text: 'select supplier_id as id from order_settings where supplier_id = any($1::bigint[]) and auto_accept',
}

/** Locks an owner's store until the transaction ends and returns its key; undefined without a store. */
export async function lockStoreByOwner(tx: Queryable, ownerId: number): Promise<number | undefined> {
  const [found] = await queryPrepared<{ id: number }>(tx, LOCK_STORE, [ownerId])
  return found?.id
}

const LOCK_STORE = {
  name: 'orders_lock_store',
  text: 'select id from suppliers where owner_id = $1 for no key update',
}

/** Sets whether the orders of a supplier are accepted automatically. */
export async function upsertAutoAccept(
  tx: Queryable,
  { supplierId, autoAccept, now }: Readonly<{ supplierId: number; autoAccept: boolean; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, UPSERT_AUTO_ACCEPT, [supplierId, autoAccept, now])
}

const UPSERT_AUTO_ACCEPT = {
  name: 'orders_upsert_auto_accept',
  text: `
    insert into order_settings (supplier_id, auto_accept, updated_at)
    values ($1, $2, $3)
    on conflict (supplier_id) do update set auto_accept = excluded.auto_accept, updated_at = excluded.updated_at`,
}

/** Returns the order settings of a supplier's owner; undefined without a store. */
export async function findOrderSettings(
  db: Queryable,
  ownerId: number,
): Promise<{ autoAccept: boolean } | undefined> {
  const [found] = await queryPrepared<{ autoAccept: boolean }>(db, FIND_ORDER_SETTINGS, [ownerId])
  return found
}

const FIND_ORDER_SETTINGS = {
  name: 'orders_find_own_settings',
  text: `
    select coalesce(x.auto_accept, false) as "autoAccept" from suppliers s
    left join order_settings x on x.supplier_id = s.id where s.owner_id = $1`,
}
