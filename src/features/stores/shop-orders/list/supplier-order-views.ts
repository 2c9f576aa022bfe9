import { toDeadlines } from '#core/deadlines.ts'
import { SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import { carrierTitle } from '#core/shipping/carriers.ts'
import type { Queryable } from '#database/database.ts'
import {
  countUnits,
  getPaymentStatus,
  listChangeRequests,
  listCorrections,
  listLines,
  listParcels,
  listPossibleEvents,
  listReversedAmounts,
  listTimelineEvents,
  NO_REVERSED_AMOUNTS,
  toChangeView,
  toParcelView,
  toTimelineEventView,
  type StoredCorrection,
  type SupplierOrderLine,
  type VendorPurchase,
} from '#features/sales/orders/service.ts'
import type { OrderQuoteData, VendorSupplierOrderData } from '../contract.ts'

/** Returns the paid supplier orders of a store's order as its vendor sees them. */
export async function buildSupplierOrderViews(
  db: Queryable,
  purchases: readonly VendorPurchase[],
): Promise<VendorSupplierOrderData[]> {
  const paid = purchases.filter(({ paidAt }) => paidAt)
  const keys = paid.map(({ id }) => id)
  const [lines, parcels, corrections, timeline, reversed, changes] = await Promise.all([
    listLines(db, keys),
    listParcels(db, keys),
    listCorrections(db, keys),
    listTimelineEvents(db, keys),
    listReversedAmounts(db, keys),
    listChangeRequests(db, keys),
  ])
  return paid.map((order) => {
    const { currency } = order
    const decimal = (amount: number) => toDecimal(amount, currency)
    const ownLines = lines.filter((line) => line.supplierOrderId === order.id)
    const wentBack = reversed.get(order.id) ?? NO_REVERSED_AMOUNTS
    const units = countUnits(ownLines)
    return {
      id: order.publicId,
      number: order.number,
      purchaseId: order.purchasePublicId,
      supplier: order.supplierName,
      state: order.state,
      payment: getPaymentStatus({ paid: order.totalAmount, ...wentBack }),
      isByWallet: order.isByWallet,
      currency,
      items: decimal(order.itemsAmount),
      shipping: decimal(order.shippingAmount),
      total: decimal(order.totalAmount),
      refunded: decimal(wentBack.givenBack),
      shippingService: order.shippingService,
      holdEndsAt: order.holdEndsAt?.toISOString() ?? null,
      shipBy: order.shipBy?.toISOString() ?? null,
      deliverBy: order.deliverBy?.toISOString() ?? null,
      reportDays: toDeadlines(order.deadlines).reportDays,
      lines: ownLines.map((line, index) => toLineView(line, index, currency)),
      parcels: parcels
        .filter((parcel) => parcel.supplierOrderId === order.id)
        .map((parcel) => toParcelView(parcel, ownLines)),
      corrections: corrections
        .filter((correction) => correction.supplierOrderId === order.id)
        .map(toCorrectionView),
      changes: changes
        .filter((change) => change.supplierOrderId === order.id)
        .map((change) => toChangeView(change, ownLines)),
      timeline: timeline
        .filter((event) => event.supplierOrderId === order.id)
        .map((event) => toTimelineEventView(event)),
      actions: listPossibleEvents({ state: order.state, units }, 'vendor'),
    }
  })
}

function toLineView(line: SupplierOrderLine, index: number, currency: string) {
  return {
    line: index + 1,
    title: line.title,
    variantTitle: line.variantTitle,
    quantity: line.quantity,
    shipped: line.shippedQuantity,
    withdrawn: line.withdrawnQuantity,
    unitPrice: toDecimal(line.unitAmount, currency),
    isReturnable: line.isReturnable,
  }
}

function toCorrectionView({ publicId, parcel, numbersBefore, numbersAfter, createdAt }: StoredCorrection) {
  const nameAll = (trackings: StoredCorrection['numbersBefore']) =>
    trackings.map(({ carrier, number }) => `${carrierTitle(carrier)} ${number}`)
  return {
    id: publicId,
    parcel,
    at: createdAt.toISOString(),
    before: nameAll(numbersBefore),
    after: nameAll(numbersAfter),
  }
}

/** Returns the unpaid quote of a store's order; null without one. */
export function toQuoteView(purchases: readonly VendorPurchase[]): OrderQuoteData | null {
  const unpaid = purchases.filter(({ paidAt }) => !paidAt)
  const [first] = unpaid
  if (!first) return null
  const { currency, expiresAt } = first
  const sum = (of: (order: VendorPurchase) => number) =>
    toDecimal(
      unpaid.reduce((total, order) => total + of(order), 0),
      currency,
    )
  return {
    items: sum(({ itemsAmount }) => itemsAmount),
    shipping: sum(({ shippingAmount }) => shippingAmount),
    total: sum(({ totalAmount }) => totalAmount),
    currency,
    expiresAt: expiresAt.toISOString(),
    suppliers: unpaid.map((order) => ({
      supplier: order.supplierName,
      items: toDecimal(order.itemsAmount, currency),
      shipping: toDecimal(order.shippingAmount, currency),
      shippingService: order.shippingService,
      minDays: order.shippingMinDays,
      maxDays: order.shippingDays,
    })),
  }
}

/** An order's cost and profit for its vendor, in decimals of the marketplace's currency; null while unknown. */
export type OrderProfit = Readonly<{ cost: number | null; retail: number | null; profit: number | null }>

/** The known amounts of an order: an estimate until it is quoted. */
type ProfitInput = Readonly<{
  purchases: readonly VendorPurchase[]
  /** The posted costs of paid supplier orders, by their keys. */
  costs: ReadonlyMap<number, number>
  estimate: Readonly<{ cost: number | null }>
  retail: number | null
}>

/**
 * Returns an order's profit. Its cost is the amount paid less refunds, by the ledger, and the amount still to be paid.
 */
export function toProfit({ purchases, costs, estimate, retail }: ProfitInput): OrderProfit {
  const known = purchases.reduce(
    (sum, { id, paidAt, totalAmount }) => sum + (paidAt ? (costs.get(id) ?? 0) : totalAmount),
    0,
  )
  const hasQuote = purchases.some(({ paidAt }) => !paidAt)
  const open = hasQuote ? 0 : (estimate.cost ?? 0)
  const cost = purchases.length === 0 && estimate.cost === null ? null : known + open
  const decimal = (amount: number | null) => (amount === null ? null : toDecimal(amount, SHOP_CURRENCY))
  const profit = cost === null || retail === null ? null : retail - cost
  return { cost: decimal(cost), retail: decimal(retail), profit: decimal(profit) }
}
