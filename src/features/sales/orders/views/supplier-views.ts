import type { Queryable } from '#database/database.ts'
import { smallPicture } from '#core/media-path.ts'
import { toDecimal } from '#core/money.ts'
import { orderNotFound } from '../lifecycle/change-order.ts'
import type { SuppliersOrderData } from '../contract.ts'
import { findMoney, listWentBack } from '../money/money-queries.ts'
import { listParcels } from '../parcels/parcel-queries.ts'
import { listLines, type SupplierOrderLine } from '../queries.ts'
import { addressLinesOf } from '../parcels/recipient.ts'
import { fulfilmentOf, leftOf, NOTHING_WENT_BACK, paymentOf, unitsOf } from '../rules.ts'
import type { Actor, SupplierOrderState } from '../shapes.ts'
import { possibleEvents } from '../lifecycle/states.ts'
import { findWholeOrder, listStories, listSuppliersOrders, type WholeOrder } from './timeline-queries.ts'
import { shownEvent, shownParcel } from './views.ts'

/** Who looks at an order: a supplier's owner at his own, an operator at any. */
export type Looking = Readonly<{ id: string; ownerId?: number; as: Extract<Actor, 'supplier' | 'operator'> }>

/** A supplier order as its supplier, or an operator, sees it. Throws `order_not_found`. */
export async function readSuppliersOrder(
  db: Queryable,
  { id, ownerId, as }: Looking,
): Promise<SuppliersOrderData> {
  const whole = await findWholeOrder(db, id, ownerId)
  if (!whole || (!whole.purchase.paidAt && as === 'supplier')) throw orderNotFound()
  const { order, purchase } = whole
  const [lines, parcels, story, money] = await Promise.all([
    listLines(db, [order.id]),
    listParcels(db, [order.id]),
    listStories(db, [order.id]),
    findMoney(db, order.id),
  ])
  const units = unitsOf(lines)
  return {
    id: order.publicId,
    number: purchase.number,
    state: order.state,
    version: order.version,
    payment: paymentOf(money),
    fulfilment: fulfilmentOf(units, parcels),
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
    lines: lines.map((line, index) => shownLine(line, index, order.commissionBps)),
    shipTo: shipToOf(whole),
    parcels: parcels.map((parcel) => shownParcel(parcel, lines)),
    packingSlip: `/supplier/orders/${order.publicId}/packing-slip`,
    story: story.map((event) => shownEvent(event, as === 'operator')),
    actions: possibleEvents({ state: order.state, units }, as),
  }
}

function shownLine(
  line: SupplierOrderLine,
  index: number,
  ordersBps: number,
): SuppliersOrderData['lines'][number] {
  return {
    line: index + 1,
    productId: line.productPublicId,
    title: line.title,
    variantTitle: line.variantTitle,
    sku: line.sku,
    quantity: line.quantity,
    shipped: line.shippedQuantity,
    withdrawn: line.withdrawnQuantity,
    left: leftOf(line),
    unitPrice: toDecimal(line.unitAmount),
    commissionPercent: (line.commissionBps ?? ordersBps) / 100,
    imageUrl: line.imageKey && smallPicture(line.imageKey),
  }
}

/** What is needed to send it, and no more: neither the mail address nor how it was paid. */
function shipToOf({ order, purchase }: WholeOrder): SuppliersOrderData['shipTo'] {
  return {
    name: `${purchase.firstName} ${purchase.lastName}`.trim(),
    phone: purchase.phone,
    country: purchase.country,
    lines: addressLinesOf(purchase),
    method: purchase.shippingMethod,
    service: order.shippingService,
  }
}

/** How many orders a page of a supplier's list holds. */
const PAGE_SIZE = 20

/** How many pieces of an order are named in a list. */
const TITLES = 3

/** A page of the paid orders of a person's store. */
export async function listOwnSuppliersOrders(
  db: Queryable,
  {
    ownerId,
    state,
    page,
  }: Readonly<{ ownerId: number; state: SupplierOrderState | undefined; page: number }>,
) {
  const { orders, total } = await listSuppliersOrders(db, {
    ownerId,
    state,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  })
  const keys = orders.map(({ id }) => id)
  const [allLines, wentBack] = await Promise.all([listLines(db, keys), listWentBack(db, keys)])
  const lines = Map.groupBy(allLines, (line) => line.supplierOrderId)
  return {
    orders: orders.map((order) => {
      const own = lines.get(order.id) ?? []
      return {
        id: order.publicId,
        number: order.number,
        state: order.state,
        version: order.version,
        payment: paymentOf({ ...NOTHING_WENT_BACK, ...wentBack.get(order.id), paid: order.totalAmount }),
        paidAt: order.paidAt.toISOString(),
        shipBy: order.shipBy?.toISOString() ?? null,
        country: order.country,
        pieces: own.reduce((sum, line) => sum + line.quantity, 0),
        titles: own.slice(0, TITLES).map(({ title }) => title),
        itemsAmount: toDecimal(order.itemsAmount, order.currency),
        totalAmount: toDecimal(order.totalAmount, order.currency),
      }
    }),
    page,
    pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
    total,
  }
}
