import { invalid, refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { PRACTICE_CURRENCY } from '#core/money.ts'
import { toDeadlines } from '#core/deadlines.ts'
import { addMs, DAY } from '#core/time.ts'
import { type Database, type Transaction, violatedConstraint } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { freezeEarning } from '#features/money/refunds/service.ts'
import {
  changeOrder,
  findDeliveryIssue,
  findMoney,
  listParcels,
  type LockedOrder,
  lockOrder,
  type OrderDeps,
  orderNotFound,
  getRefundableAmount,
} from '#features/sales/orders/service.ts'
import { insertCase, insertEntry, type NewCase, listEarlierCases } from '../case-queries.ts'
import {
  CASE_TIMING,
  isReasonForKind,
  isAlreadyResolved,
  isChangeOfMind,
  getNotDeliveredDate,
  getDefaultAmount,
  assessReturn,
} from '../rules.ts'
import type { CaseKind } from '../shapes.ts'
import { resetCaseTimers } from '../timers/reset-timers.ts'

/** The most cases of an order, more than honest use needs. */
const MAX_CASES = 5

/**
 * Returns the first state of a complaint, by the earlier ones about the order. It is the supplier's turn, or the
 * operator's if something was agreed or decided before. Refuses with `settled_before` and `too_many_cases`.
 */
async function decideInitialState(
  tx: Transaction,
  { order, lines }: LockedOrder,
  complaint: Pick<NewCase, 'reason' | 'lines'>,
): Promise<Pick<NewCase, 'state' | 'isFollowUp'>> {
  const earlierCases = await listEarlierCases(tx, order.id)
  if (isAlreadyResolved(complaint, { earlier: earlierCases, sold: lines }))
    throw refused(
      'settled_before',
      'This was already resolved. If this is about something else, choose the reason and the items it is about.',
    )
  if (earlierCases.length >= MAX_CASES)
    throw refused(
      'too_many_cases',
      `This order has already had ${MAX_CASES} cases. Please contact us instead.`,
    )
  const isFollowUp = earlierCases.some(({ isDecided }) => isDecided)
  return { state: isFollowUp ? 'operator_turn' : 'supplier_turn', isFollowUp }
}

/** A complaint of an authorized buyer. Amounts in cents; without one, the default amount is requested. */
export type Complaint = Readonly<{
  orderId: string
  purchaseId: string
  accountId: number | null
  kind: CaseKind
  reason: string
  text: string
  amount: number | undefined
  withReturn: boolean | undefined
  lines: readonly Readonly<{ line: number; quantity: number }>[]
  deps: OrderDeps
  now: Date
}>

/**
 * Opens a case about a shipped order and freezes its unreleased earnings (P8), but no other earnings of the supplier.
 * Returns its public id. Refuses with `order_state`, `case_open`, `settled_before`, `too_many_cases`, `too_early`,
 * `too_late`, `more_than_left`, `nothing_left`, `not_returnable` and `units_not_there`; throws `wrong_reason`.
 */
export async function openCase(db: Database, complaint: Complaint): Promise<string> {
  const { orderId, purchaseId, kind, reason, text, accountId, deps, now } = complaint
  checkReason(kind, reason)
  const publicId = newSecretId('case')
  await inTransaction(db, async (tx) => {
    const locked = await lockOrder(tx, orderId, { purchaseId })
    if (!locked) throw orderNotFound()
    checkOpenable(locked)
    await checkNotTooEarly(tx, locked, complaint)
    if (locked.order.state === 'completed') await checkNotTooLate(tx, locked, now)
    const money = await findMoney(tx, locked.order.id)
    const refundable = getRefundableAmount(money)
    if (refundable === 0) throw refused('nothing_left', 'This order has already been refunded in full.')
    const refundableShipping = Math.max(0, locked.order.shippingAmount - money.shippingBack)
    const lines = toClaimedUnits(locked, complaint)
    const maxAmount = Math.min(refundable, getMaxReturnAmount(locked, complaint, lines))
    const amount =
      complaint.amount ??
      Math.min(maxAmount, getDefaultAmount(kind, { left: refundable, shippingLeft: refundableShipping }))
    if (amount > maxAmount)
      throw maxAmount < refundable ? amountExceedsUnits(maxAmount) : amountTooHigh(refundable)
    const { id: orderKey, currency } = locked.order
    const initialState = await decideInitialState(tx, locked, { reason, lines })
    const details = { publicId, orderId: orderKey, kind, reason, lines }
    const caseInput = { ...details, currency, openedAt: now, ...initialState }
    const id = await insertCase(tx, caseInput)
    const terms = { amount, withReturn: complaint.withReturn ?? kind === 'return' }
    const entryInput = {
      caseId: id,
      event: 'open',
      side: 'buyer',
      accountId,
      text,
      terms,
      pictures: [],
      now,
    } as const
    const { id: entryId } = await insertEntry(tx, entryInput)
    const cause = {
      actor: locked.channel === 'vendor' ? 'vendor' : 'shopper',
      reason: text.slice(0, 500),
      ...(accountId ? { accountId } : {}),
    } as const
    const { locked: updatedOrder } = await changeOrder(tx, { locked, event: 'open_case', cause, deps, now })
    await freezeEarning(tx, updatedOrder, { caseId: publicId, now })
    await resetCaseTimers(tx, { caseId: id, to: initialState.state, now })
    await deps.enqueue(tx, { job: 'cases.mail_news', input: { entryId } })
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'cases_open' ? alreadyOpen() : error
  })
  return publicId
}

/** Refuses with `case_open`, and with `order_state` for a practice order: its supplier is simulated. */
function checkOpenable({ order: { state, currency } }: LockedOrder): void {
  if (state === 'in_case') throw alreadyOpen()
  if (currency === PRACTICE_CURRENCY) throw refused('order_state', 'Practice orders don’t have cases.')
}

/** Throws `wrong_reason`. A withdrawal from the contract is a call of its own, because it needs no consent. */
function checkReason(kind: CaseKind, reason: string): void {
  if (!isReasonForKind(kind, reason) || reason === 'withdrawal')
    throw invalid('wrong_reason', 'This reason doesn’t fit this complaint.')
}

/** Returns the error for an order that already has an open case. */
export function alreadyOpen() {
  return refused('case_open', 'This order already has a case.')
}

/** Returns the error for an amount above what can be refunded. */
export function amountTooHigh(refundable: number) {
  return refused('more_than_left', 'This is more than the amount left on this order.', {
    leftCents: refundable,
  })
}

function amountExceedsUnits(maxAmount: number) {
  return refused('more_than_left', 'This is more than the items you want to return cost.', {
    leftCents: maxAmount,
  })
}

type ClaimedUnits = ReturnType<typeof toClaimedUnits>

/** Returns the most that can be requested without a reason; zero for items that cannot be returned. */
function getMaxReturnAmount(
  { lines }: LockedOrder,
  { kind, reason }: Complaint,
  claimed: ClaimedUnits,
): number {
  const assessment = isChangeOfMind(kind, reason) ? assessReturn(lines, claimed) : undefined
  if (assessment && assessment.finalSale.length > 0) throw notReturnable(assessment.finalSale)
  return assessment?.most ?? Infinity
}

function notReturnable(titles: readonly string[]) {
  const [what, was] =
    titles.length === 1 ? ['is not taken back', 'its page'] : ['are not taken back', 'their pages']
  return refused(
    'not_returnable',
    `${titles.join(', ')} ${what}, as ${was} said. If something arrived damaged, late or wrong, or not at all, choose that reason.`,
  )
}

async function checkNotTooEarly(
  tx: Transaction,
  { order }: LockedOrder,
  { kind, now }: Complaint,
): Promise<void> {
  if (order.state !== 'shipped' || kind !== 'not_delivered') return
  const from = getNotDeliveredDate(order.deliverBy)
  if (from && now < from && !(await isUndeliverable(tx, order.id, now)))
    throw refused('too_early', 'It may still arrive. Please wait a little, or message the workshop.', {
      from: from.toISOString(),
    })
}

/**
 * Returns whether the carrier reports an order as returning, or did not receive it long after it was marked as sent.
 */
async function isUndeliverable(tx: Transaction, orderId: number, now: Date): Promise<boolean> {
  const parcels = await listParcels(tx, [orderId])
  const issue = findDeliveryIssue(parcels, now)
  if (issue?.kind !== 'never_left') return issue?.kind === 'coming_back'
  const parcel = parcels.find(({ publicId }) => publicId === issue.parcelId)
  return parcel !== undefined && now > addMs(parcel.shippedAt, CASE_TIMING.unseen)
}

/** Earnings are released before the return period of the order ends, so complaints about completed orders are accepted. */
async function checkNotTooLate(tx: Transaction, { order }: LockedOrder, now: Date): Promise<void> {
  const parcels = await listParcels(tx, [order.id])
  // A parcel without any report should have arrived by its delivery date.
  const arrivalDates = parcels.map(
    ({ deliveredAt, shippedAt }) => deliveredAt ?? order.deliverBy ?? shippedAt,
  )
  const { reportDays } = toDeadlines(order.deadlines)
  if (now.getTime() - Math.max(0, ...arrivalDates.map(Number)) > reportDays * DAY)
    throw refused('too_late', `You can open a case within ${reportDays} days of delivery.`)
}

/** Returns the units of an order at these line positions. Refuses with `units_not_there`. */
export function toClaimedUnits(
  { lines }: Pick<LockedOrder, 'lines'>,
  { lines: requested }: Pick<Complaint, 'lines'>,
) {
  const merged = Map.groupBy(requested, ({ line }) => line)
  return [...merged].map(([lineNumber, items]) => {
    const line = lines[lineNumber - 1]
    const quantity = items.reduce((sum, item) => sum + item.quantity, 0)
    if (!line || quantity > line.shippedQuantity)
      throw refused('units_not_there', 'The order doesn’t have that many of this item.')
    return { lineId: line.id, quantity }
  })
}
