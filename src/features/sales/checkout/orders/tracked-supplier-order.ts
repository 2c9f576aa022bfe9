import { toDeadlines } from '#core/deadlines.ts'
import { smallPicturePath } from '#core/media-path.ts'
import { toDecimal } from '#core/money.ts'
import {
  getFulfilment,
  type listParcels,
  type listTimelineEvents,
  getPaymentStatus,
  listPossibleEvents,
  toTimelineEventView,
  toParcelView,
  findWithdrawalRight,
  countWithdrawable,
  type SupplierOrder,
  type SupplierOrderLine,
  countUnits,
  type ReversedAmounts,
} from '#features/sales/orders/service.ts'
import type { TrackedOrderData } from '../contract.ts'

type TrackedSupplierOrder = TrackedOrderData['supplierOrders'][number]

/** Returns a supplier order's shipping, its price in dollars; null for a pickup. */
export function toShipment(order: SupplierOrder): TrackedSupplierOrder['shipping'] {
  const { shippingService: service, shippingMinDays, shippingDays } = order
  if (!service || shippingDays === null) return null
  const rate = toDecimal(order.shippingAmount, order.currency)
  return { service, minDays: shippingMinDays ?? shippingDays, maxDays: shippingDays, rate }
}

/** A supplier order with everything that belongs to it. */
export type SupplierOrderDetails = Readonly<{
  order: SupplierOrder
  supplier: string
  isPaid: boolean
  lines: readonly SupplierOrderLine[]
  parcels: Awaited<ReturnType<typeof listParcels>>
  timeline: Awaited<ReturnType<typeof listTimelineEvents>>
  wentBack: ReversedAmounts
  /** The country of the delivery address. */
  country: string
  now: Date
}>

/** Returns a supplier order as its buyer sees it. */
export function toTrackedSupplierOrder(details: SupplierOrderDetails): TrackedSupplierOrder {
  const { order, supplier, isPaid, lines, parcels, timeline, wentBack, country, now } = details
  const withdrawal = findWithdrawalRight({ country, order, lines, parcels, now })
  const units = countUnits(lines)
  const possibleEventNames = listPossibleEvents({ state: order.state, units }, 'shopper')
  return {
    id: order.publicId,
    supplier,
    warehouse: order.warehouse,
    state: order.state,
    payment: getPaymentStatus({ ...wentBack, paid: isPaid ? order.totalAmount : 0 }),
    fulfilment: getFulfilment(units, parcels),
    refundedAmount: toDecimal(wentBack.givenBack),
    chargedBackAmount: toDecimal(wentBack.chargedBack),
    shipping: toShipment(order),
    shipBy: order.shipBy?.toISOString() ?? null,
    deliverBy: order.deliverBy?.toISOString() ?? null,
    reportDays: toDeadlines(order.deadlines).reportDays,
    lines: lines.map(toTrackedLine),
    parcels: parcels.map((parcel) => toParcelView(parcel, lines, true)),
    timeline: timeline.map((event) => toTimelineEventView(event)),
    withdrawal: withdrawal ? { until: withdrawal.until?.toISOString() ?? null } : null,
    actions: ACTIONS.filter((action) => possibleEventNames.includes(action)),
  }
}

const ACTIONS = ['cancel', 'ask_cancel', 'keep', 'deliver', 'open_case'] as const

function toTrackedLine(line: SupplierOrderLine): TrackedSupplierOrder['lines'][number] {
  return {
    productId: line.productPublicId,
    title: line.title,
    variantTitle: line.variantTitle,
    sku: line.sku,
    quantity: line.quantity,
    shipped: line.shippedQuantity,
    withdrawn: line.withdrawnQuantity,
    unitPrice: toDecimal(line.unitAmount),
    imageUrl: line.imageKey && smallPicturePath(line.imageKey),
    isReturnable: line.isReturnable,
    withdrawable: countWithdrawable(line),
  }
}
