import type { Transaction } from '#database/database.ts'
import { type AppError, refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import {
  goodwillPosting,
  lockVendorMoney,
  post,
  refundedPosting,
  repayVendorDebt,
} from '#features/money/ledger/service.ts'
import {
  findMoney,
  findPaymentSource,
  type LockedOrder,
  type OrderMoney,
  type MoneyBreakdown,
  getRemainingMoney,
  getRefundableAmount,
  countUnits,
  REFUND_EFFECT,
  toDestination,
} from '#features/sales/orders/service.ts'
import { requestEffects } from '#platform/effects/request-effects.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { allocateLiability, toSupplierOrderRef } from './supplier-funds.ts'
import { refundUnits, findRefundByKey, insertRefundRequest } from './refund-queries.ts'
import { splitRefundLiability } from '../rules.ts'
import type { RefundActor } from '../shapes.ts'

/** The scope of a refund: the rest of an order, units of sent lines, the shipping, or an amount in cents. */
export type RefundScope =
  | Readonly<{ of: 'all' }>
  | Readonly<{ of: 'shipping' }>
  | Readonly<{ of: 'lines'; lines: readonly Readonly<{ line: number; quantity: number }>[] }>
  | Readonly<{ of: 'amount'; amount: number }>

/**
 * A decision to refund money of an order. `key` identifies it: the same key with the same `hash` is the same refund.
 * With `byMarketplace` the marketplace pays (P9c), and the supplier keeps its money. `deductedAmount` is owed beyond
 * the refunded amount and stays wholly with the supplier, without commission, because the supplier has paid the return
 * label with it.
 */
export type RefundInput = Readonly<{
  what: RefundScope
  key: string
  hash: string | null
  reason: string
  byMarketplace: boolean
  deductedAmount?: number
  actor: RefundActor
  accountId: number | null
  enqueue: Enqueue
  now: Date
}>

/** A booked refund, and its amount in cents. */
export type RefundResult = Readonly<{ refundId: string; amount: number }>

/**
 * Refunds money of a locked order; after something of it was sent, only this function does. All postings are made, and
 * the refund is requested from the provider once the transaction commits. Refuses with `nothing_left`,
 * `more_than_left`, `units_not_there`, `cancel_first` and `key_reused`.
 */
export async function refundOrder(
  tx: Transaction,
  locked: LockedOrder,
  input: RefundInput,
): Promise<RefundResult> {
  const existing = await findRefundByKey(tx, input.key)
  if (existing) {
    if (existing.orderId !== locked.order.id || existing.requestHash !== input.hash) throw keyReused()
    return { refundId: existing.publicId, amount: existing.amount }
  }
  const money = await findMoney(tx, locked.order.id)
  const { amount, shipping } = computeAmounts(input.what, locked, money)
  checkAmount(amount, { locked, money, byMarketplace: input.byMarketplace })
  if (input.what.of === 'lines') await refundUnits(tx, selectUnits(input.what.lines, locked))
  return createRefund(tx, locked, { input, amount, shipping, pots: getRemainingMoney(money) })
}

/** Refunds money of an order like `refundOrder`, by a decision outside of a case. Refuses with `in_case` too. */
export async function refundByDecision(
  tx: Transaction,
  locked: LockedOrder,
  input: RefundInput,
): Promise<RefundResult> {
  if (locked.order.state === 'in_case')
    throw refused('in_case', 'This order has an open case. Refunds are settled there.')
  return refundOrder(tx, locked, input)
}

function keyReused(): AppError {
  return refused('key_reused', 'This idempotency key was already used for another refund.')
}

type RefundAmounts = Readonly<{ input: RefundInput; amount: number; shipping: number; pots: MoneyBreakdown }>

async function createRefund(
  tx: Transaction,
  locked: LockedOrder,
  { input, amount, shipping, pots }: RefundAmounts,
): Promise<RefundResult> {
  const source = await findPaymentSource(tx, locked.order.id)
  if (!source) throw refused('nothing_left', 'This order hasn’t been paid.')
  const { receiptId, wallet } = source
  const to = toDestination(source)
  const { now, byMarketplace, deductedAmount = 0 } = input
  const refundId = newSecretId('refund')
  const noLiability = { escrow: 0, net: 0, commission: 0, tax: 0 }
  const parts = byMarketplace ? noLiability : splitRefundLiability(amount, pots, deductedAmount)
  await insertRefundRequest(tx, {
    ...input,
    publicId: refundId,
    orderId: locked.order.id,
    receiptId,
    currency: locked.order.currency,
    amount,
    liability: { ...parts, goodwill: byMarketplace ? amount : 0 },
    shipping,
    requestHash: input.hash,
    state: wallet ? 'done' : 'asked',
    providerRefundId: null,
  })
  if (wallet) await lockVendorMoney(tx, wallet)
  const orderRef = toSupplierOrderRef(locked)
  const posting = byMarketplace
    ? goodwillPosting({ ...orderRef, refundId, amount, to })
    : refundedPosting({ ...orderRef, refundId, by: await allocateLiability(tx, locked, parts), to })
  await post(tx, posting, now)
  if (wallet)
    await repayVendorDebt(tx, { vendor: wallet, currency: locked.order.currency, cause: refundId }, now)
  else await requestEffects(tx, [{ kind: REFUND_EFFECT, subject: refundId, lane: source.provider }], input)
  await input.enqueue(tx, { job: 'refunds.mail_refunded', input: { refundId } })
  return { refundId, amount }
}

function computeAmounts(what: RefundScope, locked: LockedOrder, money: OrderMoney) {
  const { order } = locked
  const shippingLeft = Math.max(0, order.shippingAmount - money.shippingBack)
  switch (what.of) {
    case 'all': {
      const amount = getRefundableAmount(money)
      return { amount, shipping: Math.min(shippingLeft, amount) }
    }
    case 'shipping':
      if (shippingLeft === 0) throw nothingLeft()
      return { amount: shippingLeft, shipping: shippingLeft }
    case 'lines': {
      const units = selectUnits(what.lines, locked)
      const amount = units.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0)
      return { amount, shipping: 0 }
    }
    case 'amount':
      return { amount: what.amount, shipping: 0 }
  }
}

