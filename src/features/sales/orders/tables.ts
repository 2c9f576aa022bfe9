import type { Deadlines } from '#core/deadlines.ts'
import { bigint, boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { SalesChannel } from '#core/sales-channel.ts'
import type { CarrierName } from '#core/shipping/carriers.ts'
import { addressColumns } from '#features/sales/shipping/tables.ts'
import type { DeclaredLine, PostalAddress } from './port.ts'
import type { Recipient } from './changes/recipient-rules.ts'
import type { Actor, LabelState, ParcelBrand, SupplierOrderState } from './shapes.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const key = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull()
const ref = (name: string) => bigint(name, { mode: 'number' }).notNull()

/**
 * A shopper's purchase, or a vendor's for an order of their store (`vendorOrder`). The recipient of the latter is the
 * store's customer. It has no state of its own: that is derived from its supplier orders.
 */
export const purchases = pgTable('purchases', {
  id: key(),
  publicId: text('public_id').notNull(),
  number: text().notNull(),
  accountId: bigint('account_id', { mode: 'number' }),
  idempotencyKey: text('idempotency_key'),
  requestHash: text('request_hash').notNull(),
  email: text().notNull(),
  shippingMethod: text('shipping_method').$type<'ship' | 'pickup'>().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  phone: text().notNull(),
  ...addressColumns(),
  shippingService: text('shipping_service'),
  shippingDays: integer('shipping_days'),
  currency: text().notNull(),
  subtotalAmount: cents('subtotal_amount'),
  shippingAmount: cents('shipping_amount'),
  totalAmount: cents('total_amount'),
  client: text(),
  units: integer().notNull().default(0),
  placedAt: moment('placed_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  paidAt: moment('paid_at'),
  closedAt: moment('closed_at'),
  channel: text().$type<SalesChannel>().notNull().default('marketplace'),
  vendorOrder: text('vendor_order'),
  vendorReference: text('vendor_reference'),
  vendorStore: text('vendor_store'),
  holdSeconds: integer('hold_seconds'),
  /** The branding of its packing slips; null: the store's name. */
  brand: jsonb().$type<ParcelBrand>(),
})

/** A supplier order, one supplier's part of a purchase: the unit of fulfilment, price and earning. */
export const supplierOrders = pgTable('supplier_orders', {
  id: key(),
  publicId: text('public_id').notNull(),
  purchaseId: ref('purchase_id'),
  supplierId: ref('supplier_id'),
  warehouse: text().notNull(),
  state: text().$type<SupplierOrderState>().notNull(),
  version: integer().notNull().default(1),
  currency: text().notNull(),
  itemsAmount: cents('items_amount'),
  shippingAmount: cents('shipping_amount'),
  totalAmount: cents('total_amount'),
  commissionBps: integer('commission_bps').notNull().default(0),
  commissionTaxBps: integer('commission_tax_bps').notNull().default(0),
  shipBy: moment('ship_by'),
  deliverBy: moment('deliver_by'),
  shippingService: text('shipping_service'),
  shippingMinDays: integer('shipping_min_days'),
  /** Who pays for returning items that the buyer does not want. */
  returnPaidBy: text('return_paid_by').$type<'buyer' | 'supplier'>().notNull(),
  shippingDays: integer('shipping_days'),
  /** The recipient and address, if changed after the purchase. */
  recipient: jsonb().$type<Recipient>(),
  /** The deadlines stored with the order; null for orders from before they were stored. */
  deadlines: jsonb().$type<Partial<Deadlines>>(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** The lines of a supplier order. Names, prices and the picture, if there was one, are copied at purchase and never change. */
export const supplierOrderLines = pgTable('supplier_order_lines', {
  id: key(),
  supplierOrderId: ref('supplier_order_id'),
  productId: ref('product_id'),
  variantId: ref('variant_id'),
  productPublicId: text('product_public_id').notNull(),
  title: text().notNull(),
  variantTitle: text('variant_title').notNull(),
  sku: text().notNull(),
  imageKey: text('image_key'),
  quantity: integer().notNull(),
  unitAmount: cents('unit_amount'),
  wholesaleAmount: bigint('wholesale_amount', { mode: 'number' }),
  /** The customs value of a unit, if it is not its price: what a vendor's customer paid. */
  customsAmount: bigint('customs_amount', { mode: 'number' }),
  lineAmount: cents('line_amount'),
  shippedQuantity: integer('shipped_quantity').notNull().default(0),
  withdrawnQuantity: integer('withdrawn_quantity').notNull().default(0),
  /** The number of withdrawn units that the buyer no longer wanted. */
  unwantedQuantity: integer('unwanted_quantity').notNull().default(0),
  refundedQuantity: integer('refunded_quantity').notNull().default(0),
  commissionBps: integer('commission_bps'),
  isReturnable: boolean('is_returnable').notNull().default(true),
  isMadeToOrder: boolean('is_made_to_order').notNull().default(false),
  /** The warehouse that it leaves from, if it differs from the order's. */
  warehouse: text(),
})

/** A supplier's parcel. Its items are in `parcel_lines`, its tracking numbers in `parcel_trackings`. */
export const parcels = pgTable('parcels', {
  id: key(),
  publicId: text('public_id').notNull(),
  supplierOrderId: ref('supplier_order_id'),
  idempotencyKey: text('idempotency_key').notNull(),
  requestHash: text('request_hash').notNull(),
  shippedAt: moment('shipped_at').notNull(),
  deliveredAt: moment('delivered_at'),
  deliveredBy: text('delivered_by').$type<Actor>(),
  reportedDeliveredAt: moment('reported_delivered_at'),
  collectionCode: text('collection_code'),
  collectionNote: text('collection_note').notNull().default(''),
})

/** A change of the tracking numbers of a parcel, by its public id. Without numbers after it the parcel was reversed. */
export const parcelCorrections = pgTable('parcel_corrections', {
  id: key(),
  publicId: text('public_id').notNull(),
  supplierOrderId: ref('supplier_order_id'),
  parcel: text().notNull(),
  numbersBefore: jsonb('numbers_before')
    .$type<readonly Readonly<{ carrier: CarrierName; number: string }>[]>()
    .notNull(),
  numbersAfter: jsonb('numbers_after')
    .$type<readonly Readonly<{ carrier: CarrierName; number: string }>[]>()
    .notNull(),
  createdAt: moment('created_at').notNull(),
})

/** A label that a supplier has requested. `units` are those of its parcel, `amount` is what the carrier charged. */
export const parcelLabels = pgTable('parcel_labels', {
  id: key(),
  publicId: text('public_id').notNull(),
  supplierOrderId: ref('supplier_order_id'),
  idempotencyKey: text('idempotency_key').notNull(),
  requestHash: text('request_hash').notNull(),
  units: jsonb().$type<readonly Readonly<{ lineId: number; quantity: number }>[]>().notNull(),
  sender: jsonb().$type<PostalAddress>(),
  customs: jsonb().$type<readonly DeclaredLine[]>(),
  service: text(),
  weightGrams: integer('weight_grams').notNull(),
  lengthMm: integer('length_mm').notNull(),
  widthMm: integer('width_mm').notNull(),
  heightMm: integer('height_mm').notNull(),
  accountId: bigint('account_id', { mode: 'number' }),
  quotedCurrency: text('quoted_currency'),
  quotedAmount: bigint('quoted_amount', { mode: 'number' }),
  batch: text(),
  /** For a return: its case, the recipient of the parcel, who pays for the label, and since when it is not needed. */
  caseId: bigint('case_id', { mode: 'number' }),
  recipient: jsonb().$type<PostalAddress>(),
  chargedTo: text('charged_to').$type<'buyer' | 'supplier'>(),
  droppedAt: moment('dropped_at'),
  packedAt: moment('packed_at'),
  state: text().$type<LabelState>().notNull(),
  shipmentRef: text('shipment_ref'),
  carrier: text().$type<CarrierName>(),
  carrierService: text('carrier_service'),
  trackingNumber: text('tracking_number'),
  currency: text(),
  amount: bigint({ mode: 'number' }),
  fileKey: text('file_key'),
  failure: text(),
  refundRequestedAt: moment('refund_requested_at'),
  refundCheckAt: moment('refund_check_at'),
  refundFailures: integer('refund_failures').notNull().default(0),
  nextCheckAt: moment('next_check_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
