import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { notFound } from '#core/errors.ts'
import {
  announceProducts,
  handOverStock,
  type OrderedLine,
  releaseStock,
  returnStock,
  reverseSale,
} from '#features/catalogue/catalog/service.ts'
import type { OrderEmailKind } from '../emails/emails.ts'
import {
  findAutoAccept,
  type LineUnits,
  lockOrder,
  type LockedOrder,
  type OrderScope,
  withdrawUnits,
} from './lifecycle-queries.ts'
import { type Cause, moveOrder, orderChanged } from './move-orders.ts'
import {
  recordEarning,
  reverseEarning,
  type EarningParcel,
  refundEscrow,
  releaseOrderEarnings,
} from '../money/order-money.ts'
import { listParcels, markDelivered } from '../parcels/parcel-queries.ts'
import type { OrderDeps } from '../port.ts'
import type { SupplierOrderLine } from '../views/purchase-queries.ts'
import { insertReleases } from '../views/stock-release-queries.ts'
import { countRemaining, countUnits, isPractice } from '../rules.ts'
import { explainRefund, isBuyer, type OrderTransition, type SupplierOrderEvent } from './states.ts'
import type { TimerKind } from '../timers/timing.ts'

/**
 * An event of a locked order. `parcel` is the packed parcel, or the one that it is about; `units` are those that a
 * rejection splits off; `isGone`: withdrawn items are not in stock; `isUnwanted`: the buyer does not want them any
 * more; `again`: when its timer fires again; `news`: the reason of emails that the event alone does not tell.
 */
export type OrderChange = Readonly<{
  locked: LockedOrder
  event: SupplierOrderEvent
  cause: Cause
  parcel?: EarningParcel
  isGone?: boolean
  isUnwanted?: boolean
  units?: readonly LineUnits[]
  timer?: TimerKind
  again?: Date
  news?: Readonly<{ kind: OrderEmailKind; parcelId: string | null }>
  deps: OrderDeps
  now: Date
}>

/** The result of a change: the order in its new state, and its restocked products' public ids. */
export type OrderChangeResult = Readonly<{ locked: LockedOrder; released: readonly string[] }>

/**
 * Applies an event to a supplier order with its money, stock, timers and emails. `moveOrder` changes state, timeline
 * and timers, in the same transaction. Refuses as `moveOrder` does.
 */
export async function changeOrder(tx: Transaction, change: OrderChange): Promise<OrderChangeResult> {
  const { locked, event, cause, timer, again, now } = change
  const { order, step } = await moveOrder(tx, {
    order: locked.order,
    units: countUnits(locked.lines),
    event,
    cause,
    ...(timer ? { timer } : {}),
    ...(again ? { again } : {}),
    now,
  })
  const movedOrder = { ...locked, order }
  const isUnwanted = change.isUnwanted ?? cause.actor === 'store'
  const withdrawn = step.money === 'P7' ? await withdrawRemainingUnits(tx, locked, isUnwanted) : []
  const released = change.isGone || isPractice(order) ? [] : withdrawn
  if (released.length > 0) await restock(tx, { locked, event, now }, released)
  if (!isPractice(order)) await countStock(tx, change)
  await moveMoney(tx, movedOrder, { ...change, step })
  if (event === 'deliver') await markDelivered(tx, { orderId: order.id, by: cause.actor, now })
  const units = change.units ?? withdrawn.map(({ line, quantity }) => ({ lineId: line.id, quantity }))
  await enqueueEmails(tx, movedOrder.order.version, { ...change, units })
  const result = { locked: movedOrder, released: released.map(({ line }) => line.productPublicId) }
  if (event === 'submit') return acceptAutomatically(tx, result, change)
  return event === 'cancel_rest' ? deliverIfAllArrived(tx, result, change) : result
}

/** Updates the catalogue's counts for an order that is handed over, or cancelled before that. */
async function countStock(tx: Transaction, { locked, event, now }: OrderChange): Promise<void> {
  const { order } = locked
  if (event === 'submit') await handOverStock(tx, listRemaining(locked), now)
  if (event === 'cancel' && order.state === 'paid_hold') await reverseSale(tx, listRemaining(locked))
}

/** Returns the lines of an order with the units that are not sent or withdrawn, and the order's public id. */
export function listRemaining({ order, lines }: LockedOrder): (SupplierOrderLine & OrderedLine)[] {
  return lines
    .map((line) => ({ ...line, quantity: countRemaining(line), orderId: order.publicId }))
    .filter(({ quantity }) => quantity > 0)
}

/** Accepts a submitted order if its supplier accepts orders automatically. */
async function acceptAutomatically(
  tx: Transaction,
  result: OrderChangeResult,
  { deps, now }: OrderChange,
): Promise<OrderChangeResult> {
  const { locked } = result
  if (!(await findAutoAccept(tx, locked.order.supplierId))) return result
  return changeOrder(tx, { locked, event: 'accept', cause: { actor: 'setting' }, deps, now })
}

/** Marks an order as delivered if the cancellation of its rest leaves only arrived parcels. */
async function deliverIfAllArrived(
  tx: Transaction,
  result: OrderChangeResult,
  { deps, now }: OrderChange,
): Promise<OrderChangeResult> {
  const { locked, released } = result
  const parcels = await listParcels(tx, [locked.order.id])
  const deliveredBy = parcels.at(-1)?.deliveredBy
  if (!deliveredBy || !parcels.every(({ deliveredAt }) => deliveredAt)) return result
  const cause = { actor: deliveredBy, reason: 'All that was sent had arrived' } as const
  const delivered = await changeOrder(tx, { locked, event: 'deliver', cause, deps, now })
  return { ...delivered, released }
}

