import type { Deadlines } from '#core/deadlines.ts'
import type { HandlingPromise } from '#core/shipping/handling.ts'
import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import type { SupplierOrder, SupplierOrderLine } from '../views/purchase-queries.ts'
import type { Actor, SupplierOrderState } from '../shapes.ts'
import type { OrderTransition, SupplierOrderEvent } from './states.ts'
import { supplierOrderLines, supplierOrders } from '../tables.ts'
import type { Timer, TimerKind } from '../timers/timing.ts'

// The only statements that change the state of a supplier order; each also writes the timeline, and sets the timers.

/**
 * The change of an order's state from the one it was read in, its timeline event, and the timers that end and begin.
 */
export type OrderStateUpdate = Readonly<{
  order: Pick<SupplierOrder, 'id' | 'version' | 'state'>
  event: SupplierOrderEvent
  to: SupplierOrderState
  actor: Actor
  accountId: number | null
  reason: string | null
  ended: readonly TimerKind[]
  begun: readonly Timer[]
  now: Date
}>

/** Moves one order if it was not changed since it was read; undefined if it was. */
export async function updateState(
  tx: Queryable,
  update: OrderStateUpdate,
): Promise<SupplierOrder | undefined> {
  const { order, event, to, actor, accountId, reason, ended, begun, now } = update
  const values = [
    order.id,
    order.version,
    order.state,
    to,
    event,
    actor,
    accountId,
    reason,
    JSON.stringify(ended),
    JSON.stringify(begun),
    now,
  ]
  const [moved] = await queryPrepared<SupplierOrder>(tx, UPDATE_STATE, values)
  return moved
}

const UPDATE_STATE = {
  name: 'orders_update_state',
  text: `
    with moved as (
      update supplier_orders o set state = $4, version = o.version + 1, updated_at = $11
      where o.id = $1 and o.version = $2 and o.state = $3 returning o.*),
    story as (
      insert into supplier_order_events (supplier_order_id, event, from_state, to_state, actor, account_id, reason, at)
      select id, $5, $3, state, $6, $7, $8, $11 from moved),
    ended as (
      delete from order_timers t using moved m
      where t.supplier_order_id = m.id and t.kind in (select json_array_elements_text($9))),
    begun as (
      insert into order_timers (supplier_order_id, kind, due_at)
      select m.id, x.kind, x."dueAt" from moved m cross join json_to_recordset($10) as x(kind text, "dueAt" timestamptz)
      on conflict (supplier_order_id, kind) do update set due_at = excluded.due_at, failures = 0)
    select ${selectColumns(supplierOrders, 'm')} from moved m`,
}

/** The same event of several orders, each with its own change of state and of timers. */
export type OrderStateUpdates = Pick<OrderStateUpdate, 'event' | 'actor' | 'now'> &
  Readonly<{
    moves: readonly Readonly<
      Pick<OrderStateUpdate, 'ended' | 'begun'> & {
        id: number
        version: number
        from: SupplierOrderState
        to: SupplierOrderState
      }
    >[]
  }>

/** Moves orders that were not changed since they were read, in one statement; returns the moved ones by their keys. */
export async function updateOrderStates(
  tx: Queryable,
  { moves, event, actor, now }: OrderStateUpdates,
): Promise<ReadonlyMap<number, SupplierOrder>> {
  const values = [JSON.stringify(moves), event, actor, now]
  const moved = await queryPrepared<SupplierOrder>(tx, UPDATE_ORDER_STATES, values)
  return new Map(moved.map((order) => [order.id, order]))
}

