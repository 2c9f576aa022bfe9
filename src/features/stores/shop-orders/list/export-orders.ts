import type { Queryable } from '#database/database.ts'
import { PRACTICE_CURRENCY, SHOP_CURRENCY } from '#core/money.ts'
import type { Cell } from '#platform/csv.ts'
import { type ListedShopOrderData, MAX_EXPORTED_ORDERS } from '../contract.ts'
import type { OrderFilter } from './list-queries.ts'
import { listOrderBatch } from './read-orders.ts'

/** How many orders are read together; few, so that their memory is freed at once. */
const BATCH = 200

const HEAD = [
  'order',
  'store',
  'from',
  'placed at',
  'customer',
  'city',
  'country',
  'items',
  'products',
  'total',
  'currency',
  'in the store',
  'payment',
  'suppliers',
  'state',
  'cost',
  'profit',
  'cost currency',
  'waits for',
] as const

/** Yields the orders of a view as rows of a table with its head, newest first, in batches. */
export async function* exportOrderRows(db: Queryable, filter: OrderFilter): AsyncGenerator<Cell[][]> {
  yield [[...HEAD]]
  let after: string | undefined
  for (let count = 0; count < MAX_EXPORTED_ORDERS; count += BATCH) {
    const { orders, last } = await listOrderBatch(db, { ...filter, limit: BATCH, after })
    yield orders.map(toRow)
    if (last === undefined || orders.length < BATCH) return
    after = last
  }
}

function toRow(order: ListedShopOrderData): Cell[] {
  const { customer, isPractice } = order
  return [
    order.number,
    order.store,
    order.origin,
    order.placedAt,
    customer.name,
    customer.city,
    customer.country,
    order.units,
    order.titles.join(', '),
    order.total,
    order.currency,
    order.shopState,
    order.moneyState,
    order.supplierState,
    order.state,
    order.cost,
    order.profit,
    isPractice ? PRACTICE_CURRENCY : SHOP_CURRENCY,
    order.reasons.map(({ text }) => text).join(' '),
  ]
}
