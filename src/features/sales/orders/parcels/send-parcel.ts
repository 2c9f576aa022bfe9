import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#database/database.ts'
import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { type CarrierName, carrierTitle } from '#core/shipping/carriers.ts'
import type { OrderActionContext } from '../lifecycle/answer-order.ts'
import { changeOrder, type OrderChangeResult, withLockedOrder } from '../lifecycle/change-order.ts'
import type { LineUnits, LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import { notEnoughUnits } from '../lifecycle/withdraw-units.ts'
import { parseTrackingNumber } from './tracking-numbers.ts'
import {
  findParcelByKey,
  insertParcel,
  listParcels,
  markDelivered,
  markReportedDelivered,
  type Parcel,
  type Tracking,
  type DeliveryMethod,
  type ParcelDetails,
} from './parcel-queries.ts'
import { listLines } from '../views/purchase-queries.ts'
import { countRemaining, countUnits } from '../rules.ts'

/**
 * A parcel as its supplier enters it; without `units` it contains everything that is left. The same key is the same
 * parcel.
 */
export type ParcelInput = Readonly<{
  carrier: CarrierName
  number: string
  units: readonly LineUnits[] | undefined
  idempotencyKey: string
}>

/**
 * Adds a shipped parcel and records its earning. The order is shipped once all its units are in parcels, else in
 * progress. Repeating it with the same key changes nothing; other content is refused with `key_reused`. Throws
 * `bad_tracking_number`, and refuses with `units_not_there`, and with `is_picked_up` for a pickup.
 */
export function sendParcel(
  db: Database,
  context: OrderActionContext,
  input: ParcelInput,
): Promise<LockedOrder> {
  const tracking = parseTracking(input.carrier, input.number)
  return packUnits(db, context, {
    units: input.units,
    idempotencyKey: input.idempotencyKey,
    content: [tracking.carrier, tracking.number],
    wayOf: (locked) => {
      checkNotPickup(locked)
      return { tracking }
    },
  })
}

/**
 * Units to pack. `content` distinguishes different requests with the same key; `wayOf` returns how they get to their
 * buyer.
 */
export type PackRequest = Readonly<{
  units: readonly LineUnits[] | undefined
  idempotencyKey: string
  content: readonly string[]
  wayOf: (locked: LockedOrder) => DeliveryMethod
}>

/**
 * Assigns an order's units to a parcel, or to a collection. Refuses with `key_reused`, `order_changed` and
 * `units_not_there`.
 */
export function packUnits(
  db: Database,
  context: OrderActionContext,
  request: PackRequest,
): Promise<LockedOrder> {
  const requestHash = hashRequest(request)
  const { version, ...rest } = context
  return withLockedOrder(db, rest, async (tx, locked) => {
    const existing = await findParcelByKey(tx, locked.order.id, request.idempotencyKey)
    if (existing) return reuseExisting(existing, requestHash, locked)
    if (version !== undefined && version !== locked.order.version)
      throw refused(
        'order_changed',
        'The order has changed since you opened it. Reload the page and try again.',
      )
    return pack(tx, { acting: context, locked, requestHash, packed: request })
  })
}

function reuseExisting(existing: Parcel, requestHash: string, locked: LockedOrder): OrderChangeResult {
  if (existing.requestHash !== requestHash)
    throw refused('key_reused', 'This idempotency key was already used for another parcel.')
  return { locked, released: [] }
}

type PackContext = Readonly<{
  acting: OrderActionContext
  locked: LockedOrder
  requestHash: string
  packed: PackRequest
}>

async function pack(
  tx: Transaction,
  { acting, locked, requestHash, packed: { units: requested, idempotencyKey, wayOf } }: PackContext,
): Promise<OrderChangeResult> {
  const { order, lines } = locked
  const deliveryMethod = wayOf(locked)
  const units = (
    requested ?? lines.map((line) => ({ lineId: line.id, quantity: countRemaining(line) }))
  ).filter(({ quantity }) => quantity > 0)
  const itemsAmount = units.reduce((sum, { lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId)
    if (!line || countRemaining(line) < quantity) throw notEnoughUnits()
    return sum + line.unitAmount * quantity
  }, 0)
  if (units.length === 0) throw notEnoughUnits()
  const { now } = acting
  const publicId = newId('parcel', now.getTime())
  const id = await insertParcel(tx, {
    publicId,
    orderId: order.id,
    idempotencyKey,
    requestHash,
    way: deliveryMethod,
    units,
    now,
  })
  const packedOrder = { ...locked, lines: await listLines(tx, [order.id]) }
  const event = countUnits(packedOrder.lines).left === 0 ? 'ship' : 'pack'
  return changeOrder(tx, { ...acting, locked: packedOrder, event, parcel: { id, publicId, itemsAmount } })
}

/** Refuses a pickup with `is_picked_up`, because it has no tracking number. */
export function checkNotPickup({ isPickup }: LockedOrder): void {
  if (isPickup)
    throw refused(
      'is_picked_up',
      'The buyer collects this order, so it has no tracking number. Mark it as ready to collect instead.',
    )
}

/**
 * Stores a supplier's report that a parcel has arrived. The buyer gets an email; only the carrier's or the buyer's
 * report, or the timer, makes the order delivered. Repeating it, or reporting a parcel that has arrived, changes
 * nothing.
 */
export function reportDelivered(
  db: Database,
  context: OrderActionContext,
  parcelId: string,
): Promise<LockedOrder> {
  return withLockedOrder(db, context, async (tx, locked) => {
    const parcel = await getParcel(tx, locked, parcelId)
    await markReportedDelivered(tx, parcel.id, context.now)
    return { locked, released: [] }
  })
}

/**
 * Marks a parcel as arrived, and its order as delivered if no other parcel and no unsent unit is left. Late and
 * repeated reports move nothing back.
 */
export function markParcelArrived(
  db: Database,
  context: OrderActionContext,
  parcelId: string,
): Promise<LockedOrder> {
  return withLockedOrder(db, context, (tx, locked) => applyArrival(tx, { acting: context, locked, parcelId }))
}

/** Records the arrival of a locked order's parcel, as `markParcelArrived` does. */
export async function applyArrival(
  tx: Transaction,
  {
    acting,
    locked,
    parcelId,
  }: Readonly<{ acting: OrderActionContext; locked: LockedOrder; parcelId: string }>,
): Promise<OrderChangeResult> {
  const { cause, now } = acting
  const parcel = await getParcel(tx, locked, parcelId)
  const orderId = locked.order.id
  await markDelivered(tx, { orderId, parcelId: parcel.id, by: cause.actor, now })
  const parcels = await listParcels(tx, [orderId])
  const isLast = parcels.every(({ deliveredAt }) => deliveredAt)
  if (locked.order.state !== 'shipped' || !isLast) return { locked, released: [] }
  return changeOrder(tx, { ...acting, locked, event: 'deliver' })
}

/** Returns a parcel of a locked order. Throws `parcel_not_found`. */
export async function getParcel(
  tx: Transaction,
  { order }: LockedOrder,
  parcelId: string,
): Promise<ParcelDetails> {
  const parcel = (await listParcels(tx, [order.id])).find(({ publicId }) => publicId === parcelId)
  if (!parcel) throw notFound('parcel_not_found', 'We couldn’t find this parcel in the order.')
  return parcel
}

/** Returns a typed number in its carrier's form. Throws `bad_tracking_number`. */
export function parseTracking(carrier: CarrierName, typed: string): Tracking {
  const number = parseTrackingNumber(carrier, typed)
  if (number !== undefined) return { carrier, number }
  throw invalid(
    'bad_tracking_number',
    `This isn’t a ${carrierTitle(carrier)} tracking number. Check it, or choose another carrier.`,
    { field: 'trackingNumber' },
  )
}

function hashRequest({ units, content }: PackRequest): string {
  const all = [...content, units?.map(({ lineId, quantity }) => [lineId, quantity]) ?? null]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}
