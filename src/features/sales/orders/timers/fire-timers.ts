import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { addMs } from '#core/time.ts'
import { announceProducts } from '#features/catalogue/catalog/service.ts'
import type { Log } from '#platform/log.ts'
import { type DeliveryIssueKind, findDeliveryIssue } from '../lifecycle/delivery-issues.ts'
import { changeOrder, type OrderChangeResult } from '../lifecycle/change-order.ts'
import {
  claimOrder,
  type DueOrderTimer,
  isOrderTimerDue,
  listDueOrderTimers,
  type LockedOrder,
  postponeOrderTimer,
} from '../lifecycle/lifecycle-queries.ts'
import type { Cause } from '../lifecycle/move-orders.ts'
import { listParcels } from '../parcels/parcel-queries.ts'
import type { OrderDeps } from '../port.ts'
import { countUnits } from '../rules.ts'
import type { SupplierOrderEvent } from '../lifecycle/states.ts'
import { type TimerKind, TIMING } from './timing.ts'

/** How many timers are looked for at once. */
const BATCH = 100

/** What firing timers needs. */
export type OrderTimerContext = Readonly<{ deps: OrderDeps; now: Date; log: Log }>

/**
 * Does what is due, one order a transaction; gives how many timers did something. A timer is gone with what it did, so that one
 * whose process died is done by the next run, and none is done twice. Several processes may do it at once.
 */
export async function fireTimers(db: Database, context: OrderTimerContext): Promise<number> {
  let firedCount = 0
  for (;;) {
    const due = await listDueOrderTimers(db, context.now, BATCH)
    const firedBefore = firedCount
    // One after the other: what one has done may have ended the next.
    for (const timer of due) if (await fireSafely(db, timer, context)) firedCount += 1
    if (due.length < BATCH || firedCount === firedBefore) return firedCount
  }
}

async function fireSafely(db: Database, timer: DueOrderTimer, context: OrderTimerContext): Promise<boolean> {
  try {
    return await fire(db, timer, context)
  } catch (error) {
    context.log.error({ err: error, ...timer }, 'the timer of an order failed and is tried again later')
    await postponeOrderTimer(db, timer, context.now)
    return false
  }
}

async function fire(db: Database, timer: DueOrderTimer, { deps, now }: OrderTimerContext): Promise<boolean> {
  const result = await inTransaction<OrderChangeResult | undefined>(db, async (tx) => {
    const locked = await claimOrder(tx, timer.orderId)
    // Its row is read after the lock was got: another may have been here meanwhile.
    if (!locked || !(await isOrderTimerDue(tx, timer, now))) return undefined
    if (timer.kind === 'deliver') return deliverUnlessIssue(tx, locked, { deps, now })
    const { event, reason } = getTimerEffect(timer.kind, locked)
    const cause: Cause = { actor: 'timer', ...(reason ? { reason } : {}) }
    return changeOrder(tx, { locked, event, cause, timer: timer.kind, deps, now })
  })
  announceProducts(db, result?.released ?? [])
  return result !== undefined
}

/**
 * Its way and a week are over: it counts as delivered, unless its carrier says that it is not there. Then it is looked at again
 * later, and who is to see to it is told.
 */
async function deliverUnlessIssue(
  tx: Transaction,
  locked: LockedOrder,
  { deps, now }: Pick<OrderTimerContext, 'deps' | 'now'>,
): Promise<OrderChangeResult> {
  const change = { locked, timer: 'deliver', deps, now } as const
  const issue = findDeliveryIssue(await listParcels(tx, [locked.order.id]), now)
  if (!issue) {
    const cause = { actor: 'timer', reason: 'Nothing else was heard of it' } as const
    return changeOrder(tx, { ...change, event: 'deliver', cause })
  }
  const { kind, parcelId } = issue
  return changeOrder(tx, {
    ...change,
    event: 'wait',
    cause: { actor: 'timer', reason: ISSUE_REASONS[kind] },
    again: addMs(now, TIMING.lookAgain),
    ...(kind === 'on_its_way' ? {} : { news: { kind, parcelId } }),
  })
}

const ISSUE_REASONS: Readonly<Record<DeliveryIssueKind, string>> = {
  on_its_way: 'Its carrier says that it is still on its way',
  overdue: 'Its carrier says that it is still on its way after 60 days',
  never_left: 'Its carrier has not got it yet',
  uncollected: 'Nobody has said that it was collected',
  coming_back: 'Its carrier says that it is on its way back',
}

type TimerEffect = Readonly<{ event: SupplierOrderEvent; reason?: string }>

/** What a timer brings about, by how the order's units are. */
function getTimerEffect(kind: Exclude<TimerKind, 'deliver'>, { lines }: LockedOrder): TimerEffect {
  const hasShipped = countUnits(lines).sent > 0
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
      return { event: hasShipped ? 'cancel_rest' : 'cancel', reason: 'Not sent in time' }
    case 'cancel':
      // A label was bought: silence is no yes any more.
      return hasShipped
        ? { event: 'keep', reason: 'A parcel is on its way already' }
        : { event: 'cancel', reason: 'The supplier did not object' }
    case 'complete':
      return { event: 'complete' }
  }
}
