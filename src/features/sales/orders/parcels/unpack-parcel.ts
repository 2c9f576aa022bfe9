import type { Transaction } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import type { OrderActionContext } from '../lifecycle/answer-order.ts'
import { changeOrder, type OrderChangeResult } from '../lifecycle/change-order.ts'
import type { LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import type { TrackingState } from '../shapes.ts'
import { listLines } from '../views/purchase-queries.ts'
import { insertCorrection } from './correction-queries.ts'
import { deleteParcel, type ParcelDetails, returnUnits } from './parcel-queries.ts'

/** The states of parcels that their carrier does not have yet. */
const UNSEEN_STATES: readonly (TrackingState | null)[] = [null, 'pending', 'info_received']

/** A parcel of a locked order to reverse. */
type UnpackInput = Readonly<{ acting: OrderActionContext; locked: LockedOrder; parcel: ParcelDetails }>

/** Returns whether a parcel's carrier does not have it yet, as far as is known. */
export function isUnseen({ deliveredAt, trackings }: ParcelDetails): boolean {
  return !deliveredAt && trackings.every(({ state }) => UNSEEN_STATES.includes(state))
}

/** Throws `label_in_use` for a parcel that its carrier has, or that has arrived. */
export function checkUnseen(parcel: ParcelDetails): void {
  if (isUnseen(parcel)) return
  throw refused('label_in_use', 'The carrier already has this parcel, so its label can’t be refunded.')
}

/**
 * Reverses a parcel that was not handed over: units become unsent, and its earning returns to escrow. The order's
 * timeline still has it. Throws `label_in_use`; refuses with `order_state` and `parcel_refunded`.
 */
export async function unpackParcel(
  tx: Transaction,
  { acting, locked, parcel }: UnpackInput,
): Promise<OrderChangeResult> {
  checkUnseen(parcel)
  const { order } = locked
  await returnUnits(tx, parcel.id)
  const unpacked = { ...locked, lines: await listLines(tx, [order.id]) }
  const change = { ...acting, locked: unpacked, event: 'unpack' } as const
  const { id, publicId } = parcel
  const result = await changeOrder(tx, { ...change, parcel: { id, publicId, itemsAmount: 0 } })
  await deleteParcel(tx, id)
  await insertCorrection(tx, { locked, parcel, after: [], now: acting.now })
  return result
}
