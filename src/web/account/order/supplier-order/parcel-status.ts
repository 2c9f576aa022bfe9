import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'

type Parcel = TrackedOrderData['supplierOrders'][number]['parcels'][number]

/** Returns whether the carrier last reported that the parcel returns to its sender. */
export function isReturning({ trackings }: Parcel): boolean {
  return lastTracking(trackings) === 'returned'
}

/** Returns whether a parcel was announced to its carrier but not handed over yet. */
export function isPreTransit({ deliveredAt, trackings }: Parcel): boolean {
  return deliveredAt === null && lastTracking(trackings) === 'info_received'
}

/** Returns the last known state of a parcel; a later number without tracking does not change it. */
function lastTracking(trackings: Parcel['trackings']) {
  return trackings.findLast(({ state }) => state !== null && state !== 'pending')?.state
}
