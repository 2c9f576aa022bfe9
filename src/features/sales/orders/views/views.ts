import { carrierTitle } from '#core/shipping/carriers.ts'
import { trackingUrl } from '../parcels/tracking-numbers.ts'
import type { ParcelDetails } from '../parcels/parcel-queries.ts'
import type { SupplierOrderLine } from './purchase-queries.ts'
import type { ParcelData, TimelineEventData } from '../shapes.ts'
import type { TimelineEvent } from './timeline-queries.ts'

/** Returns a parcel's view model; `lines` are all lines of its order. Only its buyer may see its code. */
export function toParcelView(
  parcel: ParcelDetails,
  lines: readonly SupplierOrderLine[],
  isBuyer = false,
): ParcelData {
  const lineRefs = new Map(lines.map((line, index) => [line.id, { line: index + 1, title: line.title }]))
  return {
    id: parcel.publicId,
    shippedAt: parcel.shippedAt.toISOString(),
    deliveredAt: parcel.deliveredAt?.toISOString() ?? null,
    deliveredBy: parcel.deliveredBy,
    reportedDeliveredAt: parcel.reportedDeliveredAt?.toISOString() ?? null,
    trackings: parcel.trackings.map(({ carrier, number, state, expectedAt, lastStep }) => ({
      carrier,
      title: carrierTitle(carrier),
      number,
      url: trackingUrl(carrier, number),
      state,
      lastStep: lastStep && { ...lastStep, at: toIsoText(lastStep.at) },
      expectedAt: expectedAt && toIsoText(expectedAt),
    })),
    collection: parcel.collectionCode
      ? { note: parcel.collectionNote, code: isBuyer ? parcel.collectionCode : null }
      : null,
    lines: parcel.lines.flatMap(({ lineId, quantity }) => {
      const lineRef = lineRefs.get(lineId)
      return lineRef ? [{ ...lineRef, quantity }] : []
    }),
  }
}

/** Returns a moment from the database's JSON in ISO format. */
function toIsoText(text: string): string {
  return new Date(text).toISOString()
}

/** Returns an event's view model; operators' notes are for operators only. */
export function toTimelineEventView(
  { event, state, actor, reason, at }: TimelineEvent,
  isOperator = false,
): TimelineEventData {
  return {
    event,
    state,
    actor,
    reason: actor === 'operator' && !isOperator ? null : reason,
    at: at.toISOString(),
  }
}
