import { refused } from '#core/errors.ts'
import type { Transaction } from '#database/database.ts'
import { reverseSale } from '#features/catalogue/catalog/service.ts'
import { findMoney } from '../money/money-queries.ts'
import { refundEscrow } from '../money/order-money.ts'
import type { OrderDeps } from '../port.ts'
import {
  countRemaining,
  countUnits,
  getRemainingMoney,
  getUnearnedShipping,
  isPractice,
  shareOfEscrow,
  sumRemainingWorth,
} from '../rules.ts'
import { listLines } from '../views/purchase-queries.ts'
import { changeOrder, type OrderChangeResult, restock } from './change-order.ts'
import { type LineUnits, type LockedOrder, withdrawUnits } from './lifecycle-queries.ts'
import type { Cause } from './move-orders.ts'
import type { SupplierOrderEvent } from './states.ts'

/** Lines, or units of them, that are not sent. */
export type Withdrawal = Readonly<{
  locked: LockedOrder
  units: readonly LineUnits[]
  cause: Cause
  isGone: boolean
  deps: OrderDeps
  now: Date
}>

/**
 * Splits units off an order that its supplier can't send, and refunds them. The rest of the order continues. If nothing
 * is left the whole order is rejected, or cancelled if it was accepted.
 */
export function rejectUnits(tx: Transaction, withdrawal: Withdrawal): Promise<OrderChangeResult> {
  return splitUnits(tx, withdrawal, 'reject_lines')
}

/**
 * Splits units off an order that its buyer, or with `isUnwanted: false` only its vendor, does not want any more. If
 * nothing is left the order is cancelled.
 */
export function cancelUnits(
  tx: Transaction,
  withdrawal: Withdrawal & Readonly<{ isUnwanted?: boolean }>,
): Promise<OrderChangeResult> {
  return splitUnits(tx, withdrawal, 'cancel_lines')
}

async function splitUnits(
  tx: Transaction,
  withdrawal: Withdrawal & Readonly<{ isUnwanted?: boolean }>,
  event: 'reject_lines' | 'cancel_lines',
): Promise<OrderChangeResult> {
  const { locked, units, cause, isGone, deps, now } = withdrawal
  const { isUnwanted = event === 'cancel_lines' } = withdrawal
  const withdrawn = units.map(({ lineId, quantity }) => {
    const line = locked.lines.find(({ id }) => id === lineId)
    if (!line || countRemaining(line) < quantity) throw notEnoughUnits()
    return { line, quantity }
  })
  const withdrawnCount = withdrawn.reduce((sum, { quantity }) => sum + quantity, 0)
  if (withdrawnCount === countUnits(locked.lines).left) {
    const whole = chooseWholeEvent(locked, event)
    return changeOrder(tx, { locked, event: whole, cause, isGone, isUnwanted, deps, now })
  }
  const result = await changeOrder(tx, { locked, event, cause, units, deps, now })
  const isRestocked = !isGone && !isPractice(locked.order)
  await withdrawUnits(tx, units, isUnwanted)
  if (isRestocked) await restock(tx, { locked, event, now }, withdrawn)
  if (isRestocked && locked.order.state === 'paid_hold')
    await reverseSale(
      tx,
      withdrawn.map(({ line, quantity }) => ({ ...line, quantity })),
    )
  const worth = withdrawn.reduce((sum, { line, quantity }) => sum + line.unitAmount * quantity, 0)
  const amount = await calculateRefundShare(tx, locked, worth)
  await refundEscrow(tx, result.locked, { reason: cause.reason ?? event, amount, deps, now })
  const lines = await listLines(tx, [locked.order.id])
  const released = isRestocked ? withdrawn.map(({ line }) => line.productPublicId) : []
  return { locked: { ...result.locked, lines }, released }
}

function chooseWholeEvent(
  { order, lines }: LockedOrder,
  event: 'reject_lines' | 'cancel_lines',
): SupplierOrderEvent {
  if (order.state === 'submitted' && event === 'reject_lines') return 'reject'
  return countUnits(lines).sent > 0 ? 'cancel_rest' : 'cancel'
}

/** Returns the remaining money of items that are not sent; the rest of the order keeps its own share. */
async function calculateRefundShare(tx: Transaction, { order, lines }: LockedOrder, worth: number) {
  const money = await findMoney(tx, order.id)
  const totalWorth = sumRemainingWorth(lines) + getUnearnedShipping(order, money)
  return shareOfEscrow(worth, { escrow: getRemainingMoney(money).escrow, whole: totalWorth })
}

/** Returns the error for sending or rejecting more units than there are. */
export function notEnoughUnits() {
  return refused('units_not_there', 'This order doesn’t have that many items left.')
}
