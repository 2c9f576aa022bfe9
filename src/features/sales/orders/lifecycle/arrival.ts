import type { WholeParcel } from '../parcels/parcel-queries.ts'
import type { TrackingState } from '../shapes.ts'
import { TIMING } from '../timers/timing.ts'

/** Why a carrier's words speak against an order having arrived, though its time is over. */
export type DoubtKind = 'on_its_way' | 'overdue' | 'never_left' | 'coming_back' | 'uncollected'

/** A doubt, and the public id of the parcel it is about. */
export type Doubt = Readonly<{ kind: DoubtKind; parcelId: string }>

type Told = Pick<WholeParcel, 'publicId' | 'shippedAt' | 'deliveredAt' | 'saidAt' | 'collectionCode'> &
  Readonly<{ trackings: readonly Readonly<{ state: TrackingState | null }>[] }>

/**
 * What the carriers' last words about an order's parcels have against it having arrived: the gravest doubt, none where nothing
 * was heard of any. What is to be collected has not arrived as long as nobody says so. A further number of which nothing was heard takes nothing back of what was said of the one before.
 */
export function doubtOf(parcels: readonly Told[], now: Date): Doubt | undefined {
  const doubts = parcels.flatMap((parcel) => {
    const kind = parcel.deliveredAt ? undefined : doubtAbout(parcel, now)
    return kind ? [{ kind, parcelId: parcel.publicId }] : []
  })
  return GRAVEST.flatMap((kind) => doubts.filter((doubt) => doubt.kind === kind))[0]
}

const GRAVEST: readonly DoubtKind[] = ['coming_back', 'never_left', 'uncollected', 'overdue', 'on_its_way']

function doubtAbout(parcel: Told, now: Date): DoubtKind | undefined {
  const { trackings, shippedAt, collectionCode, saidAt } = parcel
  // Nothing brings it to its buyer: it lies there until somebody says that it was collected.
  if (collectionCode !== null) return saidAt ? undefined : 'uncollected'
  const heard = trackings.findLast(({ state }) => state !== null && state !== 'pending')
  switch (heard?.state) {
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
