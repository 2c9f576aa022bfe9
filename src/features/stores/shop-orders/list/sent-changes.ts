import { toDecimal } from '#core/money.ts'
import type { Queryable } from '#database/database.ts'
import {
  findOrderContext,
  formatRecipient,
  isSameRecipient,
  toRecipient,
  type VendorPurchase,
} from '#features/sales/orders/service.ts'
import type { ShopOrderData } from '../contract.ts'
import { sumSettled } from '../forwarding/judge-rules.ts'
import { toStoreRecipient } from '../forwarding/save-quote.ts'
import type { StoredLine, StoredOrder } from './list-queries.ts'

type SentChanges = NonNullable<ShopOrderData['sentChanges']>

/** Returns what an order's store has changed about items after they were sent; null without any. */
export async function readSentChanges(
  db: Queryable,
  {
    order,
    lines,
    purchases,
  }: Readonly<{
    order: StoredOrder
    lines: readonly StoredLine[]
    purchases: readonly VendorPurchase[]
  }>,
): Promise<SentChanges | null> {
  const sent = lines.filter(({ shipped }) => shipped > 0)
  if (order.connection_id === null || sent.length === 0) return null
  const items = sent.flatMap((line) => listReturnedItems(line, order))
  const amount = sent.reduce((sum, line) => sum + getLooseRefund(line), 0)
  const oldAddresses = await listOldAddresses(db, order, purchases)
  if (items.length + amount + oldAddresses.length === 0) return null
  return { items, amount: toDecimal(amount, order.currency), oldAddresses }
}

/** Returns the sent units of a line that its store has refunded, cancelled or removed, if there are any. */
function listReturnedItems(line: StoredLine, { currency, shop_state }: StoredOrder): SentChanges['items'] {
  const { external_id: lineId, title, quantity, removed, shipped } = line
  const isClosed = shop_state === 'cancelled' || shop_state === 'refunded'
  const units = shipped - (isClosed ? 0 : Math.max(0, quantity - removed))
  if (units <= 0) return []
  const amount = Math.floor((Number(line.line_amount) * units) / Math.max(1, quantity))
  return [{ lineId, title, units, amount: toDecimal(amount, currency) }]
}

/** Returns what a store refunded of a line without items, beyond its unsent items, in minor units. */
function getLooseRefund(line: StoredLine): number {
  const [lineAmount, refundedAmount] = [Number(line.line_amount), Number(line.refunded_amount)]
  return Math.max(0, refundedAmount - sumSettled({ ...line, lineAmount, refundedAmount }))
}

/** Returns the addresses of sent supplier orders that are not the order's address any more. */
async function listOldAddresses(
  db: Queryable,
  { address }: StoredOrder,
  purchases: readonly VendorPurchase[],
): Promise<string[][]> {
  if (!address) return []
  const now = toStoreRecipient(address)
  const found: string[][] = []
  for (const { publicId, state } of purchases) {
    if (!SENT.includes(state)) continue
    const context = await findOrderContext(db, publicId)
    const recipient = context && toRecipient(context.purchase)
    if (recipient && !isSameRecipient(recipient, now)) found.push(formatRecipient(recipient))
  }
  return found
}

const SENT: readonly VendorPurchase['state'][] = [
  'in_progress',
  'shipped',
  'delivered',
  'completed',
  'in_case',
]
