import { carrierTitle, trackingPage } from '../parcels/carriers.ts'
import type { WholeParcel } from '../parcels/parcel-queries.ts'
import type { SupplierOrderLine } from '../queries.ts'
import type { ParcelData, StoryData } from '../shapes.ts'
import type { StoryEvent } from './timeline-queries.ts'

/** A parcel as it is shown; `lines` are all lines of its order. What its code proves, only its buyer may see. */
export function shownParcel(
  parcel: WholeParcel,
  lines: readonly SupplierOrderLine[],
  isBuyer = false,
): ParcelData {
  const places = new Map(lines.map((line, index) => [line.id, { line: index + 1, title: line.title }]))
  return {
    id: parcel.publicId,
    shippedAt: parcel.shippedAt.toISOString(),
    deliveredAt: parcel.deliveredAt?.toISOString() ?? null,
    deliveredBy: parcel.deliveredBy,
    saidAt: parcel.saidAt?.toISOString() ?? null,
    trackings: parcel.trackings.map(({ carrier, number, state, expectedAt, lastStep }) => ({
      carrier,
      title: carrierTitle(carrier),
      number,
      url: trackingPage(carrier, number),
      state,
      lastStep: lastStep && { ...lastStep, at: isoOf(lastStep.at) },
      expectedAt: expectedAt && isoOf(expectedAt),
    })),
    collection: parcel.collectionCode
      ? { note: parcel.collectionNote, code: isBuyer ? parcel.collectionCode : null }
      : null,
    lines: parcel.lines.flatMap(({ lineId, quantity }) => {
      const place = places.get(lineId)
      return place ? [{ ...place, quantity }] : []
    }),
  }
}

/** A moment as the database writes it into JSON, as it goes out. */
function isoOf(written: string): string {
  return new Date(written).toISOString()
}

/** An event as it is shown; what an operator noted is for operators. */
export function shownEvent({ event, state, actor, reason, at }: StoryEvent, isOperator = false): StoryData {
  return {
    event,
    state,
    actor,
    reason: actor === 'operator' && !isOperator ? null : reason,
    at: at.toISOString(),
  }
}
