import type { SupplierOrder } from '#features/sales/orders/service.ts'
import type { ForwardedLine } from './order-queries.ts'

/** Units of a store's line in a paid supplier order that are not sent yet. */
export type BoughtUnits = Readonly<{
  externalId: string
  supplierOrderId: string
  state: SupplierOrder['state']
  lineId: number
  left: number
}>

/** Units of a line of a supplier order. */
type LineUnits = Readonly<{ lineId: number; quantity: number }>

/** Units are given up where that is easiest: before they are handed over, then before they are accepted. */
const ORDER: readonly SupplierOrder['state'][] = [
  'paid_hold',
  'submitted',
  'accepted',
  'in_progress',
  'cancel_requested',
]

/**
 * Returns the units that a store does not want any more, by the supplier orders that have them: as many of each line as were bought
 * beyond what the store wants now, as far as they are not sent. All of them where the order is closed there.
 */
export function planRemovals(
  lines: readonly Pick<ForwardedLine, 'externalId' | 'quantity' | 'removed' | 'bought'>[],
  units: readonly BoughtUnits[],
  isClosed: boolean,
): ReadonlyMap<string, readonly LineUnits[]> {
  const removals = new Map<string, LineUnits[]>()
  for (const { externalId, quantity, removed, bought } of lines) {
    let excess = Math.max(0, bought - (isClosed ? 0 : quantity - removed))
    const ofLine = units.filter((one) => one.externalId === externalId && ORDER.includes(one.state))
    for (const { supplierOrderId, lineId, left } of ofLine.toSorted(byState)) {
      const count = Math.min(excess, left)
      if (count <= 0) continue
      excess -= count
      removals.set(supplierOrderId, [...(removals.get(supplierOrderId) ?? []), { lineId, quantity: count }])
    }
  }
  return removals
}

/** Of two that are as far the newer one goes first. */
function byState(one: BoughtUnits, other: BoughtUnits): number {
  return ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || other.lineId - one.lineId
}