const UPDATE_ORDER_STATES = {
  name: 'orders_update_order_states',
  text: `
    with wanted as materialized (
      select * from json_to_recordset($1) as x(id bigint, version int, "from" text, "to" text, ended json, begun json)),
    moved as (
      update supplier_orders o set state = x."to", version = o.version + 1, updated_at = $4
      from wanted x where o.id = x.id and o.version = x.version and o.state = x."from"
      returning o.*, x."from" as from_state),
    story as (
      insert into supplier_order_events (supplier_order_id, event, from_state, to_state, actor, at)
      select id, $2, from_state, state, $3, $4 from moved order by id),
    ended as (
      delete from order_timers t using wanted x, moved m
      where m.id = x.id and t.supplier_order_id = m.id and t.kind in (select json_array_elements_text(x.ended))),
    begun as (
      insert into order_timers (supplier_order_id, kind, due_at)
      select m.id, b.kind, b."dueAt" from moved m join wanted x on x.id = m.id
      cross join json_to_recordset(x.begun) as b(kind text, "dueAt" timestamptz)
      on conflict (supplier_order_id, kind) do update set due_at = excluded.due_at, failures = 0)
    select ${selectColumns(supplierOrders, 'm')} from moved m`,
}

/** An event of all supplier orders of some purchases, with its new state for each state. */
export type BatchStateChange = Readonly<{
  purchaseIds: readonly number[]
  event: SupplierOrderEvent
  actor: Actor
  transitions: readonly Pick<OrderTransition, 'from' | 'to'>[]
  now: Date
}>

/**
 * Moves the supplier orders along the transitions and writes each event into their timelines. Returns the moved ones in
 * their new state, in order of creation, and how many the purchases have in all.
 */
export async function updateStates(
  tx: Queryable,
  { purchaseIds, event, actor, transitions, now }: BatchStateChange,
): Promise<{ moved: SupplierOrder[]; inAll: number }> {
  const [fromStates, toStates] = [transitions.map(({ from }) => from), transitions.map(({ to }) => to)]
  const values = [purchaseIds, fromStates, toStates, event, actor, now]
  const rows = await queryPrepared<SupplierOrder & { inAll: number }>(tx, UPDATE_STATES, values)
  return { moved: rows.map(({ inAll: _inAll, ...order }) => order), inAll: rows[0]?.inAll ?? 0 }
}

const UPDATE_STATES = {
  name: 'orders_update_states',
  text: `
    with moved as (
      update supplier_orders o set state = t.to_state, version = o.version + 1, updated_at = $6
      from unnest($2::text[], $3::text[]) t(from_state, to_state)
      where o.purchase_id = any($1::bigint[]) and o.state = t.from_state
      returning o.*, t.from_state),
    stories as (
      insert into supplier_order_events (supplier_order_id, event, from_state, to_state, actor, at)
      select id, $4, from_state, state, $5, $6 from moved)
    select ${selectColumns(supplierOrders, 'm')},
      (select count(*) from supplier_orders o where o.purchase_id = any($1::bigint[])) as "inAll"
    from moved m order by m.id`,
}

/** A receipt that pays a whole purchase, its dates from then on, and the timers that begin. */
export type Payment = Omit<BatchStateChange, 'purchaseIds'> &
  Readonly<{
    purchaseId: number
    receiptId: number
    /** For each order the latest date on which its parcels leave, and its timers. */
    begun: readonly Readonly<{ orderId: number; shipBy: Date; timers: readonly Timer[] }>[]
    /** The transit time in milliseconds of parcels whose service has no number of days. */
    unknownTransit: number
  }>

/** A sold line, with the public id of its supplier order and the price of all its units, in cents. */
export type SoldLine = SupplierOrderLine & Readonly<{ orderPublicId: string; orderAmount: number }>

/**
 * Pays a purchase by a receipt of exactly its total and moves its supplier orders. Each event is written into the
 * timeline, timers begin, and the money is shared among the orders. It is one statement, because every sale waits for
 * it. Returns the lines sold, how many supplier orders were moved, and how many there are.
 */
