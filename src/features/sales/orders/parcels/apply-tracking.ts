import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { AppError } from '#core/errors.ts'
import { DAY, HOUR, addMs } from '#core/time.ts'
import type { Log } from '#platform/log.ts'
import { parseTrackingNumber } from './tracking-numbers.ts'
import { scheduleRefundCheck } from '../labels/refunds/label-refund-queries.ts'
import type { CarrierWebhookEvent, Carriers, OrderDeps, TrackingUpdate } from '../port.ts'
import { markParcelArrived } from './send-parcel.ts'
import {
  type TrackedNumber,
  insertCarrierWebhookEvent,
  saveTrackingUpdate,
  listDueTrackings,
  listMatchingTrackings,
  postponeCheck,
} from './tracking-queries.ts'

/** The interval of checks of a parcel in transit without a webhook event of its carrier. */
const CHECK_INTERVAL_MS = 6 * HOUR

/** How long a parcel is checked at all. */
const CHECK_WINDOW_MS = 90 * DAY

/** The most parcels checked in one run. */
const BATCH = 50

/** The dependencies of applying tracking updates. */
export type TrackingContext = Readonly<{ deps: OrderDeps; now: Date }>

/**
 * Applies a carrier's webhook event: stores it by its id, then updates our parcels. A repeated, late or out-of-order
 * event moves nothing back. Returns whether it was about a parcel or a label of ours.
 */
export async function applyCarrierWebhookEvent(
  db: Database,
  { eventId, news, refundAbout }: CarrierWebhookEvent,
  context: TrackingContext,
): Promise<boolean> {
  await insertCarrierWebhookEvent(db, { eventId, number: news?.number ?? null, now: context.now })
  if (refundAbout) return scheduleLabelRefundCheck(db, refundAbout, context)
  if (!news) return false
  // The carrier may format the number in its own way.
  const number = parseTrackingNumber('other', news.number) ?? news.number
  const trackings = await listMatchingTrackings(db, { ...news, number })
  for (const tracking of trackings) await applyTrackingUpdate(db, { followed: tracking, news }, context)
  return trackings.length > 0
}

/** Schedules a check of a label's refund with its carrier, because an event about it may be late. */
function scheduleLabelRefundCheck(
  db: Database,
  shipmentRef: string,
  { deps, now }: TrackingContext,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const isOurs = await scheduleRefundCheck(tx, { shipmentRef, now })
    if (isOurs) await deps.enqueue(tx, { job: 'orders.follow_label_refunds', input: {} })
    return isOurs
  })
}

/** Polls carriers about parcels due for a check; returns how many were answered. */
export async function pollParcels(
  db: Database,
  { carriers, log, ...taking }: TrackingContext & Readonly<{ carriers: Carriers; log: Log }>,
): Promise<number> {
  const { now } = taking
  const dueTrackings = await listDueTrackings(db, { now, since: addMs(now, -CHECK_WINDOW_MS), limit: BATCH })
  let polledCount = 0
  // Sequentially, to respect the limits of the carriers' service.
  for (const trackings of dueTrackings) {
    if (!carriers.canTrack(trackings.carrier)) {
      await postponeCheck(db, trackings.id, now)
      continue
    }
    try {
      await applyTrackingUpdate(db, { followed: trackings, news: await carriers.track(trackings) }, taking)
      polledCount += 1
    } catch (error) {
      log.warn({ err: error, parcel: trackings.parcelId }, 'could not track a parcel; trying again later')
      await postponeCheck(db, trackings.id, now)
    }
  }
  return polledCount
}

async function applyTrackingUpdate(
  db: Database,
  { followed, news }: Readonly<{ followed: TrackedNumber; news: TrackingUpdate }>,
  { deps, now }: TrackingContext,
): Promise<void> {
  // A number may have belonged to another parcel before: events older than the order are ignored.
  const events = news.steps.filter(({ at }) => at >= followed.paidAt)
  const isAbout = news.steps.length === 0 || events.length > 0
  const accepted: TrackingUpdate = isAbout ? news : { ...news, state: 'pending', expectedAt: null }
  const state = await inTransaction(db, async (tx) => {
    const saved = await saveTrackingUpdate(tx, {
      trackingId: followed.id,
      news: accepted,
      steps: events,
      nextCheckAt: addMs(now, CHECK_INTERVAL_MS),
    })
    if (saved.state === 'returned' && saved.before !== 'returned') await notifyOfReturn(tx, followed, deps)
    return saved.state
  })
  if (state !== 'delivered' || !followed.isLast) return
  const context = { id: followed.orderId, scope: {}, cause: { actor: 'carrier' } as const, deps, now }
  await markParcelArrived(db, context, followed.parcelId).catch((error: unknown) => {
    // Another process has just applied it: the order is in its new state, or the next check applies it.
    if (!(error instanceof AppError && error.code === 'order_changed')) throw error
  })
}

/** Notifies of a returning parcel at once, without waiting for the timer. */
async function notifyOfReturn(
  tx: Transaction,
  { orderId, parcelId, version }: TrackedNumber,
  deps: OrderDeps,
): Promise<void> {
  const input = {
    supplierOrderId: orderId,
    kind: 'coming_back',
    version,
    isSuppliers: true,
    reason: null,
    parcelId,
  }
  await deps.enqueue(tx, { job: 'orders.mail_news', input })
}
