import type { ReversedAmounts, VendorPurchase } from '#features/sales/orders/service.ts'
import type { MoneyState, SupplierState } from '../shapes.ts'

/** Returns the payment state of an order: an unpaid quote takes precedence. */
export function getMoneyState(
  purchases: readonly Pick<VendorPurchase, 'paidAt' | 'totalAmount' | 'id'>[],
  reversed: ReadonlyMap<number, ReversedAmounts>,
): MoneyState {
  if (purchases.some(({ paidAt }) => !paidAt)) return 'to_pay'
  if (purchases.length === 0) return 'none'
  const paid = purchases.reduce((sum, { totalAmount }) => sum + totalAmount, 0)
  const back = purchases.reduce((sum, { id }) => sum + (reversed.get(id)?.givenBack ?? 0), 0)
  if (back === 0) return 'paid'
  return back < paid ? 'partly_refunded' : 'refunded'
}

type State = VendorPurchase['state']

const STOPPED: readonly State[] = ['cancelled', 'rejected', 'expired', 'refunded']

/** The states of an order from its hold to its arrival. */
const PROGRESS: readonly (readonly [SupplierState, readonly State[]])[] = [
  ['on_hold', ['paid_hold']],
  ['sent', ['submitted']],
  ['accepted', ['accepted']],
  ['partly_shipped', ['in_progress']],
  ['shipped', ['shipped']],
  ['delivered', ['delivered', 'completed']],
]

/** Returns the suppliers' state of an order: pending answers first, then the least advanced. */
export function getSupplierState(
  purchases: readonly Pick<VendorPurchase, 'paidAt' | 'state'>[],
): SupplierState {
  const states = purchases.filter(({ paidAt }) => paidAt).map(({ state }) => state)
  if (states.length === 0) return 'none'
  if (states.includes('in_case')) return 'in_case'
  if (states.includes('cancel_requested')) return 'cancel_requested'
  const active = states.filter((state) => !STOPPED.includes(state))
  if (active.length === 0) return 'stopped'
  const behind = PROGRESS.find(([, of]) => active.some((state) => of.includes(state)))?.[0] ?? 'accepted'
  const isAhead = active.some((state) => ['shipped', 'delivered', 'completed'].includes(state))
  return isAhead && ['on_hold', 'sent', 'accepted'].includes(behind) ? 'partly_shipped' : behind
}
