import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { notFound, refused } from '#core/errors.ts'
import {
  announceSoon,
  handOverStock,
  releaseStock,
  returnStock,
  unrecordSale,
} from '#features/catalogue/catalog/service.ts'
import type { NewsKind } from '../emails/emails.ts'
import {
  findAutoAccept,
  type LineUnits,
  lockOrder,
  type LockedOrder,
  type Whose,
  withdrawUnits,
} from './lifecycle-queries.ts'
import { type Cause, moveOrder, orderChanged } from './move-orders.ts'
import { earn, type EarningParcel, giveBack, release } from '../money/order-money.ts'
import { findMoney } from '../money/money-queries.ts'
import { listParcels, markDelivered } from '../parcels/parcel-queries.ts'
import type { OrderDesk } from '../port.ts'
import { listLines, type SupplierOrderLine } from '../queries.ts'
import { leftOf, potsOf, shareOfEscrow, shippingLeft, unitsOf, worthOf } from '../rules.ts'
import { isBuyer, type Step, type SupplierOrderEvent } from './states.ts'
import type { TimerKind } from '../timers/timing.ts'

/** Something that is to happen to a locked order. `parcel` is the one that was packed, or that it is about, `units` are those that a rejection splits off, `isGone` says that what is withdrawn is not there to be sold, `again` when its timer fires again, `news` what people are written where the event alone does not say it. */
export type Change = Readonly<{
  locked: LockedOrder
  event: SupplierOrderEvent
  cause: Cause
  parcel?: EarningParcel
  isGone?: boolean
  units?: readonly LineUnits[]
  timer?: TimerKind
  again?: Date
  news?: Readonly<{ kind: NewsKind; parcelId: string | null }>
  desk: OrderDesk
  now: Date
}>

/** What a change has led to: the order as it is then, and the pieces that went back on sale, by their products' public ids. */
export type Changed = Readonly<{ locked: LockedOrder; released: readonly string[] }>

/**
 * Lets something happen to a supplier order, with everything that belongs to it in the same transaction: state, story and
 * timers (`moveOrder`), the money that the step moves, pieces that go back on sale, and letters. Refuses as `moveOrder` does.
 */
export async function changeOrder(tx: Transaction, change: Change): Promise<Changed> {
  const { locked, event, cause, timer, again, now } = change
  const { order, step } = await moveOrder(tx, {
    order: locked.order,
    units: unitsOf(locked.lines),
    event,
    cause,
    ...(timer ? { timer } : {}),
    ...(again ? { again } : {}),
    now,
  })
  const moved = { ...locked, order }
  const withdrawn = step.money === 'P7' ? await withdrawLeft(tx, locked) : []
  const released = change.isGone ? [] : withdrawn
  if (released.length > 0) await putBack(tx, { locked, now }, released)
  if (event === 'submit') await handOverStock(tx, locked.lines, now)
  if (event === 'cancel' && locked.order.state === 'paid_hold') await unrecordSale(tx, locked.lines)
  await moveMoney(tx, moved, { ...change, step })
  if (event === 'deliver') await markDelivered(tx, { orderId: order.id, by: cause.actor, now })
  const units = change.units ?? withdrawn.map(({ line, quantity }) => ({ lineId: line.id, quantity }))
  await tell(tx, moved.order.version, { ...change, units })
  const changed = { locked: moved, released: released.map(({ line }) => line.productPublicId) }
  if (event === 'submit') return acceptBySetting(tx, changed, change)
  return event === 'cancel_rest' ? deliverWhatArrived(tx, changed, change) : changed
}

/** A supplier may have said yes beforehand: whoever hands an order over, it is accepted then. */
async function acceptBySetting(tx: Transaction, changed: Changed, { desk, now }: Change): Promise<Changed> {
  const { locked } = changed
  if (!(await findAutoAccept(tx, locked.order.supplierId))) return changed
  return changeOrder(tx, { locked, event: 'accept', cause: { actor: 'setting' }, desk, now })
}

/** When the rest of an order is cancelled, all that was sent of it may have arrived: nothing more will come. */
async function deliverWhatArrived(
  tx: Transaction,
  changed: Changed,
  { desk, now }: Change,
): Promise<Changed> {
  const { locked, released } = changed
  const parcels = await listParcels(tx, [locked.order.id])
  const last = parcels.at(-1)?.deliveredBy
  if (!last || !parcels.every(({ deliveredAt }) => deliveredAt)) return changed
  const cause = { actor: last, reason: 'All that was sent had arrived' } as const
  const delivered = await changeOrder(tx, { locked, event: 'deliver', cause, desk, now })
  return { ...delivered, released }
}

/** What people are written about. */
const NEWS: Readonly<Partial<Record<SupplierOrderEvent, NewsKind>>> = {
  submit: 'submitted',
  pack: 'shipped',
  ship: 'shipped',
  deliver: 'delivered',
  cancel: 'cancelled',
  cancel_rest: 'cancelled',
  reject: 'cancelled',
  reject_lines: 'cancelled',
  ask_cancel: 'cancel_asked',
  escalate: 'reminder',
  keep: 'kept',
}

