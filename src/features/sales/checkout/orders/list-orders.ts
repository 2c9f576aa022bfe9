import type { Queryable } from '#database/database.ts'
import { smallPicture } from '#core/media-path.ts'
import { toDecimal } from '#core/money.ts'
import {
  listLines,
  listOwnPurchases,
  listSupplierOrders,
  listWentBack,
  NOTHING_WENT_BACK,
  paymentOf,
  type Purchase,
  purchaseStatus,
  type SupplierOrder,
  type SupplierOrderLine,
  type WentBack,
} from '#features/sales/orders/service.ts'
import { listSupplierNames } from '#features/catalogue/suppliers/service.ts'
import type { OrderInListData } from '../contract.ts'

/** How many orders a page of one's own holds. */
const PAGE_SIZE = 10

/** So many pictures stand for an order in a list. */
const PICTURES = 4

/** A page of a person's orders; `pages` is 1 at least. */
export type OrderPage = Readonly<{
  orders: OrderInListData[]
  page: number
  pages: number
  total: number
}>

/** A person's orders of a page, newest first; a page beyond the last one is empty. */
export async function listOrders(
  db: Queryable,
  { personId, page }: Readonly<{ personId: number; page: number }>,
): Promise<OrderPage> {
  const { purchases, total } = await listOwnPurchases(db, {
    personId,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  })
  return {
    orders: await inList(db, purchases),
    page,
    pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
    total,
  }
}

async function inList(db: Queryable, purchases: readonly Purchase[]): Promise<OrderInListData[]> {
  const orders = await listSupplierOrders(
    db,
    purchases.map(({ id }) => id),
  )
  const keys = orders.map(({ id }) => id)
  const [lines, wentBack, names] = await Promise.all([
    listLines(db, keys),
    listWentBack(db, keys),
    listSupplierNames(
      db,
      orders.map(({ supplierId }) => supplierId),
    ),
  ])
  const linesOf = Map.groupBy(lines, (line) => line.supplierOrderId)
  const ordersOf = Map.groupBy(orders, (order) => order.purchaseId)
  return purchases.map((purchase) => {
    const parts = ordersOf.get(purchase.id) ?? []
    return listed(purchase, {
      parts,
      lines: parts.flatMap(({ id }) => linesOf.get(id) ?? []),
      nameOf: (part) => names.get(part.supplierId) ?? '',
      wentBackOf: (part) => wentBack.get(part.id) ?? NOTHING_WENT_BACK,
    })
  })
}

type Contents = Readonly<{
  parts: readonly SupplierOrder[]
  lines: readonly SupplierOrderLine[]
  nameOf: (part: SupplierOrder) => string
  wentBackOf: (part: SupplierOrder) => WentBack
}>

function listed(purchase: Purchase, { parts, lines, nameOf, wentBackOf }: Contents): OrderInListData {
  return {
    id: purchase.publicId,
    number: purchase.number,
    status: purchaseStatus(parts.map(({ state }) => state)),
    placedAt: purchase.placedAt.toISOString(),
    shippingMethod: purchase.shippingMethod,
    totalAmount: toDecimal(purchase.totalAmount, purchase.currency),
    pieces: lines.reduce((sum, line) => sum + line.quantity, 0),
    parts: parts.map((part) => ({
      supplier: nameOf(part),
      state: part.state,
      payment: paymentOf({ ...wentBackOf(part), paid: purchase.paidAt ? part.totalAmount : 0 }),
    })),
    pictures: oncePiece(lines)
      .slice(0, PICTURES)
      .map(({ title, imageKey }) => ({ title, imageUrl: imageKey && smallPicture(imageKey) })),
  }
}

/** The first line of each piece: another size of it looks the same. */
function oncePiece(lines: readonly SupplierOrderLine[]): readonly SupplierOrderLine[] {
  return [...new Map(lines.toReversed().map((line) => [line.productPublicId, line])).values()].toReversed()
}
