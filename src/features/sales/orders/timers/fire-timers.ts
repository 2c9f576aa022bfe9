import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { addMs } from '#core/time.ts'
import { announceProducts } from '#features/catalogue/catalog/service.ts'
import { fireDueTimers, type TimerSource } from '#platform/jobs/fire-due-timers.ts'
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
import { submitOrders } from './submit-orders.ts'
import { type TimerKind, TIMING } from './timing.ts'

/** The dependencies of firing timers. */
export type OrderTimerContext = Readonly<{ deps: OrderDeps; now: Date; log: Log }>

/**
 * Fires all due timers of orders; returns how many did something. Each order has its own transaction, but up to 20 that
 * are handed over to their suppliers share one.
 */
export function fireTimers(db: Database, context: OrderTimerContext): Promise<number> {
  const source: TimerSource<DueOrderTimer> = {
    subject: 'order',
    listDue: listDueOrderTimers,
    fire: (database, timer) => fire(database, timer, context),
    postpone: postponeOrderTimer,
    isTogether: ({ kind }) => kind === 'submit',
    fireTogether: (database, timers) =>
      inTransaction(database, (tx) =>
        submitOrders(
          tx,
          timers.map(({ orderId }) => orderId),
          context,
        ),
      ),
  }
  return fireDueTimers(db, source, context)
}

async function fire(db: Database, timer: DueOrderTimer, { deps, now }: OrderTimerContext): Promise<boolean> {
  const result = await inTransaction<OrderChangeResult | undefined>(db, async (tx) => {
    const locked = await claimOrder(tx, timer.orderId)
    // Its row is read after the lock: another process may have handled it meanwhile.
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
 * Delivers an order a week after its transit time, unless its carrier reports that it has not arrived. Then it is
 * checked again later, and the responsible party gets an email.
 */
async function deliverUnlessIssue(
  tx: Transaction,
  locked: LockedOrder,
  { deps, now }: Pick<OrderTimerContext, 'deps' | 'now'>,
): Promise<OrderChangeResult> {
  const change = { locked, timer: 'deliver', deps, now } as const
  const issue = findDeliveryIssue(await listParcels(tx, [locked.order.id]), now)
  if (!issue) {
    const cause = { actor: 'timer', reason: 'No other news of it' } as const
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
  on_its_way: 'The carrier reports that it is still on its way',
  overdue: 'The carrier reports that it is still on its way after 60 days',
  never_left: 'The carrier hasn’t received it yet',
  uncollected: 'Not reported as collected',
  coming_back: 'The carrier reports that it is on its way back',
}

type TimerEffect = Readonly<{ event: SupplierOrderEvent; reason?: string }>

/** Returns the effect of a timer, by the state of the order's units. */
function getTimerEffect(kind: Exclude<TimerKind, 'deliver'>, { lines }: LockedOrder): TimerEffect {
  const hasShipped = countUnits(lines).sent > 0
  switch (kind) {
    case 'submit':
      return { event: 'submit' }
    case 'escalate':
      return { event: 'escalate', reason: 'The supplier hasn’t answered' }
    case 'reject':
      return { event: 'reject', reason: 'The supplier didn’t answer in time' }
    case 'late':
      return { event: 'miss_promise', reason: 'Not shipped by the promised date' }
    case 'unshipped':
      return { event: hasShipped ? 'cancel_rest' : 'cancel', reason: 'Not shipped in time' }
    case 'cancel':
      // A label was bought: silence no longer means agreement.
      return hasShipped
        ? { event: 'keep', reason: 'A parcel is on its way already' }
        : { event: 'cancel', reason: 'The supplier didn’t object' }
    case 'complete':
      return { event: 'complete' }
  }
}
