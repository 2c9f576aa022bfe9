import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { later } from '#core/time.ts'
import { announceSoon } from '#features/catalogue/catalog/service.ts'
import type { Log } from '#platform/log.ts'
import { type DoubtKind, doubtOf } from '../lifecycle/arrival.ts'
import { changeOrder, type Changed } from '../lifecycle/change-order.ts'
import {
  claimOrder,
  type DueTimer,
  isDue,
  listDueTimers,
  type LockedOrder,
  postponeTimer,
} from '../lifecycle/lifecycle-queries.ts'
import type { Cause } from '../lifecycle/move-orders.ts'
import { listParcels } from '../parcels/parcel-queries.ts'
import type { OrderDesk } from '../port.ts'
import { unitsOf } from '../rules.ts'
import type { SupplierOrderEvent } from '../lifecycle/states.ts'
import { type TimerKind, TIMING } from './timing.ts'

/** How many timers are looked for at once. */
const BATCH = 100

/** What firing timers needs. */
export type Firing = Readonly<{ desk: OrderDesk; now: Date; log: Log }>

/**
 * Does what is due, one order a transaction; gives how many timers did something. A timer is gone with what it did, so that one
 * whose process died is done by the next run, and none is done twice. Several processes may do it at once.
 */
export async function fireTimers(db: Database, firing: Firing): Promise<number> {
  let fired = 0
  for (;;) {
    const due = await listDueTimers(db, firing.now, BATCH)
    const before = fired
    // One after the other: what one has done may have ended the next.
    for (const timer of due) if (await fireSafely(db, timer, firing)) fired += 1
    if (due.length < BATCH || fired === before) return fired
  }
}

async function fireSafely(db: Database, timer: DueTimer, firing: Firing): Promise<boolean> {
  try {
    return await fire(db, timer, firing)
  } catch (error) {
    firing.log.error({ err: error, ...timer }, 'the timer of an order failed and is tried again later')
    await postponeTimer(db, timer, firing.now)
    return false
  }
}

async function fire(db: Database, timer: DueTimer, { desk, now }: Firing): Promise<boolean> {
  const changed = await inTransaction<Changed | undefined>(db, async (tx) => {
    const locked = await claimOrder(tx, timer.orderId)
    // Its row is read after the lock was got: another may have been here meanwhile.
    if (!locked || !(await isDue(tx, timer, now))) return undefined
    if (timer.kind === 'deliver') return deliverUnlessDoubted(tx, locked, { desk, now })
    const { event, reason } = happening(timer.kind, locked)
    const cause: Cause = { actor: 'timer', ...(reason ? { reason } : {}) }
    return changeOrder(tx, { locked, event, cause, timer: timer.kind, desk, now })
  })
  announceSoon(db, changed?.released ?? [])
  return changed !== undefined
}

/**
 * Its way and a week are over: it counts as delivered, unless its carrier says that it is not there. Then it is looked at again
 * later, and who is to see to it is told.
 */
async function deliverUnlessDoubted(
  tx: Transaction,
  locked: LockedOrder,
  { desk, now }: Pick<Firing, 'desk' | 'now'>,
): Promise<Changed> {
  const change = { locked, timer: 'deliver', desk, now } as const
  const doubt = doubtOf(await listParcels(tx, [locked.order.id]), now)
  if (!doubt) {
    const cause = { actor: 'timer', reason: 'Nothing else was heard of it' } as const
    return changeOrder(tx, { ...change, event: 'deliver', cause })
  }
  const { kind, parcelId } = doubt
  return changeOrder(tx, {
    ...change,
    event: 'wait',
    cause: { actor: 'timer', reason: DOUBTS[kind] },
    again: later(now, TIMING.lookAgain),
    ...(kind === 'on_its_way' ? {} : { news: { kind, parcelId } }),
  })
}

const DOUBTS: Readonly<Record<DoubtKind, string>> = {
  on_its_way: 'Its carrier says that it is still on its way',
  overdue: 'Its carrier says that it is still on its way after 60 days',
  never_left: 'Its carrier has not got it yet',
  uncollected: 'Nobody has said that it was collected',
  coming_back: 'Its carrier says that it is on its way back',
}

type Happening = Readonly<{ event: SupplierOrderEvent; reason?: string }>

/** What a timer brings about, by how the order's units are. */
function happening(kind: Exclude<TimerKind, 'deliver'>, { lines }: LockedOrder): Happening {
  const hasSent = unitsOf(lines).sent > 0
  switch (kind) {
    case 'submit':
      return { event: 'submit' }
    case 'escalate':
      return { event: 'escalate', reason: 'The supplier has not answered' }
    case 'reject':
      return { event: 'reject', reason: 'The supplier did not answer in time' }
    case 'late':
      return { event: 'miss_promise', reason: 'Not on its way when it was promised to be' }
    case 'unshipped':
      return { event: hasSent ? 'cancel_rest' : 'cancel', reason: 'Not sent in time' }
    case 'cancel':
      // A label was bought: silence is no yes any more.
      return hasSent
        ? { event: 'keep', reason: 'A parcel is on its way already' }
        : { event: 'cancel', reason: 'The supplier did not object' }
    case 'complete':
      return { event: 'complete' }
  }
}
