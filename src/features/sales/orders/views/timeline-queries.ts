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

/**
 * Returns the supplier orders that have these public ids, by public id, each as `findOrderContext` returns it. With an
 * owner's key, only theirs.
 */
export async function listOrderContexts(
  db: Queryable,
  publicIds: readonly string[],
  ownerId?: number,
): Promise<ReadonlyMap<string, OrderContext>> {
  type OrderRow = SupplierOrder & Readonly<{ supplier: OrderContext['supplier'] }>
  const orders = await queryPrepared<OrderRow>(db, LIST_ORDERS, [publicIds, ownerId ?? null])
  const purchaseIds = orders.map(({ purchaseId }) => purchaseId)
  const found = await queryPrepared<Purchase>(db, LIST_ORDER_PURCHASES, [purchaseIds])
  const purchasesById = new Map(found.map((purchase) => [purchase.id, purchase]))
  const contexts = orders.flatMap(({ supplier, ...order }) => {
    const purchase = purchasesById.get(order.purchaseId)
    const context = purchase && { order, purchase: { ...purchase, ...order.recipient }, supplier }
    return context ? [[order.publicId, context] as const] : []
  })
  return new Map<string, OrderContext>(contexts)
}

const LIST_ORDERS = {
  name: 'orders_list_supplier_orders_by_id',
  text: `
    select ${selectColumns(supplierOrders, 'o')}, json_build_object('name', s.name, 'email', s.contact_email) as supplier
    from supplier_orders o join suppliers s on s.id = o.supplier_id
    where o.public_id = any($1::text[]) and ($2::bigint is null or s.owner_id = $2)`,
}
const LIST_ORDER_PURCHASES = {
  name: 'orders_list_purchases_of',
  text: `select ${selectColumns(purchases, 'p')} from purchases p where p.id = any($1::bigint[])`,
}

/** Returns the paid orders of an owner's store that have these public ids, in the order of the ids. */
export async function listPackableOrders(
  db: Queryable,
  { ownerId, ids }: Readonly<{ ownerId: number; ids: readonly string[] }>,
): Promise<OrderContext[]> {
  const contexts = await listOrderContexts(db, ids, ownerId)
  return [...new Set(ids)].flatMap((id) => {
    const context = contexts.get(id)
    return context?.purchase.paidAt ? [context] : []
  })
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

/** Returns what changes of orders refunded, in cents, by the keys of the changes; those without a refund are missing. */
export async function listRefundedAmounts(
  db: Queryable,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await queryPrepared<{ key: string; amount: number }>(db, LIST_REFUNDED_AMOUNTS, [keys])
  return new Map(found.map(({ key, amount }) => [key, amount]))
}

const LIST_REFUNDED_AMOUNTS = {
  name: 'orders_list_given_back_by',
  text: 'select key, amount from refund_requests where key = any($1::text[])',
}
