import type { Queryable } from '#database/database.ts'
import { orderNotFound } from './change-order.ts'
import type { LineUnits, Whose } from './life-queries.ts'
import { listLines } from './queries.ts'
import { findWholeOrder } from './story-queries.ts'

/** The lines meant by their places, each once. Throws `order_not_found`; a place that is none has no units. */
export async function unitsIn(
  db: Queryable,
  { id, whose }: Readonly<{ id: string; whose: Whose }>,
  wanted: readonly Readonly<{ line: number; quantity: number }>[],
): Promise<LineUnits[]> {
  const whole = await findWholeOrder(db, id, whose.ownerId)
  if (!whole) throw orderNotFound()
  const lines = await listLines(db, [whole.order.id])
  const merged = Map.groupBy(wanted, ({ line }) => line)
  return [...merged].map(([place, parts]) => ({
    lineId: lines[place - 1]?.id ?? 0,
    quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
}
