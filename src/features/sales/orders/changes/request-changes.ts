import { newId } from '#core/ids.ts'
import type { Database, Transaction } from '#database/database.ts'
import type { OrderActionContext } from '../lifecycle/answer-order.ts'
import { changeOrder, type OrderChangeResult, withLockedOrder } from '../lifecycle/change-order.ts'
import type { LineUnits, LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import { cancelUnits } from '../lifecycle/withdraw-units.ts'
import { countRemaining, countUnits } from '../rules.ts'
import type { SupplierOrderState } from '../shapes.ts'
import { findOrderContext, listTimelineEvents } from '../views/timeline-queries.ts'
import { enqueueChangeEmail } from './change-emails.ts'
import {
  type ChangeContent,
  type ChangeRequest,
  closeChange,
  insertChange,
  listChangeRequests,
  updateRecipient,
} from './change-queries.ts'
import { isSameRecipient, type Recipient, toRecipient } from './recipient-rules.ts'

/** The change that a vendor's store requests: the recipient, if known, and the unwanted units with a `reason`. */
export type RequestedChange = Readonly<{
  recipient: Recipient | null
  unwanted: readonly LineUnits[]
  reason: string
}>

/** The states in which a change is applied at once, because the supplier has not accepted the order yet. */
export const UNANSWERED: readonly SupplierOrderState[] = ['paid_hold', 'submitted']

/** The states in which a change is requested from the supplier. */
export const ANSWERED: readonly SupplierOrderState[] = ['accepted', 'in_progress']

/**
 * Applies a store's change to a supplier order, or requests it once the order is accepted. Each change is requested
 * once. An order for another country is cancelled, because its shipping was priced for this one. Repeating it changes
 * nothing.
 */
export function requestChanges(
  db: Database,
  context: OrderActionContext,
  wanted: RequestedChange,
): Promise<LockedOrder> {
  return withLockedOrder(db, context, async (tx, locked) => {
    const task = { tx, locked, context, wanted: await decideChanges(tx, locked, wanted) }
    if (UNANSWERED.includes(locked.order.state)) return applyChanges(task)
    if (ANSWERED.includes(locked.order.state)) return askSupplier(task)
    if (locked.order.state !== 'cancel_requested') await withdrawRequests(task)
    return { locked, released: [] }
  })
}

/** The differences from the current order: unsent units, and another recipient. */
type OrderChange = Readonly<{
  units: readonly LineUnits[]
  isAll: boolean
  recipient: Recipient | null
  reason: string
}>

async function decideChanges(
  tx: Transaction,
  locked: LockedOrder,
  { recipient, unwanted, reason }: RequestedChange,
): Promise<OrderChange> {
  const remaining = locked.lines.map((line) => ({ lineId: line.id, quantity: countRemaining(line) }))
  const units = remaining.flatMap(({ lineId, quantity }) => {
    const count = Math.min(quantity, unwanted.find((one) => one.lineId === lineId)?.quantity ?? 0)
    return count > 0 ? [{ lineId, quantity: count }] : []
  })
  const context = await findOrderContext(tx, locked.order.publicId)
  const current = context && toRecipient(context.purchase)
  const next = recipient && toRecipient(recipient)
  const other = next && current && !isSameRecipient(next, current) ? next : null
  if (other && other.country !== current?.country)
    return {
      units: remaining.filter(({ quantity }) => quantity > 0),
      isAll: true,
      recipient: null,
      reason: 'The order now ships to another country',
    }
  const isAll = units.reduce((sum, { quantity }) => sum + quantity, 0) === countUnits(locked.lines).left
  return {
    units,
    isAll: isAll && units.length > 0,
    recipient: isAll && units.length > 0 ? null : other,
    reason,
  }
}

type ChangeTask = Readonly<{
  tx: Transaction
  locked: LockedOrder
  context: OrderActionContext
  wanted: OrderChange
}>

async function applyChanges(task: ChangeTask): Promise<OrderChangeResult> {
  const { tx, locked, context, wanted } = task
  const { units, recipient, reason } = wanted
  const { deps, now } = context
  const cause = { ...context.cause, reason }
  if (recipient) {
    await updateRecipient(tx, locked.order.id, recipient)
    await record(task, { kind: 'recipient', content: recipient }, 'applied')
  }
  if (units.length === 0) return { locked, released: [] }
  await record(task, { kind: 'units', content: units }, 'applied')
  return cancelUnits(tx, { locked, units, cause, isGone: false, deps, now })
}

/**
 * Requests a change from the supplier. Cancelling all that is left is a cancellation request; some units, or an
 * address, have change requests of their own.
 */
async function askSupplier(task: ChangeTask): Promise<OrderChangeResult> {
  const { tx, locked, context, wanted } = task
  const { deps, now } = context
  const { units, isAll, recipient, reason } = wanted
  const known = await listChangeRequests(tx, [locked.order.id])
  await ask(task, known, { kind: 'recipient', content: recipient })
  await ask(task, known, { kind: 'units', content: units.length > 0 && !isAll ? units : null })
  if (!isAll || (await hasRequestedCancellation(tx, locked))) return { locked, released: [] }
  return changeOrder(tx, { locked, event: 'ask_cancel', cause: { ...context.cause, reason }, deps, now })
}

async function hasRequestedCancellation(tx: Transaction, { order }: LockedOrder): Promise<boolean> {
  const events = await listTimelineEvents(tx, [order.id])
  return events.some(({ event, actor }) => event === 'ask_cancel' && actor === 'store')
}

/** A requested change, or none of its kind. */
type WantedContent = Readonly<
  { kind: 'recipient'; content: Recipient | null } | { kind: 'units'; content: readonly LineUnits[] | null }
>

/** Requests a change unless it was requested already; withdraws requests that no longer apply. */
async function ask(task: ChangeTask, known: readonly ChangeRequest[], wanted: WantedContent): Promise<void> {
  const { tx, context } = task
  const ofKind = known.filter(({ kind }) => kind === wanted.kind)
  const latest = ofKind.findLast(({ requestedBy }) => requestedBy === 'store')
  const isRequested = latest?.state === 'open' || latest?.state === 'declined'
  if (latest && isRequested && isSameContent(latest.content, wanted.content)) return
  // The vendor's own request stays until the store requests something else.
  const over = ofKind.find(
    ({ state, requestedBy }) => state === 'open' && (requestedBy === 'store' || wanted.content !== null),
  )
  if (over) await closeChange(tx, { id: over.id, state: 'withdrawn', reason: null, now: context.now })
  if (wanted.kind === 'recipient' && wanted.content)
    await record(task, { kind: 'recipient', content: wanted.content }, 'open')
  if (wanted.kind === 'units' && wanted.content)
    await record(task, { kind: 'units', content: wanted.content }, 'open')
}

function isSameContent(one: unknown, other: unknown): boolean {
  return toComparable(one) === toComparable(other)
}

/** Serializes a value independently of its order of fields, which the database does not preserve. */
function toComparable(content: unknown): string {
  return JSON.stringify(content, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)))
      : value,
  )
}

async function record(
  { tx, locked, context, wanted }: ChangeTask,
  change: ChangeContent,
  state: 'applied' | 'open',
): Promise<void> {
  const { deps, now } = context
  const id = newId('changeRequest', now.getTime())
  const reason = change.kind === 'units' ? wanted.reason : null
  await insertChange(tx, {
    ...change,
    id,
    orderId: locked.order.id,
    requestedBy: 'store',
    state,
    reason,
    now,
  })
  // The supplier does not know the order before it is handed over.
  if (locked.order.state !== 'paid_hold')
    await enqueueChangeEmail(tx, deps, { id, supplierOrderId: locked.order.publicId, state })
}

/** Withdraws the requests of an order that was sent or has ended. */
async function withdrawRequests({ tx, locked, context }: ChangeTask): Promise<void> {
  for (const { id, state } of await listChangeRequests(tx, [locked.order.id]))
    if (state === 'open')
      await closeChange(tx, {
        id,
        state: 'declined',
        reason: 'It was already on its way.',
        now: context.now,
      })
}
