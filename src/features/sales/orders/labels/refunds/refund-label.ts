import type { Database } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import type { OrderActionContext } from '../../lifecycle/answer-order.ts'
import { withLockedOrder } from '../../lifecycle/change-order.ts'
import type { LockedOrder } from '../../lifecycle/lifecycle-queries.ts'
import { deleteTracking, listParcels, type ParcelDetails } from '../../parcels/parcel-queries.ts'
import { changeNumbers } from '../../parcels/correct-tracking.ts'
import { checkUnseen, isUnseen, unpackParcel } from '../../parcels/unpack-parcel.ts'
import { type Label, listOrderLabels, moveLabel } from '../label-queries.ts'

/** The states of labels with a pending or finished refund; requesting it again changes nothing. */
const REFUNDED_STATES: readonly Label['state'][] = ['unused', 'given_back', 'refunded', 'not_billed']

/**
 * Requests a carrier's refund of an unused label. Its parcel is to be sent again, unless another number was added to
 * it: then only the label's number is removed. Repeating it changes nothing. Throws `label_not_found` and
 * `label_in_use`; refuses with `label_state` for one that is not bought or whose carrier keeps the money, `order_state`
 * and `parcel_refunded`.
 */
export function refundLabel(
  db: Database,
  context: OrderActionContext,
  labelId: string,
): Promise<LockedOrder> {
  return withLockedOrder(db, context, async (tx, locked) => {
    const label = (await listOrderLabels(tx, locked.order.id)).find(({ publicId }) => publicId === labelId)
    if (!label) throw notFound('label_not_found', 'This label doesn’t exist.')
    if (REFUNDED_STATES.includes(label.state)) return { locked, released: [] }
    if (label.state !== 'used')
      throw refused(
        'label_state',
        'Only a label that was bought can be refunded. Wait a moment and reload.',
        {
          state: label.state,
        },
      )
    const parcels = await listParcels(tx, [locked.order.id])
    const parcel = parcels.find(({ idempotencyKey }) => idempotencyKey === labelId)
    const { now, deps } = context
    await moveLabel(tx, { label, from: 'used', to: 'unused', failure: null, now })
    await deps.enqueue(tx, { job: 'orders.buy_label', input: { labelId } })
    if (!parcel) return { locked, released: [] }
    const { trackingNumber: number } = label
    if (number === null || parcel.trackings.every((tracking) => tracking.number === number)) {
      const acting = { ...context, cause: { ...context.cause, reason: `Label ${number ?? ''} refunded` } }
      return unpackParcel(tx, { acting, locked, parcel })
    }
    checkUnseen({ ...parcel, trackings: parcel.trackings.filter((tracking) => tracking.number === number) })
    await changeNumbers(tx, { context, locked, parcel }, () =>
      deleteTracking(tx, { parcelId: parcel.id, number }),
    )
    return { locked, released: [] }
  })
}

/** Returns whether a label can be refunded: as far as is known, its carrier does not have the parcel. */
export function isRefundable(label: Label, parcels: readonly ParcelDetails[]): boolean {
  if (label.state !== 'used') return false
  const parcel = parcels.find(({ idempotencyKey }) => idempotencyKey === label.publicId)
  if (!parcel) return true
  const ofLabel = parcel.trackings.filter(({ number }) => number === label.trackingNumber)
  return isUnseen({ ...parcel, trackings: ofLabel })
}
