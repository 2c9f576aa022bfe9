import type { Database } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { addMs, HOUR } from '#core/time.ts'
import { carrierTitle } from '#core/shipping/carriers.ts'
import type { Carriers, OrderDeps, TrackingState } from '#features/sales/orders/service.ts'
import type { Log } from '#platform/log.ts'
import { performCaseAction } from '../actions/perform-action.ts'
import { claimReturnsToFollow, type LabelledReturn } from './return-queries.ts'

/** The interval at which the carrier of a return is asked whether it has the parcel. */
const CHECK_INTERVAL_MS = 6 * HOUR

/** The most returns checked in one run. */
const BATCH = 50

/** The states in which the carrier has received the parcel. */
const UNDER_WAY: ReadonlySet<TrackingState> = new Set(['in_transit', 'out_for_delivery', 'delivered'])

type FollowContext = Readonly<{ carriers: Carriers; deps: OrderDeps; now: Date; log: Log }>

/** Checks the labels of awaited returns with their carriers; a parcel that its carrier has counts as sent back. */
export async function followReturns(db: Database, context: FollowContext): Promise<void> {
  const { now, log } = context
  const since = addMs(now, -CHECK_INTERVAL_MS)
  // Sequentially, to respect the limits of the carriers' service.
  for (const labelled of await claimReturnsToFollow(db, { since, now, limit: BATCH }))
    await followReturn(db, labelled, context).catch((error: unknown) => {
      log.warn({ err: error, case: labelled.caseId }, 'could not track a return; trying again later')
    })
}

async function followReturn(
  db: Database,
  { caseId, carrier, trackingNumber: number }: LabelledReturn,
  { carriers, deps, now }: FollowContext,
): Promise<void> {
  if (!carriers.canTrack(carrier)) return
  const { state } = await carriers.track({ carrier, number, trackerRef: null })
  if (!UNDER_WAY.has(state)) return
  const tracking = carrier === 'other' ? number : `${carrierTitle(carrier)} ${number}`
  await performCaseAction(
    db,
    { caseId, side: 'carrier', scope: {}, accountId: null, deps, now },
    { event: 'send_back', text: '', pictures: [], tracking },
  ).catch((error: unknown) => {
    // The buyer, or another run, has reported it meanwhile.
    if (!(error instanceof AppError && error.code === 'case_state')) throw error
  })
}