/** Returns the units of lines that were sent and not refunded, by the lines' positions from 1. */
function selectUnits(
  requested: readonly Readonly<{ line: number; quantity: number }>[],
  { lines }: LockedOrder,
) {
  const merged = Map.groupBy(requested, ({ line }) => line)
  return [...merged].map(([place, parts]) => {
    const line = lines[place - 1]
    const quantity = parts.reduce((sum, part) => sum + part.quantity, 0)
    if (!line || quantity > line.shippedQuantity - line.refundedQuantity)
      throw refused('units_not_there', 'This is more items than were sent and not refunded yet.')
    return { lineId: line.id, quantity, unitAmount: line.unitAmount }
  })
}

type AmountCheck = Readonly<{ locked: LockedOrder; money: OrderMoney; byMarketplace: boolean }>

function checkAmount(amount: number, { locked, money, byMarketplace }: AmountCheck): void {
  const left = getRefundableAmount(money)
  if (left === 0) throw nothingLeft()
  if (amount > left)
    throw refused('more_than_left', 'This is more than the amount left on this order.', { leftCents: left })
  const isUnsent = countUnits(locked.lines).left > 0
  // Otherwise its items would be sent unpaid; a cancellation refunds all unearned money.
  if (isUnsent && (amount === left || byMarketplace))
    throw refused('cancel_first', 'Cancel the items that haven’t been sent. The cancellation refunds them.')
}

function nothingLeft(): AppError {
  return refused('nothing_left', 'There is nothing left to refund.')
}
