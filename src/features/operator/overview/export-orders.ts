import { SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import type { Queryable } from '#database/database.ts'
import type { Cell } from '#platform/csv.ts'
import { listOrderRows, type OrderPage, type OrderRow } from './order-queries.ts'

/** The most orders in a file. */
export const MAX_EXPORTED_ORDERS = 100_000

/** How many orders are read together; few, so that their memory is freed at once. */
const BATCH = 500

const HEAD = [
  'order',
  'id',
  'buyer',
  'email',
  'supplier',
  'supplier id',
  'items',
  'total',
  'currency',
  'state',
  'placed at',
  'paid at',
] as const

/** Yields filtered orders as rows of a table with its head, newest first, in batches. */
export async function* exportOrderRows(
  db: Queryable,
  filter: Omit<OrderPage, 'before' | 'limit'>,
  batch = BATCH,
): AsyncGenerator<Cell[][]> {
  yield [[...HEAD]]
  let before: number | undefined
  for (let count = 0; count < MAX_EXPORTED_ORDERS; count += batch) {
    const orders = await listOrderRows(db, { ...filter, before, limit: batch })
    yield orders.map(toRow)
    if (orders.length < batch) return
    before = orders.at(-1)?.key
  }
}

function toRow(order: OrderRow): Cell[] {
  const { number, id, buyer, email, supplierName, supplierId, units, totalAmount, state } = order
  const { placedAt, paidAt } = order
  return [
    number,
    id,
    buyer,
    email,
    supplierName,
    supplierId,
    units,
    toDecimal(totalAmount),
    SHOP_CURRENCY,
    state,
    placedAt.toISOString(),
    paidAt?.toISOString() ?? null,
  ]
}
