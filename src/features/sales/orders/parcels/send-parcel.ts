import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#database/database.ts'
import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Acting } from '../lifecycle/answer-order.ts'
import type { CarrierName } from '../shapes.ts'
import { carrierTitle, readTracking } from './carriers.ts'
import { changeOrder, type Changed, tooMany, workOn } from '../lifecycle/change-order.ts'
import type { LineUnits, LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import {
  addTracking,
  findParcelByKey,
  insertParcel,
  listParcels,
  markDelivered,
  markSaid,
  type Parcel,
  type Tracking,
  type Way,
  type WholeParcel,
} from './parcel-queries.ts'
import { listLines } from '../queries.ts'
import { leftOf, unitsOf } from '../rules.ts'

/** A parcel as a supplier tells of it; without `units` everything that is left is in it. The same key is the same parcel. */
export type ParcelSent = Readonly<{
  carrier: CarrierName
  number: string
  units: readonly LineUnits[] | undefined
  idempotencyKey: string
}>

/**
 * Adds a parcel that is on its way: the order is shipped when all its units are in parcels, else in progress; what is in the
 * parcel is earned. Sent again with the same key it changes nothing; with other content `key_reused`. Throws
 * `bad_tracking_number`, and refuses with `units_not_there`, and with `is_picked_up` what no carrier gets.
 */
export function sendParcel(db: Database, acting: Acting, sent: ParcelSent): Promise<LockedOrder> {
  const tracking = trackingOf(sent.carrier, sent.number)
  return packUnits(db, acting, {
    units: sent.units,
    idempotencyKey: sent.idempotencyKey,
    content: [tracking.carrier, tracking.number],
    wayOf: (locked) => {
      checkIsSent(locked)
      return { tracking }
    },
  })
}

/** Units that leave a supplier's hands; `content` tells two with the same key apart, `wayOf` says how they get to their buyer. */
export type PackedUnits = Readonly<{
  units: readonly LineUnits[] | undefined
  idempotencyKey: string
  content: readonly string[]
  wayOf: (locked: LockedOrder) => Way
}>

/** Puts units of an order into a parcel, or what is one for it. Refuses with `key_reused`, `order_changed` and `units_not_there`. */
export function packUnits(db: Database, acting: Acting, packed: PackedUnits): Promise<LockedOrder> {
  const requestHash = hashOf(packed)
  const { version, ...rest } = acting
  return workOn(db, rest, async (tx, locked) => {
    const before = await findParcelByKey(tx, locked.order.id, packed.idempotencyKey)
    if (before) return asBefore(before, requestHash, locked)
    if (version !== undefined && version !== locked.order.version)
      throw refused('order_changed', 'The order has changed since you opened it. Please look at it again.')
    return pack(tx, { acting, locked, requestHash, packed })
  })
}

function asBefore(before: Parcel, requestHash: string, locked: LockedOrder): Changed {
  if (before.requestHash !== requestHash)
    throw refused('key_reused', 'A parcel of that key was added with other content.')
  return { locked, released: [] }
}

type Packing = Readonly<{
  acting: Acting
  locked: LockedOrder
  requestHash: string
  packed: PackedUnits
}>

async function pack(
  tx: Transaction,
  { acting, locked, requestHash, packed: { units: wanted, idempotencyKey, wayOf } }: Packing,
): Promise<Changed> {
  const { order, lines } = locked
  const way = wayOf(locked)
  const units = (wanted ?? lines.map((line) => ({ lineId: line.id, quantity: leftOf(line) }))).filter(
    ({ quantity }) => quantity > 0,
  )
  const itemsAmount = units.reduce((sum, { lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId)
    if (!line || leftOf(line) < quantity) throw tooMany()
    return sum + line.unitAmount * quantity
  }, 0)
  if (units.length === 0) throw tooMany()
  const { now } = acting
  const publicId = newId('parcel', now.getTime())
  const id = await insertParcel(tx, {
    publicId,
    orderId: order.id,
    idempotencyKey,
    requestHash,
    way,
    units,
    now,
  })
  const packed = { ...locked, lines: await listLines(tx, [order.id]) }
  const event = unitsOf(packed.lines).left === 0 ? 'ship' : 'pack'
  return changeOrder(tx, { ...acting, locked: packed, event, parcel: { id, publicId, itemsAmount } })
}

/** Of what its buyer collects no carrier knows a number. */
function checkIsSent({ isPickup }: LockedOrder): void {
  if (isPickup)
    throw refused(
      'is_picked_up',
      'The buyer collects this order: it has no tracking number. Please say that it is ready to collect instead.',
    )
}

/** Adds a further number to a parcel of an order; known ones stay. Throws `parcel_not_found`, `bad_tracking_number`. */
export function addNumber(
  db: Database,
  acting: Acting,
  { parcelId, carrier, number }: Readonly<{ parcelId: string; carrier: CarrierName; number: string }>,
): Promise<LockedOrder> {
  const tracking = trackingOf(carrier, number)
  return workOn(db, acting, async (tx, locked) => {
    const parcel = await parcelOf(tx, locked, parcelId)
    checkIsSent(locked)
    await addTracking(tx, parcel.id, { ...tracking, now: acting.now })
    return { locked, released: [] }
  })
}

/**
 * Keeps that a supplier says that a parcel has arrived. That is news for its buyer: the order is delivered by a word of the
 * carrier or the buyer, or by its timer. Said again, or of what has arrived, it changes nothing.
 */
export function saidArrived(db: Database, acting: Acting, parcelId: string): Promise<LockedOrder> {
  return workOn(db, acting, async (tx, locked) => {
    const parcel = await parcelOf(tx, locked, parcelId)
    await markSaid(tx, parcel.id, acting.now)
    return { locked, released: [] }
  })
}

/**
 * Notes that a parcel has arrived; the order is delivered when its last one has and nothing is left to send. Late and repeated
 * news move nothing back.
 */
export function parcelArrived(db: Database, acting: Acting, parcelId: string): Promise<LockedOrder> {
  return workOn(db, acting, (tx, locked) => arrive(tx, { acting, locked, parcelId }))
}

/** The same of a locked order. */
export async function arrive(
  tx: Transaction,
  { acting, locked, parcelId }: Readonly<{ acting: Acting; locked: LockedOrder; parcelId: string }>,
): Promise<Changed> {
  const { cause, now } = acting
  const parcel = await parcelOf(tx, locked, parcelId)
  const orderId = locked.order.id
  await markDelivered(tx, { orderId, parcelId: parcel.id, by: cause.actor, now })
  const parcels = await listParcels(tx, [orderId])
  const isLast = parcels.every(({ deliveredAt }) => deliveredAt)
  if (locked.order.state !== 'shipped' || !isLast) return { locked, released: [] }
  return changeOrder(tx, { ...acting, locked, event: 'deliver' })
}

/** A parcel of a locked order. Throws `parcel_not_found`. */
export async function parcelOf(
  tx: Transaction,
  { order }: LockedOrder,
  parcelId: string,
): Promise<WholeParcel> {
  const found = (await listParcels(tx, [order.id])).find(({ publicId }) => publicId === parcelId)
  if (!found) throw notFound('parcel_not_found', 'There is no such parcel in this order.')
  return found
}

function trackingOf(carrier: CarrierName, typed: string): Tracking {
  const number = readTracking(carrier, typed)
  if (number !== undefined) return { carrier, number }
  throw invalid(
    'bad_tracking_number',
    `That is no tracking number of ${carrierTitle(carrier)}. Please check it, or choose another carrier.`,
    { field: 'trackingNumber' },
  )
}

function hashOf({ units, content }: PackedUnits): string {
  const all = [...content, units?.map(({ lineId, quantity }) => [lineId, quantity]) ?? null]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}
