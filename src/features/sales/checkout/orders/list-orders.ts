import type { Queryable } from '#database/database.ts'
import { smallPicturePath } from '#core/media-path.ts'
import { toDecimal } from '#core/money.ts'
import {
  listLines,
  listAccountPurchases,
  listSupplierOrders,
  listReversedAmounts,
  NO_REVERSED_AMOUNTS,
  getPaymentStatus,
  type Purchase,
  purchaseStatus,
  type SupplierOrder,
  type SupplierOrderLine,
  type ReversedAmounts,
} from '#features/sales/orders/service.ts'
import { listSupplierNames } from '#features/catalogue/suppliers/service.ts'
import type { OrderInListData } from '../contract.ts'

/** The number of orders on a page of an account's list. */
const PAGE_SIZE = 10

/** The most pictures of an order in a list. */
const MAX_PICTURES = 4

/** A page of an account's orders; `pages` is at least 1. */
export type OrderPage = Readonly<{
  orders: OrderInListData[]
  page: number
  pages: number
  total: number
}>

/** Lists a page of an account's orders, newest first; a page beyond the last one is empty. */
export async function listOrders(
  db: Queryable,
  { accountId, page }: Readonly<{ accountId: number; page: number }>,
): Promise<OrderPage> {
  const { purchases, total } = await listAccountPurchases(db, {
    accountId,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  })
  return {
    orders: await toOrderListItems(db, purchases),
    page,
    pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
    total,
  }
}

async function toOrderListItems(db: Queryable, purchases: readonly Purchase[]): Promise<OrderInListData[]> {
  const orders = await listSupplierOrders(
    db,
    purchases.map(({ id }) => id),
  )
  const keys = orders.map(({ id }) => id)
  const [lines, reversedByOrder, names] = await Promise.all([
    listLines(db, keys),
    listReversedAmounts(db, keys),
    listSupplierNames(
      db,
      orders.map(({ supplierId }) => supplierId),
    ),
  ])
  const linesByOrder = Map.groupBy(lines, (line) => line.supplierOrderId)
  const ordersByPurchase = Map.groupBy(orders, (order) => order.purchaseId)
  return purchases.map((purchase) => {
    const supplierOrders = ordersByPurchase.get(purchase.id) ?? []
    return toOrderListItem(purchase, {
      supplierOrders,
      lines: supplierOrders.flatMap(({ id }) => linesByOrder.get(id) ?? []),
      nameOf: (supplierOrder) => names.get(supplierOrder.supplierId) ?? '',
      wentBackOf: (supplierOrder) => reversedByOrder.get(supplierOrder.id) ?? NO_REVERSED_AMOUNTS,
    })
  })
}

type OrderListItemInput = Readonly<{
  supplierOrders: readonly SupplierOrder[]
  lines: readonly SupplierOrderLine[]
  nameOf: (supplierOrder: SupplierOrder) => string
  wentBackOf: (supplierOrder: SupplierOrder) => ReversedAmounts
}>

function toOrderListItem(
  purchase: Purchase,
  { supplierOrders, lines, nameOf, wentBackOf }: OrderListItemInput,
): OrderInListData {
  return {
    id: purchase.publicId,
    number: purchase.number,
    status: purchaseStatus(supplierOrders.map(({ state }) => state)),
    placedAt: purchase.placedAt.toISOString(),
    shippingMethod: purchase.shippingMethod,
    totalAmount: toDecimal(purchase.totalAmount, purchase.currency),
    units: lines.reduce((sum, line) => sum + line.quantity, 0),
    supplierOrders: supplierOrders.map((supplierOrder) => ({
      supplier: nameOf(supplierOrder),
      state: supplierOrder.state,
      payment: getPaymentStatus({
        ...wentBackOf(supplierOrder),
        paid: purchase.paidAt ? supplierOrder.totalAmount : 0,
      }),
    })),
    pictures: uniqueByProduct(lines)
      .slice(0, MAX_PICTURES)
      .map(({ title, imageKey }) => ({ title, imageUrl: imageKey && smallPicturePath(imageKey) })),
  }
}

/** Returns the first line of each item, because its sizes look the same. */
function uniqueByProduct(lines: readonly SupplierOrderLine[]): readonly SupplierOrderLine[] {
  return [...new Map(lines.toReversed().map((line) => [line.productPublicId, line])).values()].toReversed()
}
