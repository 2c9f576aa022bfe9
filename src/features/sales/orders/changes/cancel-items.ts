import { notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Database, Transaction } from '#database/database.ts'
import type { OrderActionContext } from '../lifecycle/answer-order.ts'
import { changeOrder, type OrderChangeResult, withLockedOrder } from '../lifecycle/change-order.ts'
import type { LineUnits, LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import { cancelUnits, notEnoughUnits } from '../lifecycle/withdraw-units.ts'
import { countRemaining, countUnits } from '../rules.ts'
import { enqueueChangeEmail } from './change-emails.ts'
import { closeChange, insertChange, listChangeRequests } from './change-queries.ts'
import { ANSWERED, UNANSWERED } from './request-changes.ts'

/** Units of an order's lines, by the lines' positions from 1. */
export type PlacedUnits = readonly Readonly<{ line: number; quantity: number }>[]

/**
 * Cancels unsent units of an order for its vendor: at once until the supplier has accepted, by a request afterwards.
 * Cancelling all that is left cancels the whole order. Refuses with `units_not_there`, `request_open` and
 * `order_state`.
 */
export function cancelItems(
  db: Database,
  context: OrderActionContext,
  items: PlacedUnits,
): Promise<LockedOrder> {
  return withLockedOrder(db, context, async (tx, locked) => {
    const units = toUnits(locked, items)
    const { state } = locked.order
    if (UNANSWERED.includes(state)) return cancelAtOnce(tx, { context, locked, units })
    if (ANSWERED.includes(state)) return askSupplier(tx, { context, locked, units })
    throw refused('order_state', 'Items of this order can no longer be cancelled. Reload the page.')
  })
}

/** Withdraws a vendor's open request to cancel items; the order is unchanged. Throws `request_not_found`. */
export function withdrawItemsRequest(db: Database, context: OrderActionContext): Promise<LockedOrder> {
  return withLockedOrder(db, context, async (tx, locked) => {
    const known = await listChangeRequests(tx, [locked.order.id])
    const open = known.find(({ state, requestedBy }) => state === 'open' && requestedBy === 'vendor')
    if (!open) throw notFound('request_not_found', 'This request is no longer open. Reload the page.')
    await closeChange(tx, { id: open.id, state: 'withdrawn', reason: null, now: context.now })
    return { locked, released: [] }
  })
}

function toUnits({ lines }: LockedOrder, items: PlacedUnits): LineUnits[] {
  const byLine = Map.groupBy(items, ({ line }) => line)
  return [...byLine].map(([place, ofLine]) => {
    const line = lines[place - 1]
    const quantity = ofLine.reduce((sum, item) => sum + item.quantity, 0)
    if (!line || quantity < 1 || quantity > countRemaining(line)) throw notEnoughUnits()
    return { lineId: line.id, quantity }
  })
}

type Cancellation = Readonly<{
  context: OrderActionContext
  locked: LockedOrder
  units: readonly LineUnits[]
}>

async function cancelAtOnce(
  tx: Transaction,
  { context, locked, units }: Cancellation,
): Promise<OrderChangeResult> {
  const { cause, deps, now } = context
  await insert(tx, { context, locked, units }, 'applied')
  return cancelUnits(tx, { locked, units, cause, isGone: false, isUnwanted: false, deps, now })
}

async function askSupplier(
  tx: Transaction,
  { context, locked, units }: Cancellation,
): Promise<OrderChangeResult> {
  const count = units.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count === countUnits(locked.lines).left)
    return changeOrder(tx, { ...context, locked, event: 'ask_cancel' })
  const known = await listChangeRequests(tx, [locked.order.id])
  if (known.some(({ kind, state }) => kind === 'units' && state === 'open'))
    throw refused('request_open', 'The supplier has not answered your last request yet.')
  const id = await insert(tx, { context, locked, units }, 'open')
  await enqueueChangeEmail(tx, context.deps, { id, supplierOrderId: locked.order.publicId, state: 'open' })
  return { locked, released: [] }
}

async function insert(
  tx: Transaction,
  { context: { cause, now }, locked, units }: Cancellation,
  state: 'applied' | 'open',
): Promise<string> {
  const id = newId('changeRequest', now.getTime())
  const reason = cause.reason ?? null
  const change = { kind: 'units', content: units, requestedBy: 'vendor', reason } as const
  await insertChange(tx, { ...change, id, orderId: locked.order.id, state, now })
  return id
}