async function tell(
  tx: Transaction,
  version: number,
  { locked, event, cause, parcel, news, units, desk }: Change,
): Promise<void> {
  const sent = locked.isPickup && parcel ? 'ready' : NEWS[event]
  const kind = news?.kind ?? sent
  if (!kind) return
  const input = {
    supplierOrderId: locked.order.publicId,
    kind,
    version,
    // Who has done it knows of it; who was never given the order need not know how it ended.
    isSuppliers: cause.actor !== 'supplier' && locked.order.state !== 'paid_hold',
    reason: cause.actor === 'operator' ? null : (cause.reason ?? null),
    parcelId: news?.parcelId ?? parcel?.publicId ?? null,
    isShoppers: !isBuyer(cause.actor),
    units,
  }
  await desk.enqueue(tx, { job: 'orders.mail_news', input })
}

type Withdrawn = Readonly<{ line: SupplierOrderLine; quantity: number }>

async function withdrawLeft(tx: Transaction, { lines }: LockedOrder): Promise<Withdrawn[]> {
  const left = lines.map((line) => ({ line, quantity: leftOf(line) })).filter(({ quantity }) => quantity > 0)
  await withdrawUnits(
    tx,
    left.map(({ line, quantity }) => ({ lineId: line.id, quantity })),
  )
  return left
}

/** `locked` is the order as it was before: until it was sent to its supplier, no count of theirs knows of it. */
async function putBack(
  tx: Transaction,
  { locked, now }: Pick<Change, 'locked' | 'now'>,
  withdrawn: readonly Withdrawn[],
): Promise<void> {
  const units = withdrawn.map(({ line, quantity }) => ({ variantId: line.variantId, quantity }))
  if (locked.order.state === 'paid_hold') await releaseStock(tx, units)
  else await returnStock(tx, units, now)
}

async function moveMoney(
  tx: Transaction,
  order: LockedOrder,
  { step, parcel, cause, desk, now }: Change & Readonly<{ step: Step }>,
): Promise<void> {
  switch (step.money) {
    case 'P4':
      if (!parcel) throw new Error('an order is sent by a parcel only')
      return earn(tx, order, { parcel, now })
    case 'P5':
      return release(tx, order, now)
    case 'P7':
      return giveBack(tx, order, { reason: cause.reason ?? step.event, desk, now })
    default:
  }
}

/** Lines, or units of them, that a supplier does not send. */
export type Rejection = Readonly<{
  locked: LockedOrder
  units: readonly LineUnits[]
  cause: Cause
  isGone: boolean
  desk: OrderDesk
  now: Date
}>

/**
 * Splits units off an order that are not going to be sent: their money goes back, the rest goes on as it is. When nothing is
 * left the whole order is rejected, or cancelled once it was accepted.
 */
export async function rejectUnits(tx: Transaction, rejection: Rejection): Promise<Changed> {
  const { locked, units, cause, isGone, desk, now } = rejection
  const withdrawn = units.map(({ lineId, quantity }) => {
    const line = locked.lines.find(({ id }) => id === lineId)
    if (!line || leftOf(line) < quantity) throw tooMany()
    return { line, quantity }
  })
  const taken = withdrawn.reduce((sum, { quantity }) => sum + quantity, 0)
  if (taken === unitsOf(locked.lines).left) {
    return changeOrder(tx, { locked, event: endOf(locked), cause, isGone, desk, now })
  }
  const changed = await changeOrder(tx, { locked, event: 'reject_lines', cause, units, desk, now })
  await withdrawUnits(tx, units)
  if (!isGone) await putBack(tx, rejection, withdrawn)
  const worth = withdrawn.reduce((sum, { line, quantity }) => sum + line.unitAmount * quantity, 0)
  const amount = await shareToGiveBack(tx, locked, worth)
  await giveBack(tx, changed.locked, { reason: cause.reason ?? 'reject_lines', amount, desk, now })
  const lines = await listLines(tx, [locked.order.id])
  const released = isGone ? [] : withdrawn.map(({ line }) => line.productPublicId)
  return { locked: { ...changed.locked, lines }, released }
}

function endOf({ order, lines }: LockedOrder): SupplierOrderEvent {
  if (order.state === 'submitted') return 'reject'
  return unitsOf(lines).sent > 0 ? 'cancel_rest' : 'cancel'
}

/** What of the money of pieces that are not sent is still there: the rest of the order keeps its own share. */
async function shareToGiveBack(tx: Transaction, { order, lines }: LockedOrder, worth: number) {
  const money = await findMoney(tx, order.id)
  const whole = worthOf(lines) + shippingLeft(order, money)
  return shareOfEscrow(worth, { escrow: potsOf(money).escrow, whole })
}

/** What is told to whoever wants to send or reject more than there is. */
export function tooMany() {
  return refused('units_not_there', 'There are not that many pieces left in this order.')
}

/** An order somebody wants to work on: whose it must be, and the version he has seen, where he says so. */
export type Opening = Readonly<{ id: string; whose: Whose; version?: number | undefined }>

/**
 * Works on a locked order in a transaction of its own and tells the shop what went back on sale. Throws `order_not_found`, also
 * for what is somebody else's, and `order_changed` for a version that is over.
 */
export async function workOn(
  db: Database,
  { id, whose, version }: Opening,
  work: (tx: Transaction, locked: LockedOrder) => Promise<Changed>,
): Promise<LockedOrder> {
  const { locked, released } = await inTransaction(db, async (tx) => {
    const found = await lockOrder(tx, id, whose)
    if (!found) throw orderNotFound()
    if (version !== undefined && version !== found.order.version) throw orderChanged()
    return work(tx, found)
  })
  announceSoon(db, released)
  return locked
}

/** There is no such order, or it is not the asker's. */
export function orderNotFound() {
  return notFound('order_not_found', 'There is no order of that number.')
}
