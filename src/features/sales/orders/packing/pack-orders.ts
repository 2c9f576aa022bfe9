import type { Database, Queryable } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { refused } from '#core/errors.ts'
import { smallPicturePath } from '#core/media-path.ts'
import { orderNotFound } from '../lifecycle/change-order.ts'
import { lockOrder } from '../lifecycle/lifecycle-queries.ts'
import { getEndOfDay } from '../views/order-list/rules.ts'
import { countUnits, listSendingWarehouses } from '../rules.ts'
import { listLines, type SupplierOrderLine } from '../views/purchase-queries.ts'
import type { OrderToPackData } from './contract.ts'
import { listOrdersToPack, type OrderToPack, updatePackedAt } from './packing-queries.ts'

/** The most orders in one list, as many as one file of documents has. */
const MAX_ORDERS = 100

const MAX_PICTURES = 3

/** Returns the orders of an account's store to pack by the end of their day. */
export async function readOrdersToPack(
  db: Queryable,
  { ownerId, timeZone, now }: Readonly<{ ownerId: number; timeZone: string; now: Date }>,
): Promise<OrderToPackData[]> {
  const endOfDay = getEndOfDay(now, timeZone)
  const orders = await listOrdersToPack(db, { ownerId, endOfDay, limit: MAX_ORDERS })
  const lines = await listLines(
    db,
    orders.map(({ id }) => id),
  )
  const linesByOrder = Map.groupBy(lines, ({ supplierOrderId }) => supplierOrderId)
  return orders.map((order) => toOrderToPackView(order, linesByOrder.get(order.id) ?? []))
}

function toOrderToPackView(order: OrderToPack, lines: readonly SupplierOrderLine[]): OrderToPackData {
  const { publicId, number, state, shipBy, firstName, lastName, city, country } = order
  const pictures = lines.flatMap(({ imageKey }) => (imageKey ? [smallPicturePath(imageKey)] : []))
  return {
    id: publicId,
    number,
    state,
    shipBy: shipBy?.toISOString() ?? null,
    customer: { name: `${firstName} ${lastName}`.trim(), city, country },
    units: lines.reduce((sum, line) => sum + line.quantity - line.withdrawnQuantity, 0),
    left: countUnits(lines).left,
    pictures: [...new Set(pictures)].slice(0, MAX_PICTURES),
    warehouses: listSendingWarehouses(
      order,
      lines.filter((line) => line.quantity > line.withdrawnQuantity),
    ),
    service: order.shippingService,
    label: order.labelState && { state: order.labelState, service: order.labelService },
  }
}

/**
 * Marks the labelled parcels of an order as packed, or not. Throws `order_not_found`; refuses with `nothing_to_pack`
 * without a label.
 */
export async function markPacked(
  db: Database,
  input: Readonly<{ orderId: string; ownerId: number; isPacked: boolean; now: Date }>,
): Promise<void> {
  const { orderId, ownerId, isPacked, now } = input
  await inTransaction(db, async (tx) => {
    const locked = await lockOrder(tx, orderId, { ownerId })
    if (!locked) throw orderNotFound()
    const count = await updatePackedAt(tx, { orderId: locked.order.id, packedAt: isPacked ? now : null })
    if (count === 0) throw refused('nothing_to_pack', 'No label was bought for this order yet.')
  })
}