export async function payStates(
  tx: Queryable,
  { purchaseId, receiptId, event, actor, transitions, begun, unknownTransit, now }: Payment,
): Promise<{ sold: SoldLine[]; moved: number; inAll: number }> {
  const values = [
    purchaseId,
    receiptId,
    JSON.stringify(transitions),
    event,
    actor,
    now,
    JSON.stringify(begun),
    unknownTransit,
  ]
  const rows = await queryPrepared<SoldLine & PaymentCounts>(tx, PAY_STATES, values)
  const { moved = 0, inAll = 0 } = rows[0] ?? {}
  return { sold: rows.map(({ moved: _moved, inAll: _inAll, ...line }) => line), moved, inAll }
}

type PaymentCounts = { moved: number; inAll: number }

// One purchase instead of an array, and JSON for the transitions: for an array PostgreSQL would plan the statement
// again each time, to use its length.
const PAY_STATES = {
  name: 'orders_pay_states',
  text: `
    with moved as (
      update supplier_orders o set state = t."to", version = o.version + 1, updated_at = $6,
        ship_by = b."shipBy", deliver_by = b."shipBy"
          + coalesce(make_interval(hours => 24 * o.shipping_days), make_interval(secs => $8::float8 / 1000))
      from json_to_recordset($3) as t("from" text, "to" text),
        json_to_recordset($7) as b("orderId" bigint, "shipBy" timestamptz)
      where o.purchase_id = $1 and o.state = t."from" and b."orderId" = o.id
      returning o.id, o.public_id, o.state, o.currency, o.total_amount, t."from" as from_state),
    stories as (
      insert into supplier_order_events (supplier_order_id, event, from_state, to_state, actor, at)
      select id, $4, from_state, state, $5, $6 from moved),
    begun as (
      insert into order_timers (supplier_order_id, kind, due_at)
      select m.id, x.kind, x."dueAt" from moved m
      join json_to_recordset($7) as b("orderId" bigint, timers json) on b."orderId" = m.id
      cross join json_to_recordset(b.timers) as x(kind text, "dueAt" timestamptz)),
    shared as (
      insert into allocations (receipt_id, supplier_order_id, currency, amount)
      select $2, id, currency, total_amount from moved),
    stamped as (update purchases set paid_at = $6, client = null where id = $1)
    select ${selectColumns(supplierOrderLines, 'l')}, m.public_id as "orderPublicId", m.total_amount as "orderAmount",
      (select count(*) from moved) as moved,
      (select count(*) from supplier_orders o where o.purchase_id = $1) as "inAll"
    from moved m join supplier_order_lines l on l.supplier_order_id = m.id order by l.id`,
}

/** The deadlines of a supplier order, and the handling times and holidays of the warehouses that send it. */
export type OrderPromises = Readonly<{
  orderId: number
  deadlines: Partial<Deadlines> | null
  warehouses: readonly HandlingPromise[]
}>

/** Returns the deadlines, handling times and holidays of each supplier order of a purchase. */
export async function selectPromises(tx: Queryable, purchaseId: number): Promise<OrderPromises[]> {
  return queryPrepared<OrderPromises>(tx, SELECT_PROMISES, [purchaseId])
}

const SELECT_PROMISES = {
  name: 'orders_select_promises',
  text: `
    select o.id as "orderId", o.deadlines, json_agg(json_build_object('handling', y.handling, 'holiday', y.holiday)) as warehouses
    from supplier_orders o
    join supplier_order_lines l on l.supplier_order_id = o.id
    left join products p on p.id = l.product_id
    left join warehouse_promises y on y.warehouse_id = p.warehouse_id
    where o.purchase_id = $1 group by o.id order by o.id`,
}

/** Returns when the hold of a paid order ends; undefined when the order is not on hold. */
export async function findHoldEnd(db: Queryable, orderId: number): Promise<Date | undefined> {
  const [timer] = await queryPrepared<{ dueAt: Date }>(db, FIND_HOLD_END, [orderId])
  return timer?.dueAt
}

const FIND_HOLD_END = {
  name: 'orders_find_hold_end',
  text: `select due_at as "dueAt" from order_timers where supplier_order_id = $1 and kind = 'submit'`,
}
