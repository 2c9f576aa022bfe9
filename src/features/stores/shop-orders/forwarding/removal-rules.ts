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

/** The order in which units are given up: before they are handed over, then before they are accepted. */
const ORDER: readonly SupplierOrder['state'][] = [
  'paid_hold',
  'submitted',
  'accepted',
  'in_progress',
  'cancel_requested',
]

/**
 * Returns the unwanted, unsent units of a store's order by supplier order. They are the bought units beyond what the
 * store wants now, or all of them if the order is closed there.
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

/** Compares bought units by state; of equal ones the newer comes first. */
function byState(one: BoughtUnits, other: BoughtUnits): number {
  return ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || other.lineId - one.lineId
}
