import type { Queryable } from '#database/database.ts'
import { orderNotFound } from '../lifecycle/change-order.ts'
import type { CustomsWish } from '../labels/declare-customs.ts'
import type { LineUnits, Whose } from '../lifecycle/lifecycle-queries.ts'
import { listLines, type SupplierOrderLine } from '../queries.ts'
import { findWholeOrder } from '../views/timeline-queries.ts'

/** The lines meant by their places, each once. Throws `order_not_found`; a place that is none has no units. */
export async function unitsIn(
  db: Queryable,
  { id, whose }: Readonly<{ id: string; whose: Whose }>,
  wanted: readonly Readonly<{ line: number; quantity: number }>[],
): Promise<LineUnits[]> {
  const lines = await linesOf(db, id, whose)
  const merged = Map.groupBy(wanted, ({ line }) => line)
  return [...merged].map(([place, parts]) => ({
    lineId: lines[place - 1]?.id ?? 0,
    quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
}

/** What is said to customs of lines by their places; of a place that is none nothing is. Throws `order_not_found`. */
export async function customsIn(
  db: Queryable,
  { id, whose }: Readonly<{ id: string; whose: Whose }>,
  said: readonly (Omit<CustomsWish, 'lineId'> & Readonly<{ line: number }>)[],
): Promise<CustomsWish[]> {
  const lines = await linesOf(db, id, whose)
  return said.map(({ line, ...customs }) => ({ lineId: lines[line - 1]?.id ?? 0, ...customs }))
}

async function linesOf(db: Queryable, id: string, whose: Whose): Promise<SupplierOrderLine[]> {
  const whole = await findWholeOrder(db, id, whose.ownerId)
  if (!whole) throw orderNotFound()
  return listLines(db, [whole.order.id])
}
