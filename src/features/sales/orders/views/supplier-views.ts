import type { Queryable } from '#database/database.ts'
import { smallPicturePath } from '#core/media-path.ts'
import { toDecimal } from '#core/money.ts'
import { orderNotFound } from '../lifecycle/change-order.ts'
import type { SupplierOrderViewData } from '../contract.ts'
import { findMoney, listReversedAmounts } from '../money/money-queries.ts'
import { listParcels } from '../parcels/parcel-queries.ts'
import { listLines, type SupplierOrderLine } from './purchase-queries.ts'
import { formatAddressLines } from '../parcels/recipient.ts'
import { getFulfilment, countRemaining, NO_REVERSED_AMOUNTS, getPaymentStatus, countUnits } from '../rules.ts'
import type { Actor, SupplierOrderState } from '../shapes.ts'
import { listPossibleEvents } from '../lifecycle/states.ts'
import {
  findOrderContext,
  listTimelineEvents,
  listSupplierOrdersByOwner,
  type OrderContext,
} from './timeline-queries.ts'
import { toTimelineEventView, toParcelView } from './views.ts'

/** Who looks at an order: a supplier's owner at their own, an operator at any. */
export type OrderReader = Readonly<{
  id: string
  ownerId?: number
  as: Extract<Actor, 'supplier' | 'operator'>
}>

/** A supplier order as its supplier, or an operator, sees it. Throws `order_not_found`. */
export async function buildSupplierOrderView(
  db: Queryable,
  { id, ownerId, as }: OrderReader,
): Promise<SupplierOrderViewData> {
  const orderContext = await findOrderContext(db, id, ownerId)
  if (!orderContext || (!orderContext.purchase.paidAt && as === 'supplier')) throw orderNotFound()
  const { order, purchase } = orderContext
  const [lines, parcels, timeline, money] = await Promise.all([
    listLines(db, [order.id]),
    listParcels(db, [order.id]),
    listTimelineEvents(db, [order.id]),
    findMoney(db, order.id),
  ])
  const units = countUnits(lines)
  return {
    id: order.publicId,
    number: purchase.number,
    state: order.state,
    version: order.version,
    payment: getPaymentStatus(money),
    fulfilment: getFulfilment(units, parcels),
    paidAt: purchase.paidAt?.toISOString() ?? null,
    shipBy: order.shipBy?.toISOString() ?? null,
    deliverBy: order.deliverBy?.toISOString() ?? null,
    warehouse: order.warehouse,
    itemsAmount: toDecimal(order.itemsAmount, order.currency),
    shippingAmount: toDecimal(order.shippingAmount, order.currency),
    totalAmount: toDecimal(order.totalAmount, order.currency),
    refundedAmount: toDecimal(money.givenBack, order.currency),
    chargedBackAmount: toDecimal(money.chargedBack, order.currency),
    commissionPercent: order.commissionBps / 100,
    commissionTaxPercent: order.commissionTaxBps / 100,
    lines: lines.map((line, index) => toLineView(line, index, order.commissionBps)),
    shipTo: toShipTo(orderContext),
    parcels: parcels.map((parcel) => toParcelView(parcel, lines)),
    packingSlip: `/supplier/orders/${order.publicId}/packing-slip`,
    timeline: timeline.map((event) => toTimelineEventView(event, as === 'operator')),
    actions: listPossibleEvents({ state: order.state, units }, as),
  }
}

function toLineView(
  line: SupplierOrderLine,
  index: number,
  orderBps: number,
): SupplierOrderViewData['lines'][number] {
  return {
    line: index + 1,
    productId: line.productPublicId,
    title: line.title,
    variantTitle: line.variantTitle,
    sku: line.sku,
    quantity: line.quantity,
    shipped: line.shippedQuantity,
    withdrawn: line.withdrawnQuantity,
    left: countRemaining(line),
    unitPrice: toDecimal(line.unitAmount),
    commissionPercent: (line.commissionBps ?? orderBps) / 100,
    imageUrl: line.imageKey && smallPicturePath(line.imageKey),
  }
}

/** What is needed to send it, and no more: neither the mail address nor how it was paid. */
function toShipTo({ order, purchase }: OrderContext): SupplierOrderViewData['shipTo'] {
  return {
    name: `${purchase.firstName} ${purchase.lastName}`.trim(),
    phone: purchase.phone,
    country: purchase.country,
    lines: formatAddressLines(purchase),
    method: purchase.shippingMethod,
    service: order.shippingService,
  }
}

/** How many orders a page of a supplier's list holds. */
const PAGE_SIZE = 20

/** How many items of an order are named in a list. */
const MAX_TITLES = 3

/** A page of the paid orders of a person's store. */
export async function listOwnerSupplierOrders(
  db: Queryable,
  {
    ownerId,
    state,
    page,
  }: Readonly<{ ownerId: number; state: SupplierOrderState | undefined; page: number }>,
) {
  const { orders, total } = await listSupplierOrdersByOwner(db, {
    ownerId,
    state,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  })
  const orderIds = orders.map(({ id }) => id)
  const [allLines, reversedByOrder] = await Promise.all([
    listLines(db, orderIds),
    listReversedAmounts(db, orderIds),
  ])
  const lines = Map.groupBy(allLines, (line) => line.supplierOrderId)
  return {
    orders: orders.map((order) => {
      const orderLines = lines.get(order.id) ?? []
      return {
        id: order.publicId,
        number: order.number,
        state: order.state,
        version: order.version,
        payment: getPaymentStatus({
          ...NO_REVERSED_AMOUNTS,
          ...reversedByOrder.get(order.id),
          paid: order.totalAmount,
        }),
        paidAt: order.paidAt.toISOString(),
        shipBy: order.shipBy?.toISOString() ?? null,
        country: order.country,
        units: orderLines.reduce((sum, line) => sum + line.quantity, 0),
        titles: orderLines.slice(0, MAX_TITLES).map(({ title }) => title),
        itemsAmount: toDecimal(order.itemsAmount, order.currency),
        totalAmount: toDecimal(order.totalAmount, order.currency),
      }
    }),
    page,
    pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
    total,
  }
}
