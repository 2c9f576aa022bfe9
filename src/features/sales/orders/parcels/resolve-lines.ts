import type { Queryable } from '#database/database.ts'
import { orderNotFound } from '../lifecycle/change-order.ts'
import type { CustomsOverride } from '../labels/planning/declare-customs.ts'
import type { LineUnits, OrderScope } from '../lifecycle/lifecycle-queries.ts'
import { listLines, type SupplierOrderLine } from '../views/purchase-queries.ts'
import { findOrderContext } from '../views/timeline-queries.ts'

/** Returns the lines at these positions, each once. Throws `order_not_found`; an unknown position has no units. */
export async function resolveUnits(
  db: Queryable,
  { id, scope }: Readonly<{ id: string; scope: OrderScope }>,
  requested: readonly Readonly<{ line: number; quantity: number }>[],
): Promise<LineUnits[]> {
  const lines = await listOrderLines(db, id, scope)
  const merged = Map.groupBy(requested, ({ line }) => line)
  return [...merged].map(([lineNumber, items]) => ({
    lineId: lines[lineNumber - 1]?.id ?? 0,
    quantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
}

/** Returns the customs data of lines by their positions; unknown positions are left out. Throws `order_not_found`. */
export async function resolveCustoms(
  db: Queryable,
  { id, scope }: Readonly<{ id: string; scope: OrderScope }>,
  overrides: readonly (Omit<CustomsOverride, 'lineId'> & Readonly<{ line: number }>)[],
): Promise<CustomsOverride[]> {
  const lines = await listOrderLines(db, id, scope)
  return overrides.map(({ line, ...customs }) => ({ lineId: lines[line - 1]?.id ?? 0, ...customs }))
}

async function listOrderLines(db: Queryable, id: string, scope: OrderScope): Promise<SupplierOrderLine[]> {
  const orderContext = await findOrderContext(db, id, scope.ownerId)
  if (!orderContext) throw orderNotFound()
  return listLines(db, [orderContext.order.id])
}
