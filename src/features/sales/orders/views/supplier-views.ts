import { toDeadlines } from '#core/deadlines.ts'
import type { Queryable } from '#database/database.ts'
import { type Actor as Caller, hasPermission } from '#platform/http/calls/actor.ts'
import { smallPicturePath } from '#core/media-path.ts'
import { toDecimal } from '#core/money.ts'
import { orderNotFound } from '../lifecycle/change-order.ts'
import type { SupplierOrderViewData } from '../contract.ts'
import { listChangeRequests } from '../changes/change-queries.ts'
import { toChangeView } from '../changes/change-views.ts'
import { findMoney, type OrderMoney } from '../money/money-queries.ts'
import { listParcels } from '../parcels/parcel-queries.ts'
import { listLines, type SupplierOrder, type SupplierOrderLine } from './purchase-queries.ts'
import { formatAddressLines } from '../parcels/recipient.ts'
import { toSupplierContext } from '../parcels/recipient-access.ts'
import { getFulfilment, countRemaining, countUnits, forecastEarnings, getPaymentStatus } from '../rules.ts'
import type { Actor, SupplierOrderState } from '../shapes.ts'
import { listPossibleEvents } from '../lifecycle/states.ts'
import { findDueDates, findOrderContext, listTimelineEvents, type OrderContext } from './timeline-queries.ts'
import { toTimelineEventView, toParcelView } from './views.ts'

/** The reader of an order, and the time: a supplier's owner for their own orders, an operator for all. */
export type OrderReader = Readonly<{
  id: string
  ownerId?: number
  as: Extract<Actor, 'supplier' | 'operator'>
  now: Date
}>

/** Returns a supplier order as its supplier or an operator sees it. Throws `order_not_found`. */
export async function buildSupplierOrderView(
  db: Queryable,
  { id, ownerId, as, now }: OrderReader,
): Promise<SupplierOrderViewData> {
  const found = await findOrderContext(db, id, ownerId)
  if (!found || (!found.purchase.paidAt && as === 'supplier')) throw orderNotFound()
  const orderContext = as === 'supplier' ? toSupplierContext(found, now) : found
  const { order, purchase } = orderContext
  // A hidden recipient also hides all data that reveal it.
  const isShown = orderContext === found
  const [lines, parcels, timeline, money, dueDates, changes] = await Promise.all([
    listLines(db, [order.id]),
    listParcels(db, [order.id]),
    listTimelineEvents(db, [order.id]),
    findMoney(db, order.id),
    findDueDates(db, order.id),
    listChangeRequests(db, isShown ? [order.id] : []),
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
    commissionPercent: findCommonPercent(order, lines),
    shippingCommissionPercent: order.commissionBps / 100,
    commissionTaxPercent: order.commissionTaxBps / 100,
    earnings: toEarnings(order, { lines, money, availableFrom: dueDates.get('complete') }),
    answerBy: findAnswerBy(order.state, dueDates)?.toISOString() ?? null,
    lines: lines.map((line, index) => toLineView(line, index, order)),
    vendorStore: purchase.vendorStore,
    shipTo: toShipTo(orderContext),
    parcels: parcels.map((parcel) => toParcelView(parcel, lines)),
    packingSlip: `/supplier/orders/${order.publicId}/packing-slip`,
    changes: changes.map((change) => toChangeView(change, lines)),
    timeline: timeline.map((event) => toTimelineEventView(event, as === 'operator')),
    actions: listPossibleEvents({ state: order.state, units }, as),
  }
}

/**
 * Returns an order as an operator or a member of a supplier's team sees it, limited by their role. Throws
 * `order_not_found`.
 */
export async function buildOrderViewFor(
  db: Queryable,
  id: string,
  { actor, now }: Readonly<{ actor: Caller; now: Date }>,
): Promise<SupplierOrderViewData> {
  if (actor.type === 'operator') return buildSupplierOrderView(db, { id, as: 'operator', now })
  const view = await buildSupplierOrderView(db, { id, ownerId: actor.id, as: 'supplier', now })
  const actions = hasPermission(actor, 'orders:write') ? view.actions : []
  return { ...(hasPermission(actor, 'money:read') ? view : hideEarnings(view)), actions }
}

/** Returns the order without its earnings and the marketplace's commission. */
function hideEarnings(view: SupplierOrderViewData): SupplierOrderViewData {
  const lines = view.lines.map((line) => ({ ...line, commissionPercent: null }))
  return {
    ...view,
    earnings: null,
    commissionPercent: null,
    shippingCommissionPercent: null,
    commissionTaxPercent: null,
    lines,
  }
}

function findCommonPercent(order: SupplierOrder, lines: readonly SupplierOrderLine[]): number | null {
  const [rate, ...others] = new Set(lines.map((line) => line.commissionBps ?? order.commissionBps))
  return rate === undefined || others.length > 0 ? null : rate / 100
}

type EarningsInput = Readonly<{
  lines: readonly SupplierOrderLine[]
  money: OrderMoney
  availableFrom: Date | undefined
}>

function toEarnings(
  order: SupplierOrder,
  { lines, money, availableFrom }: EarningsInput,
): NonNullable<SupplierOrderViewData['earnings']> {
  const { gross, commission, tax, net } = forecastEarnings({ order, lines, money })
  return {
    gross: toDecimal(gross, order.currency),
    commission: toDecimal(commission, order.currency),
    commissionTax: toDecimal(tax, order.currency),
    net: toDecimal(net, order.currency),
    availableFrom: availableFrom?.toISOString() ?? null,
    availableDays: toDeadlines(order.deadlines).earningDays,
    isAvailable: order.state === 'completed',
  }
}

/** Returns the deadline of a supplier's answer: to accept an order, or to answer a cancellation request. */
function findAnswerBy(
  state: SupplierOrderState,
  dueDates: Awaited<ReturnType<typeof findDueDates>>,
): Date | undefined {
  if (state === 'submitted') return dueDates.get('reject')
  return state === 'cancel_requested' ? dueDates.get('cancel') : undefined
}

function toLineView(
  line: SupplierOrderLine,
  index: number,
  order: SupplierOrder,
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
    commissionPercent: (line.commissionBps ?? order.commissionBps) / 100,
    warehouse: line.warehouse ?? order.warehouse,
    imageUrl: line.imageKey && smallPicturePath(line.imageKey),
  }
}

/** Returns the delivery data only, without the email address and the payment. */
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
