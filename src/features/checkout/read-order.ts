import type { Queryable } from '#database/database.ts'
import { toDecimal } from '#ground/money.ts'
import {
  findBuyerEmail,
  findOwnPurchase,
  findPurchase,
  listAllOwnPurchases,
  listLines,
  listSupplierOrders,
  type Purchase,
  purchaseStatus,
  type SupplierOrder,
  type SupplierOrderLine,
} from '#features/orders/service.ts'
import type { PaymentMethod } from '#features/payments/contract.ts'
import { findCountry } from '#features/shipping/service.ts'
import { listSupplierNames } from '#features/suppliers/service.ts'
import type { OrderDetailsData, TrackedOrderData } from './contract.ts'
import { orderNotFound } from './pay-order.ts'

/** What the payment step shows of an order. Throws `order_not_found`. */
export async function readOrder(
  db: Queryable,
  { id, methods, now }: { id: string; methods: readonly PaymentMethod[]; now: Date },
): Promise<OrderDetailsData> {
  const purchase = await open(db, id)
  const orderUser = await userOf(db, purchase)
  const status = purchase.paidAt
    ? 'paid'
    : purchase.closedAt || purchase.expiresAt <= now
      ? 'expired'
      : 'awaiting_payment'
  return {
    id: purchase.publicId,
    status,
    subtotal: toDecimal(purchase.subtotalAmount),
    shippingAmount: toDecimal(purchase.shippingAmount),
    totalAmount: toDecimal(purchase.totalAmount),
    isGuest: orderUser === null,
    guestEmail: orderUser === null ? purchase.email : null,
    orderUser,
    shippingMethod: purchase.shippingMethod,
    streetAddress: streetOf(purchase),
    address: {
      line2: secondLineOf(purchase),
      city: purchase.city,
      state: purchase.state,
      zip_code: purchase.postcode,
      country: findCountry(purchase.country)?.name ?? purchase.country,
      mobile_number: purchase.phone,
    },
    expiresAt: purchase.expiresAt.toISOString(),
    paymentMethods: [...methods],
  }
}

/** Whose order it is; nobody's where a guest placed it. An account that was closed leaves the address of the order. */
async function userOf(db: Queryable, purchase: Purchase): Promise<OrderDetailsData['orderUser']> {
  if (purchase.personId === null) return null
  return { email: (await findBuyerEmail(db, purchase.personId)) ?? purchase.email }
}

/** An order with its lines and the state of each supplier's part. Throws `order_not_found`. */
export async function trackOrder(db: Queryable, id: string): Promise<TrackedOrderData> {
  return tracked(db, await open(db, id))
}

/** The same of an order that has to be the person's. Throws `order_not_found` for another's, too. */
export async function trackOwnOrder(
  db: Queryable,
  own: Readonly<{ personId: number; publicId: string }>,
): Promise<TrackedOrderData> {
  const purchase = await findOwnPurchase(db, own)
  if (!purchase) throw orderNotFound()
  return tracked(db, purchase)
}

/** All that the shop keeps of a person's orders, oldest first, for the copy of one's data. */
export async function collectOrders(db: Queryable, personId: number): Promise<readonly TrackedOrderData[]> {
  const orders: TrackedOrderData[] = []
  // One after the other: who has many orders is not to hold all connections.
  for (const purchase of await listAllOwnPurchases(db, personId)) orders.push(await tracked(db, purchase))
  return orders
}

async function tracked(db: Queryable, purchase: Purchase): Promise<TrackedOrderData> {
  const orders = await listSupplierOrders(db, [purchase.id])
  const lines = await listLines(
    db,
    orders.map((order) => order.id),
  )
  const names = await listSupplierNames(
    db,
    orders.map((order) => order.supplierId),
  )
  return {
    id: purchase.publicId,
    number: purchase.number,
    status: purchaseStatus(orders.map((order) => order.state)),
    placedAt: purchase.placedAt.toISOString(),
    paidAt: purchase.paidAt?.toISOString() ?? null,
    subtotal: toDecimal(purchase.subtotalAmount),
    shippingAmount: toDecimal(purchase.shippingAmount),
    totalAmount: toDecimal(purchase.totalAmount),
    shippingService: purchase.shippingService,
    shippingMethod: purchase.shippingMethod,
    recipient: recipientOf(purchase),
    supplierOrders: orders.map((order) => trackedPart(order, names.get(order.supplierId) ?? '', lines)),
  }
}

function recipientOf(purchase: Purchase): TrackedOrderData['recipient'] {
  const { firstName, lastName, email, postcode, city, state, country } = purchase
  const isSent = purchase.shippingMethod === 'ship'
  const lines = [
    streetOf(purchase),
    secondLineOf(purchase),
    [postcode, city, state].filter(Boolean).join(' '),
    findCountry(country)?.name ?? country,
  ]
  return { name: `${firstName} ${lastName}`.trim(), email, lines: isSent ? lines.filter(Boolean) : [] }
}

/** Street, house and building as one line. */
export function streetOf({ blockNumber, streetAddress, buildingName }: Purchase): string {
  return [blockNumber, streetAddress, buildingName].filter(Boolean).join(', ')
}

/** Unit or second line of an address. */
export function secondLineOf({ unitNumber, address2 }: Purchase): string {
  return [unitNumber && `Unit ${unitNumber}`, address2].filter(Boolean).join(', ')
}

async function open(db: Queryable, id: string): Promise<Purchase> {
  const purchase = await findPurchase(db, id)
  if (!purchase) throw orderNotFound()
  return purchase
}

function trackedPart(
  order: SupplierOrder,
  supplier: string,
  lines: readonly SupplierOrderLine[],
): TrackedOrderData['supplierOrders'][number] {
  return {
    id: order.publicId,
    supplier,
    warehouse: order.warehouse,
    state: order.state,
    lines: lines.filter((line) => line.supplierOrderId === order.id).map(trackedLine),
  }
}

function trackedLine(line: SupplierOrderLine): TrackedOrderData['supplierOrders'][number]['lines'][number] {
  return {
    productId: line.productPublicId,
    title: line.title,
    variantTitle: line.variantTitle,
    sku: line.sku,
    quantity: line.quantity,
    unitPrice: toDecimal(line.unitAmount),
    imageUrl: smallPicture(line.imageKey),
  }
}

/** The address of a line's small picture. */
export function smallPicture(imageKey: string | null): string | null {
  return imageKey && `/media/${imageKey}-400.webp`
}
