import { notFound, refused } from '#core/errors.ts'
import type { CarrierName } from '#core/shipping/carriers.ts'
import type { Database, Transaction } from '#database/database.ts'
import { listOrderLabels } from '../labels/label-queries.ts'
import type { OrderActionContext } from '../lifecycle/answer-order.ts'
import { VENDOR_ORDER_JOB, withLockedOrder } from '../lifecycle/change-order.ts'
import type { LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import { insertCorrection } from './correction-queries.ts'
import {
  addTracking,
  deleteTracking,
  listParcels,
  type ParcelDetails,
  replaceTracking,
  type Tracking,
} from './parcel-queries.ts'
import { checkNotPickup, getParcel, parseTracking } from './send-parcel.ts'
import { isUnseen, unpackParcel } from './unpack-parcel.ts'

/** A tracking number of an order's parcel, and a typed one. */
type TypedNumber = Readonly<{ parcelId: string; carrier: CarrierName; number: string }>

/** Adds a further number to a parcel of an order; known ones stay. Throws `parcel_not_found`, `bad_tracking_number`. */
export function addTrackingNumber(
  db: Database,
  context: OrderActionContext,
  { parcelId, carrier, number }: TypedNumber,
): Promise<LockedOrder> {
  const tracking = parseTracking(carrier, number)
  return withLockedOrder(db, context, async (tx, locked) => {
    const parcel = await getParcel(tx, locked, parcelId)
    checkNotPickup(locked)
    await changeNumbers(tx, { context, locked, parcel }, () =>
      addTracking(tx, parcel.id, { ...tracking, now: context.now }),
    )
    return { locked, released: [] }
  })
}

/**
 * Corrects a tracking number of a parcel that has not arrived, also in a vendor's store. Repeating it changes nothing. Throws
 * `parcel_not_found`, `tracking_not_found`, `bad_tracking_number`; refuses with `parcel_arrived` and `label_number`.
 */
export function correctTrackingNumber(
  db: Database,
  context: OrderActionContext,
  { parcelId, before, carrier, number }: TypedNumber & Readonly<{ before: string }>,
): Promise<LockedOrder> {
  const tracking = parseTracking(carrier, number)
  return withLockedOrder(db, context, async (tx, locked) => {
    const parcel = await getParcel(tx, locked, parcelId)
    if (!hasNumber(parcel, before) && parcel.trackings.some((one) => isSame(one, tracking)))
      return { locked, released: [] }
    await checkCorrectable(tx, locked, { parcel, number: before })
    await changeNumbers(tx, { context, locked, parcel }, () =>
      replaceTracking(tx, { parcelId: parcel.id, before, ...tracking, now: context.now }),
    )
    return { locked, released: [] }
  })
}

/**
 * Removes a tracking number from a parcel. Without numbers left the parcel is reversed, and its units are to be shipped
 * again. A vendor's store is updated. Throws `parcel_not_found` and `tracking_not_found`; refuses with
 * `parcel_arrived`, `label_number` and, for the last number of a parcel that its carrier has, `parcel_on_its_way`.
 */
export function removeTrackingNumber(
  db: Database,
  context: OrderActionContext,
  { parcelId, number }: Readonly<{ parcelId: string; number: string }>,
): Promise<LockedOrder> {
  return withLockedOrder(db, context, async (tx, locked) => {
    const parcel = await getParcel(tx, locked, parcelId)
    await checkCorrectable(tx, locked, { parcel, number })
    if (parcel.trackings.every((one) => one.number === number)) {
      if (!isUnseen(parcel))
        throw refused(
          'parcel_on_its_way',
          'The carrier already has this parcel, so it can’t be removed. Correct its number instead.',
        )
      const cause = { ...context.cause, reason: `Tracking number ${number} removed` }
      return unpackParcel(tx, { acting: { ...context, cause }, locked, parcel })
    }
    await changeNumbers(tx, { context, locked, parcel }, () =>
      deleteTracking(tx, { parcelId: parcel.id, number }),
    )
    return { locked, released: [] }
  })
}

/** Changes the numbers of a parcel, stores the former ones, and updates a vendor's order. */
export async function changeNumbers(
  tx: Transaction,
  {
    context,
    locked,
    parcel,
  }: Readonly<{
    context: Pick<OrderActionContext, 'deps' | 'now'>
    locked: LockedOrder
    parcel: ParcelDetails
  }>,
  change: () => Promise<void>,
): Promise<void> {
  await change()
  const changed = (await listParcels(tx, [locked.order.id])).find(({ id }) => id === parcel.id)
  const correction = { locked, parcel, after: changed?.trackings ?? [], now: context.now }
  if (!(await insertCorrection(tx, correction)) || locked.channel !== 'vendor') return
  await context.deps.enqueue(tx, {
    job: VENDOR_ORDER_JOB,
    input: { supplierOrderId: locked.order.publicId },
  })
}

const hasNumber = ({ trackings }: ParcelDetails, number: string) =>
  trackings.some((one) => one.number === number)

const isSame = (a: Tracking, b: Tracking) => a.carrier === b.carrier && a.number === b.number

async function checkCorrectable(
  tx: Transaction,
  { order }: LockedOrder,
  { parcel, number }: Readonly<{ parcel: ParcelDetails; number: string }>,
): Promise<void> {
  if (!hasNumber(parcel, number))
    throw notFound('tracking_not_found', 'We couldn’t find this tracking number. Reload the page.')
  if (parcel.deliveredAt)
    throw refused('parcel_arrived', 'This parcel has arrived, so its tracking number can’t change.')
  const labels = await listOrderLabels(tx, order.id)
  if (labels.some(({ trackingNumber }) => trackingNumber === number))
    throw refused(
      'label_number',
      'This tracking number belongs to a label bought here. Refund the label to remove it.',
    )
}