/** The name of the job that updates a vendor's store order after its supplier orders changed. */
export const VENDOR_ORDER_JOB = 'forwarding.follow_supplier_order'

/** The kinds of emails about events. */
const EMAIL_KINDS: Readonly<Partial<Record<SupplierOrderEvent, OrderEmailKind>>> = {
  submit: 'submitted',
  pack: 'shipped',
  ship: 'shipped',
  unpack: 'unshipped',
  deliver: 'delivered',
  cancel: 'cancelled',
  cancel_rest: 'cancelled',
  cancel_lines: 'cancelled',
  reject: 'cancelled',
  reject_lines: 'cancelled',
  ask_cancel: 'cancel_asked',
  escalate: 'reminder',
  keep: 'kept',
}

/** Enqueues the emails about an event, and the job that updates a vendor's order. */
export async function enqueueEmails(
  tx: Transaction,
  version: number,
  { locked, event, cause, parcel, news, units, deps }: OrderChange,
): Promise<void> {
  const defaultKind = locked.isPickup && parcel ? 'ready' : EMAIL_KINDS[event]
  const kind = news?.kind ?? defaultKind
  if (locked.channel === 'vendor')
    await deps.enqueue(tx, { job: VENDOR_ORDER_JOB, input: { supplierOrderId: locked.order.publicId } })
  // The vendor requested what the supplier has agreed to, so it gets no email.
  if (!kind || (event === 'cancel_lines' && !isBuyer(cause.actor))) return
  const input = {
    supplierOrderId: locked.order.publicId,
    kind,
    version,
    // The actor gets no email; a supplier who was never given the order gets none about its end.
    isSuppliers: cause.actor !== 'supplier' && locked.order.state !== 'paid_hold',
    reason: cause.actor === 'operator' ? null : (cause.reason ?? null),
    parcelId: news?.parcelId ?? parcel?.publicId ?? null,
    isShoppers: !isBuyer(cause.actor),
    units,
  }
  await deps.enqueue(tx, { job: 'orders.mail_news', input })
}

/** Units of a line that are not sent. */
export type WithdrawnUnits = Readonly<{ line: SupplierOrderLine; quantity: number }>

async function withdrawRemainingUnits(
  tx: Transaction,
  { lines }: LockedOrder,
  isUnwanted: boolean,
): Promise<WithdrawnUnits[]> {
  const remaining = lines
    .map((line) => ({ line, quantity: countRemaining(line) }))
    .filter(({ quantity }) => quantity > 0)
  await withdrawUnits(
    tx,
    remaining.map(({ line, quantity }) => ({ lineId: line.id, quantity })),
    isUnwanted,
  )
  return remaining
}

/**
 * Restocks withdrawn units. `locked` is the order in its former state: until it was submitted, the supplier's counts
 * don't include it.
 */
export async function restock(
  tx: Transaction,
  { locked, event, now }: Pick<OrderChange, 'locked' | 'event' | 'now'>,
  withdrawn: readonly WithdrawnUnits[],
): Promise<void> {
  const units = withdrawn.map(({ line, quantity }) => ({ variantId: line.variantId, quantity }))
  if (locked.order.state === 'paid_hold') await releaseStock(tx, units)
  else await returnStock(tx, units, { orderId: locked.order.publicId, at: now })
  await insertReleases(tx, {
    kind: event === 'reject' || event === 'reject_lines' ? 'rejected' : 'cancelled',
    units: withdrawn.map(({ line, quantity }) => ({ lineId: line.id, quantity })),
    at: now,
  })
}

async function moveMoney(
  tx: Transaction,
  order: LockedOrder,
  { step, parcel, cause, deps, now }: OrderChange & Readonly<{ step: OrderTransition }>,
): Promise<void> {
  switch (step.money) {
    case 'P4':
      if (!parcel) throw new Error('an order is sent by a parcel only')
      return recordEarning(tx, order, { parcel, now })
    case 'P4r':
      if (!parcel) throw new Error('an order is taken back by a parcel only')
      return reverseEarning(tx, order, { parcel, now })
    case 'P5':
      return releaseOrderEarnings(tx, order, now)
    case 'P7':
      return refundEscrow(tx, order, { reason: cause.reason ?? explainRefund(step.event), deps, now })
    default:
  }
}

/** A reference to an order to change: its scope, and the version that the caller has seen, if given. */
export type OrderReference = Readonly<{
  id: string
  scope: OrderScope
  version?: number | undefined
  /** Records the actor, in the same transaction; it gets the order's state before and after. */
  record?:
    | ((tx: Transaction, moved: Readonly<{ before: string; after: string }>) => Promise<void>)
    | undefined
}>

/**
 * Runs work on a locked order in a transaction of its own, and announces restocked products. Throws `order_not_found`,
 * also for another business's order, and `order_changed` for an outdated version.
 */
export async function withLockedOrder(
  db: Database,
  { id, scope, version, record }: OrderReference,
  work: (tx: Transaction, locked: LockedOrder) => Promise<OrderChangeResult>,
): Promise<LockedOrder> {
  const { locked, released } = await inTransaction(db, async (tx) => {
    const lockedOrder = await lockOrder(tx, id, scope)
    if (!lockedOrder) throw orderNotFound()
    if (version !== undefined && version !== lockedOrder.order.version) throw orderChanged()
    const result = await work(tx, lockedOrder)
    await record?.(tx, { before: lockedOrder.order.state, after: result.locked.order.state })
    return result
  })
  announceProducts(db, released)
  return locked
}

/** Returns the error for an order that doesn't exist or isn't the caller's. */
export function orderNotFound() {
  return notFound('order_not_found', 'There is no order with this number.')
}
