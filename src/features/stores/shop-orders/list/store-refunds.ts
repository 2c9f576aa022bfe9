import { toDecimal } from '#core/money.ts'
import type { Queryable } from '#database/database.ts'
import type { ShopOrderData } from '../contract.ts'
import { countDropped, countUnsupplied } from '../forwarding/judge-rules.ts'
import { findOrderInStore, type OrderInStore, type StoredLine, type StoredOrder } from './list-queries.ts'

/** Returns the address of an order's page in its store's admin. */
export type OrderPage = (order: OrderInStore) => string

type StoreRefunds = NonNullable<ShopOrderData['storeRefunds']>

/**
 * Returns the unsent items of an order, to be refunded in its store, or refunded already. Null for an order without a
 * store, and if everything is sent.
 */
export async function readStoreRefunds(
  db: Queryable,
  {
    order,
    lines,
    orderPage,
  }: Readonly<{ order: StoredOrder; lines: readonly StoredLine[]; orderPage: OrderPage | undefined }>,
): Promise<StoreRefunds | null> {
  if (order.connection_id === null) return null
  const items = lines.flatMap((line) => listLineRefunds(line, order))
  if (items.length === 0) return null
  const inStore = order.is_practice ? undefined : await findOrderInStore(db, order.id)
  return { orderUrl: inStore && orderPage ? orderPage(inStore) : null, items }
}

function listLineRefunds(line: StoredLine, { currency, shop_state }: StoredOrder): StoreRefunds['items'] {
  const { external_id: lineId, title, quantity, kind } = line
  if (kind === 'foreign' || quantity === 0) return []
  const lineAmount = Number(line.line_amount)
  const units = { ...line, lineAmount, refundedAmount: Number(line.refunded_amount) }
  const unsupplied = countUnsupplied(units)
  const open = shop_state === 'cancelled' || shop_state === 'refunded' ? 0 : countDropped(units)
  const toItem = (count: number, isRefunded: boolean) => ({
    lineId,
    title,
    units: count,
    amount: toDecimal(Math.floor((lineAmount * count) / quantity), currency),
    isRefunded,
  })
  return [
    ...(open > 0 ? [toItem(open, false)] : []),
    ...(unsupplied > open ? [toItem(unsupplied - open, true)] : []),
  ]
}
