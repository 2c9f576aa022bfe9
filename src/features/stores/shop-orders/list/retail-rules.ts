import type { ShopOrderState } from '../shapes.ts'
import type { StoredLine, StoredOrder } from './list-queries.ts'

type RetailOrder = Readonly<{ state: ShopOrderState; shop_state: StoredOrder['shop_state'] }>
type RetailLine = Pick<
  StoredLine,
  'kind' | 'reason' | 'quantity' | 'removed' | 'bought' | 'line_amount' | 'refunded_amount'
>

/** The states in which nothing more is bought for an order: unsupplied units bring no revenue. */
const FINISHED_STATES: readonly ShopOrderState[] = ['completed', 'closed']

/**
 * Returns the revenue of our lines of an order, in minor units of its store's currency. It counts units that were
 * supplied or still will be, less the store's refunds. An order that is cancelled or refunded there has none.
 */
export function getRetail(order: RetailOrder, lines: readonly RetailLine[]): number {
  if (order.shop_state === 'cancelled' || order.shop_state === 'refunded') return 0
  const isFinished = FINISHED_STATES.includes(order.state)
  return lines
    .filter(({ kind, quantity }) => kind !== 'foreign' && quantity > 0)
    .reduce((sum, line) => {
      const { quantity, removed, bought, reason } = line
      const isOver = isFinished || reason === 'not_supplied'
      const units = isOver ? Math.min(bought, quantity - removed) : quantity - removed
      const ofUnits = (count: number) => (Number(line.line_amount) * count) / quantity
      // A refund by amount alone counts first for unsent units.
      const left = ofUnits(quantity - removed) - Number(line.refunded_amount)
      return sum + Math.max(0, Math.min(ofUnits(units), left))
    }, 0)
}
