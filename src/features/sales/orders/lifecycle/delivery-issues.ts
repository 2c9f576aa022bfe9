import type { ParcelDetails } from '../parcels/parcel-queries.ts'
import type { TrackingState } from '../shapes.ts'
import { TIMING } from '../timers/timing.ts'

/** Why a carrier's events contradict the delivery of an order that is due. */
export type DeliveryIssueKind = 'on_its_way' | 'overdue' | 'never_left' | 'coming_back' | 'uncollected'

/** A delivery issue, and the public id of the parcel it is about. */
export type DeliveryIssue = Readonly<{ kind: DeliveryIssueKind; parcelId: string }>

type ParcelStatus = Pick<
  ParcelDetails,
  'publicId' | 'shippedAt' | 'deliveredAt' | 'reportedDeliveredAt' | 'collectionCode'
> &
  Readonly<{ trackings: readonly Readonly<{ state: TrackingState | null }>[] }>

/**
 * Returns the most severe reason why an order's parcels have not arrived, by carriers' last events; undefined without
 * events. A parcel to collect has not arrived until it is reported. An additional tracking number without events does
 * not change those of earlier numbers.
 */
export function findDeliveryIssue(parcels: readonly ParcelStatus[], now: Date): DeliveryIssue | undefined {
  const issues = parcels.flatMap((parcel) => {
    const kind = parcel.deliveredAt ? undefined : detectDeliveryIssue(parcel, now)
    return kind ? [{ kind, parcelId: parcel.publicId }] : []
  })
  return ISSUE_KINDS_BY_SEVERITY.flatMap((kind) => issues.filter((issue) => issue.kind === kind))[0]
}

const ISSUE_KINDS_BY_SEVERITY: readonly DeliveryIssueKind[] = [
  'coming_back',
  'never_left',
  'uncollected',
  'overdue',
  'on_its_way',
]

function detectDeliveryIssue(parcel: ParcelStatus, now: Date): DeliveryIssueKind | undefined {
  const { trackings, shippedAt, collectionCode, reportedDeliveredAt } = parcel
  // No carrier brings it to the buyer: it waits until it is reported as collected.
  if (collectionCode !== null) return reportedDeliveredAt ? undefined : 'uncollected'
  const lastTracking = trackings.findLast(({ state }) => state !== null && state !== 'pending')
  switch (lastTracking?.state) {
    case 'returned':
      return 'coming_back'
    case 'info_received':
      return 'never_left'
    case 'in_transit':
    case 'out_for_delivery':
    case 'exception':
      return now.getTime() - shippedAt.getTime() < TIMING.mostOnItsWay ? 'on_its_way' : 'overdue'
    default:
      return undefined
  }
}
