import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import type { Purchase, SupplierOrder } from './purchase-queries.ts'
import type { Actor, SupplierOrderState } from '../shapes.ts'
import type { SupplierOrderEvent } from '../lifecycle/states.ts'
import { purchases, supplierOrders } from '../tables.ts'
import type { TimerKind } from '../timers/timing.ts'

/** An event of a supplier order. `event` is `place` for its first one. */
export type TimelineEvent = Readonly<{
  supplierOrderId: number
  event: SupplierOrderEvent | 'place'
  state: SupplierOrderState
  actor: Actor
  reason: string | null
  at: Date
}>

/** Lists these orders' events, oldest first. */
export async function listTimelineEvents(
  db: Queryable,
  orderIds: readonly number[],
): Promise<TimelineEvent[]> {
  return queryPrepared<TimelineEvent>(db, LIST_TIMELINE_EVENTS, [orderIds])
}

const LIST_TIMELINE_EVENTS = {
  name: 'orders_list_stories',
  text: `
    select supplier_order_id as "supplierOrderId", event, to_state as state, actor, reason, at
    from supplier_order_events where supplier_order_id = any($1::bigint[]) order by id`,
}

/** Returns the due times of an order's running timers, by kind. */
export async function findDueDates(db: Queryable, orderId: number): Promise<ReadonlyMap<TimerKind, Date>> {
  const timers = await queryPrepared<{ kind: TimerKind; dueAt: Date }>(db, FIND_DUE_DATES, [orderId])
  return new Map(timers.map(({ kind, dueAt }) => [kind, dueAt]))
}

const FIND_DUE_DATES = {
  name: 'orders_find_due_dates',
  text: 'select kind, due_at as "dueAt" from order_timers where supplier_order_id = $1',
}

/** A supplier order with its purchase and the name and email address of its supplier. */
export type OrderContext = Readonly<{
  order: SupplierOrder
  purchase: Purchase
  supplier: Readonly<{ name: string; email: string | null }>
}>

/**
 * Returns a supplier order by its public id, with its purchase and current recipient. With an owner's key, only one of
 * theirs.
 */
export async function findOrderContext(
  db: Queryable,
  publicId: string,
  ownerId?: number,
): Promise<OrderContext | undefined> {
  const [supplier] = await queryPrepared<OrderContext['supplier']>(db, FIND_ORDER_SUPPLIER, [
    publicId,
    ownerId ?? null,
  ])
  if (!supplier) return undefined
  const [[order], [purchase]] = await Promise.all([
    queryPrepared<SupplierOrder>(db, FIND_ORDER, [publicId]),
    queryPrepared<Purchase>(db, FIND_ORDER_PURCHASE, [publicId]),
  ])
  return order && purchase && { order, purchase: { ...purchase, ...order.recipient }, supplier }
}

/** Returns the paid orders of an owner's store that have these public ids, in the order of the ids. */
export async function listPackableOrders(
  db: Queryable,
  { ownerId, ids }: Readonly<{ ownerId: number; ids: readonly string[] }>,
): Promise<OrderContext[]> {
  const contexts = await Promise.all([...new Set(ids)].map((id) => findOrderContext(db, id, ownerId)))
  return contexts.flatMap((context) => (context?.purchase.paidAt ? [context] : []))
}

/** Returns a supplier order with its context by its key. */
export async function findOrderContextById(db: Queryable, key: number): Promise<OrderContext | undefined> {
  const [found] = await queryPrepared<{ id: string }>(db, FIND_PUBLIC_ID, [key])
  return found && findOrderContext(db, found.id)
}

const FIND_PUBLIC_ID = {
  name: 'orders_find_public_id',
  text: 'select public_id as id from supplier_orders where id = $1',
}

const FIND_ORDER_SUPPLIER = {
  name: 'orders_find_supplier_of',
  text: `
    select s.name, s.contact_email as email
    from supplier_orders o join suppliers s on s.id = o.supplier_id
    where o.public_id = $1 and ($2::bigint is null or s.owner_id = $2)`,
}
const FIND_ORDER = {
  name: 'orders_find_supplier_order',
  text: `select ${selectColumns(supplierOrders, 'o')} from supplier_orders o where o.public_id = $1`,
}
const FIND_ORDER_PURCHASE = {
  name: 'orders_find_purchase_of',
  text: `
    select ${selectColumns(purchases, 'p')} from purchases p
    join supplier_orders o on o.purchase_id = p.id where o.public_id = $1`,
}

/** Returns what a change of an order refunded, in cents; undefined without a refund. */
export async function findRefundedAmount(db: Queryable, key: string): Promise<number | undefined> {
  const [found] = await queryPrepared<{ amount: number }>(db, FIND_REFUNDED_AMOUNT, [key])
  return found?.amount
}

const FIND_REFUNDED_AMOUNT = {
  name: 'orders_find_given_back_by',
  text: 'select amount from refund_requests where key = $1',
}
