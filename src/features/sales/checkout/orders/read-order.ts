import type { Queryable } from '#database/database.ts'
import { toDecimal } from '#core/money.ts'
import { findInvoice, listPurchaseCreditNotes } from '#features/money/documents/service.ts'
import {
  formatAddressLines,
  findBuyerEmail,
  findAccountPurchase,
  findPurchase,
  listAllAccountPurchases,
  listLines,
  listParcels,
  listTimelineEvents,
  listSupplierOrders,
  listReversedAmounts,
  NO_REVERSED_AMOUNTS,
  type Purchase,
  purchaseStatus,
  formatSecondLine,
  formatStreet,
} from '#features/sales/orders/service.ts'
import { type PaymentProvider, selectOpenMethods } from '#features/money/payments/service.ts'
import { findCountry } from '#features/sales/shipping/service.ts'
import { listSupplierNames } from '#features/catalogue/suppliers/service.ts'
import type { OrderDetailsData, TrackedOrderData } from '../contract.ts'
import { orderNotFound } from '../payment/pay-order.ts'
import { listPaymentMethods } from '../payment/payment-methods.ts'
import { toShipment, toTrackedSupplierOrder } from './tracked-supplier-order.ts'

/** Returns an order as the payment step shows it. Throws `order_not_found`. */
export async function readOrder(
  db: Queryable,
  { id, providers, now }: { id: string; providers: readonly PaymentProvider[]; now: Date },
): Promise<OrderDetailsData> {
  const purchase = await getPurchase(db, id)
  const orderUser = await getOrderUser(db, purchase)
  const orders = await listSupplierOrders(db, [purchase.id])
  const names = await listSupplierNames(
    db,
    orders.map(({ supplierId }) => supplierId),
  )
  const status = purchase.paidAt
    ? 'paid'
    : purchase.closedAt || purchase.expiresAt <= now
      ? 'expired'
      : 'awaiting_payment'
  return {
    id: purchase.publicId,
    status,
    subtotal: toDecimal(purchase.subtotalAmount, purchase.currency),
    shippingAmount: toDecimal(purchase.shippingAmount, purchase.currency),
    totalAmount: toDecimal(purchase.totalAmount, purchase.currency),
    isGuest: orderUser === null,
    guestEmail: orderUser === null ? purchase.email : null,
    orderUser,
    shippingMethod: purchase.shippingMethod,
    shipments: orders.flatMap((order) => {
      const shipment = toShipment(order)
      return shipment ? [{ supplier: names.get(order.supplierId) ?? '', ...shipment }] : []
    }),
    streetAddress: formatStreet(purchase),
    address: {
      line2: formatSecondLine(purchase),
      city: purchase.city,
      state: purchase.state,
      zip_code: purchase.postcode,
      country: findCountry(purchase.country)?.name ?? purchase.country,
      mobile_number: purchase.phone,
    },
    expiresAt: purchase.expiresAt.toISOString(),
    ...listPaymentMethods(await selectOpenMethods(db, providers), {
      currency: purchase.currency,
      amount: purchase.totalAmount,
    }),
  }
}

/** Returns the account of an order; null for a guest. For a closed account it has the order's address. */
async function getOrderUser(db: Queryable, purchase: Purchase): Promise<OrderDetailsData['orderUser']> {
  if (purchase.accountId === null) return null
  return { email: (await findBuyerEmail(db, purchase.accountId)) ?? purchase.email }
}

/** Returns an order with its lines and the state of each supplier order. Throws `order_not_found`. */
export async function trackOrder(db: Queryable, id: string, now: Date): Promise<TrackedOrderData> {
  return buildTrackedOrder(db, await getPurchase(db, id), now)
}

/**
 * Returns an order like `trackOrder`, if it belongs to the account. Throws `order_not_found` for other accounts'
 * orders, too.
 */
export async function trackAccountOrder(
  db: Queryable,
  accountPurchase: Readonly<{ accountId: number; publicId: string }>,
  now: Date,
): Promise<TrackedOrderData> {
  const purchase = await findAccountPurchase(db, accountPurchase)
  if (!purchase) throw orderNotFound()
  return buildTrackedOrder(db, purchase, now)
}

/** Returns all stored orders of an account, oldest first, for its data export. */
export async function exportOrders(
  db: Queryable,
  accountId: number,
  now: Date,
): Promise<readonly TrackedOrderData[]> {
  return exportPurchases(db, await listAllAccountPurchases(db, accountId), now)
}

/** Returns all stored data of purchases, for an account's data export. */
export async function exportPurchases(
  db: Queryable,
  purchases: readonly Purchase[],
  now: Date,
): Promise<readonly TrackedOrderData[]> {
  const orders: TrackedOrderData[] = []
  // Sequentially, so that an account with many orders does not occupy all connections.
  for (const purchase of purchases) orders.push(await buildTrackedOrder(db, purchase, now))
  return orders
}

async function buildTrackedOrder(db: Queryable, purchase: Purchase, now: Date): Promise<TrackedOrderData> {
  const orders = await listSupplierOrders(db, [purchase.id])
  const keys = orders.map((order) => order.id)
  const supplierKeys = orders.map((order) => order.supplierId)
  const [lines, names, parcels, timelineEvents, reversedByOrder, invoice, creditNotes] = await Promise.all([
    listLines(db, keys),
    listSupplierNames(db, supplierKeys),
    listParcels(db, keys),
    listTimelineEvents(db, keys),
    listReversedAmounts(db, keys),
    findInvoice(db, purchase.id),
    listPurchaseCreditNotes(db, purchase.id),
  ])
  const supplierOrders = orders.map((order) =>
    toTrackedSupplierOrder({
      order,
      supplier: names.get(order.supplierId) ?? '',
      isPaid: purchase.paidAt !== null,
      lines: lines.filter((line) => line.supplierOrderId === order.id),
      parcels: parcels.filter((parcel) => parcel.supplierOrderId === order.id),
      timeline: timelineEvents.filter((event) => event.supplierOrderId === order.id),
      wentBack: reversedByOrder.get(order.id) ?? NO_REVERSED_AMOUNTS,
      country: purchase.country,
      now,
    }),
  )
  return {
    id: purchase.publicId,
    number: purchase.number,
    status: purchaseStatus(orders.map((order) => order.state)),
    placedAt: purchase.placedAt.toISOString(),
    paidAt: purchase.paidAt?.toISOString() ?? null,
    subtotal: toDecimal(purchase.subtotalAmount, purchase.currency),
    shippingAmount: toDecimal(purchase.shippingAmount, purchase.currency),
    totalAmount: toDecimal(purchase.totalAmount, purchase.currency),
    shippingService: purchase.shippingService,
    shippingMethod: purchase.shippingMethod,
    invoice: purchase.paidAt ? `/orders/${purchase.publicId}/invoice` : null,
    invoiceNumber: invoice?.number ?? null,
    creditNotes: creditNotes.map(({ number, amount, currency }) => ({
      number,
      path: `/orders/${purchase.publicId}/credit-notes/${number}`,
      amount: toDecimal(amount, currency),
    })),
    recipient: toRecipient(purchase),
    supplierOrders,
  }
}

function toRecipient(purchase: Purchase): TrackedOrderData['recipient'] {
  const { firstName, lastName, email } = purchase
  return { name: `${firstName} ${lastName}`.trim(), email, lines: formatAddressLines(purchase) }
}

async function getPurchase(db: Queryable, id: string): Promise<Purchase> {
  const purchase = await findPurchase(db, id)
  // A vendor's purchase is only readable in the vendor's console.
  if (purchase?.channel !== 'marketplace') throw orderNotFound()
  return purchase
}
