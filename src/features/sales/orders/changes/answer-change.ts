import { notFound, refused } from '#core/errors.ts'
import type { Database } from '#database/database.ts'
import type { OrderActionContext } from '../lifecycle/answer-order.ts'
import { type OrderChangeResult, VENDOR_ORDER_JOB, withLockedOrder } from '../lifecycle/change-order.ts'
import { cancelUnits, notEnoughUnits } from '../lifecycle/withdraw-units.ts'
import { listOrderLabels } from '../labels/label-queries.ts'
import { countRemaining } from '../rules.ts'
import { findOrderContext } from '../views/timeline-queries.ts'
import { enqueueChangeEmail } from './change-emails.ts'
import { closeChange, listChangeRequests, updateRecipient } from './change-queries.ts'
import type { LineUnits, LockedOrder } from '../lifecycle/lifecycle-queries.ts'

/** A supplier's answer to a request to change an order. */
export type ChangeAnswerInput = Readonly<{ requestId: string; isAccepted: boolean; reason: string | null }>

/**
 * Answers a change request; an accepted one is applied at once. Throws `request_not_found` for one that is not open;
 * refuses with `label_bought` for a new address of labelled items, and with `units_not_there` for sent units.
 */
export function answerChange(
  db: Database,
  context: OrderActionContext,
  { requestId, isAccepted, reason }: ChangeAnswerInput,
): Promise<LockedOrder> {
  return withLockedOrder(db, context, async (tx, locked) => {
    const { deps, now } = context
    const known = await listChangeRequests(tx, [locked.order.id])
    const request = known.find(({ id, state }) => id === requestId && state === 'open')
    if (!request) throw notFound('request_not_found', 'This request is no longer open. Reload the page.')
    const state = isAccepted ? 'accepted' : 'declined'
    await closeChange(tx, { id: request.id, state, reason, now })
    const unchanged: OrderChangeResult = { locked, released: [] }
    await deps.enqueue(tx, { job: VENDOR_ORDER_JOB, input: { supplierOrderId: locked.order.publicId } })
    if (!isAccepted) {
      await enqueueChangeEmail(tx, deps, {
        id: request.id,
        supplierOrderId: locked.order.publicId,
        state: 'declined',
      })
      return unchanged
    }
    if (request.kind === 'units') {
      const units = limitToRemaining(locked, request.content)
      return cancelUnits(tx, {
        locked,
        units,
        cause: { ...context.cause, reason: request.reason ?? 'No longer needed' },
        isGone: false,
        isUnwanted: request.requestedBy === 'store',
        deps,
        now,
      })
    }
    const labels = await listOrderLabels(tx, locked.order.id)
    if (labels.some((label) => CURRENT_LABELS.includes(label.state)))
      throw refused(
        'label_bought',
        'This order has a label with the old address. Refund that label first, then use the new address.',
      )
    await updateRecipient(tx, locked.order.id, request.content)
    return unchanged
  })
}

/** The states of labels that a parcel can be sent with. */
const CURRENT_LABELS: readonly string[] = ['asked', 'bought', 'used']

function limitToRemaining({ lines }: LockedOrder, wanted: readonly LineUnits[]): LineUnits[] {
  const units = wanted.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId)
    const count = line ? Math.min(quantity, countRemaining(line)) : 0
    return count > 0 ? [{ lineId, quantity: count }] : []
  })
  if (units.length === 0) throw notEnoughUnits()
  return units
}

/** Answers all open change requests of an order at once. Throws `request_not_found` without any. */
export async function answerOpenChanges(
  db: Database,
  context: OrderActionContext,
  isAccepted: boolean,
): Promise<LockedOrder> {
  const found = await findOrderContext(db, context.id)
  const open = (await listChangeRequests(db, found ? [found.order.id] : [])).filter(
    ({ state }) => state === 'open',
  )
  let locked: LockedOrder | undefined
  for (const { id } of open)
    locked = await answerChange(db, context, { requestId: id, isAccepted, reason: null })
  if (!locked) throw notFound('request_not_found', 'This request is no longer open. Reload the page.')
  return locked
}
