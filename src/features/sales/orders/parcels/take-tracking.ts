import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { AppError } from '#core/errors.ts'
import { DAY, HOUR, later } from '#core/time.ts'
import type { Log } from '#platform/log.ts'
import { readTracking } from './carriers.ts'
import { hastenRefundLook } from '../labels/label-refund-queries.ts'
import type { CarrierNotice, Carriers, OrderDesk, TrackingNews } from '../port.ts'
import { parcelArrived } from './send-parcel.ts'
import {
  type Followed,
  insertCarrierNotice,
  keepNews,
  listDueTrackings,
  listTrackingsOf,
  postponeLook,
} from './tracking-queries.ts'

/** How often a parcel under way is asked about by itself, should no message of its carrier come. */
const LOOK_EVERY = 6 * HOUR

/** For how long a parcel is asked about at all. */
const LOOK_FOR = 90 * DAY

/** How many are asked about in one run. */
const BATCH = 50

/** What taking in news of parcels needs. */
export type Taking = Readonly<{ desk: OrderDesk; now: Date }>

/**
 * Takes in a carrier's message: noted by its id, then what it tells of parcels of ours. Taken in again, late or out of order, it
 * moves nothing back. Gives whether it was about a parcel or a label of ours.
 */
export async function takeCarrierNotice(
  db: Database,
  { eventId, news, refundAbout }: CarrierNotice,
  taking: Taking,
): Promise<boolean> {
  await insertCarrierNotice(db, { eventId, number: news?.number ?? null, now: taking.now })
  if (refundAbout) return lookAtRefund(db, refundAbout, taking)
  if (!news) return false
  // The carrier may write the number in its own way.
  const number = readTracking('other', news.number) ?? news.number
  const followed = await listTrackingsOf(db, { ...news, number })
  for (const one of followed) await takeNews(db, { followed: one, news }, taking)
  return followed.length > 0
}

/** What a message says of a refund may be late: the carrier is asked how it stands now. */
function lookAtRefund(db: Database, shipmentRef: string, { desk, now }: Taking): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const isOurs = await hastenRefundLook(tx, { shipmentRef, now })
    if (isOurs) await desk.enqueue(tx, { job: 'orders.follow_label_refunds', input: {} })
    return isOurs
  })
}

/** Asks how the parcels under way stand that are due to be asked about; gives how many were answered. */
export async function followParcels(
  db: Database,
  { carriers, log, ...taking }: Taking & Readonly<{ carriers: Carriers; log: Log }>,
): Promise<number> {
  const { now } = taking
  const due = await listDueTrackings(db, { now, since: later(now, -LOOK_FOR), limit: BATCH })
  let answered = 0
  // One after the other: who carries our parcels is not to be rushed.
  for (const followed of due) {
    try {
      await takeNews(db, { followed, news: await carriers.track(followed) }, taking)
      answered += 1
    } catch (error) {
      log.warn(
        { err: error, parcel: followed.parcelId },
        'a parcel could not be followed; it is tried again later',
      )
      await postponeLook(db, followed.id, now)
    }
  }
  return answered
}

async function takeNews(
  db: Database,
  { followed, news }: Readonly<{ followed: Followed; news: TrackingNews }>,
  { desk, now }: Taking,
): Promise<void> {
  // A number may have been another parcel's before: what is older than the order is not about it.
  const steps = news.steps.filter(({ at }) => at >= followed.paidAt)
  const isAbout = news.steps.length === 0 || steps.length > 0
  const known: TrackingNews = isAbout ? news : { ...news, state: 'pending', expectedAt: null }
  const state = await inTransaction(db, async (tx) => {
    const kept = await keepNews(tx, {
      trackingId: followed.id,
      news: known,
      steps,
      nextLookAt: later(now, LOOK_EVERY),
    })
    if (kept.state === 'returned' && kept.before !== 'returned') await tellComingBack(tx, followed, desk)
    return kept.state
  })
  if (state !== 'delivered' || !followed.isLast) return
  const acting = { id: followed.orderId, whose: {}, cause: { actor: 'carrier' } as const, desk, now }
  await parcelArrived(db, acting, followed.parcelId).catch((error: unknown) => {
    // Somebody has just done it: the order is where it should be, or the next look finds it.
    if (!(error instanceof AppError && error.code === 'order_changed')) throw error
  })
}

/** Nobody waits for a timer to hear that a parcel comes back. */
async function tellComingBack(
  tx: Transaction,
  { orderId, parcelId, version }: Followed,
  desk: OrderDesk,
): Promise<void> {
  const input = {
    supplierOrderId: orderId,
    kind: 'coming_back',
    version,
    isSuppliers: true,
    reason: null,
    parcelId,
  }
  await desk.enqueue(tx, { job: 'orders.mail_news', input })
}
