import { z } from '@hono/zod-openapi'
import { CARRIERS } from '#core/shipping/carriers.ts'

/** The states of a supplier order. */
export const SUPPLIER_ORDER_STATES = [
  'draft',
  'awaiting_payment',
  'expired',
  'paid_hold',
  'submitted',
  'accepted',
  'rejected',
  'in_progress',
  'shipped',
  'delivered',
  'completed',
  'in_case',
  'refunded',
  'cancel_requested',
  'cancelled',
] as const

export type SupplierOrderState = (typeof SUPPLIER_ORDER_STATES)[number]

/** The actors of an order. `setting` is a supplier's setting that acts automatically. */
export const ACTORS = [
  'payment',
  'timer',
  'setting',
  'carrier',
  'shopper',
  'vendor',
  'store',
  'supplier',
  'operator',
] as const

export type Actor = (typeof ACTORS)[number]

/** The statuses of a purchase, derived from its supplier orders. */
export const PURCHASE_STATUSES = [
  'awaiting_payment',
  'paid',
  'partly_shipped',
  'shipped',
  'delivered',
  'completed',
  'in_case',
  'refunded',
  'cancelled',
  'expired',
] as const

export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number]

/** The tracking states of a parcel, in their order; `delivered` is final. */
export const TRACKING_STATES = [
  'pending',
  'info_received',
  'in_transit',
  'out_for_delivery',
  'exception',
  'returned',
  'delivered',
] as const

export type TrackingState = (typeof TRACKING_STATES)[number]

/**
 * The states of a label. They are requested; bought; used for a parcel; unused; refund requested; refunded; billed only
 * when scanned, so that there is nothing to refund; refund refused; or never bought.
 */
export const LABEL_STATES = [
  'asked',
  'bought',
  'used',
  'unused',
  'given_back',
  'refunded',
  'not_billed',
  'lost',
  'failed',
] as const

export type LabelState = (typeof LABEL_STATES)[number]

/** The status of a purchase. */
export const PurchaseStatusShape = z.enum(PURCHASE_STATUSES)

/** The state of a supplier order. */
export const SupplierOrderStateShape = z.enum(SUPPLIER_ORDER_STATES)

/** The payment status of a supplier order; `charged_back` while the payer's bank has taken any of it. */
export const PaymentShape = z.enum(['unpaid', 'paid', 'partly_refunded', 'refunded', 'charged_back'])

/** The fulfilment of its units. */
export const FulfilmentShape = z.enum(['none', 'partial', 'all_shipped', 'all_delivered'])

/** A parcel with its tracking numbers and contents: `line` counts the order's lines from 1. */
export const ParcelShape = z
  .object({
    id: z.string(),
    shippedAt: z.string(),
    deliveredAt: z.string().nullable(),
    /** The actor who reported its arrival; `timer` without a report. */
    deliveredBy: z.enum(ACTORS).nullable(),
    /** When its supplier reported its arrival, which does not count as delivered. */
    reportedDeliveredAt: z.string().nullable(),
    trackings: z.array(
      z.object({
        carrier: z.enum(CARRIERS),
        title: z.string(),
        number: z.string(),
        url: z.string().nullable(),
        /** The carrier's tracking state, latest event and expected arrival; null while unknown. */
        state: z.enum(TRACKING_STATES).nullable(),
        lastStep: z.object({ message: z.string(), location: z.string(), at: z.string() }).nullable(),
        expectedAt: z.string().nullable(),
      }),
    ),
    /** For items to collect: the place and time, and the code to show, which only their buyer sees. */
    collection: z.object({ note: z.string(), code: z.string().nullable() }).nullable(),
    lines: z.array(z.object({ line: z.number(), title: z.string(), quantity: z.number() })),
  })
  .openapi('Parcel')

/** An event of a supplier order, and its state afterwards. */
export const TimelineEventShape = z
  .object({
    event: z.string(),
    state: SupplierOrderStateShape,
    actor: z.enum(ACTORS),
    reason: z.string().nullable(),
    at: z.string(),
  })
  .openapi('SupplierOrderEvent')

/** A change of a paid supplier order by the vendor or the vendor's store: applied, or requested from the supplier. */
export const ChangeShape = z
  .object({
    id: z.string(),
    kind: z.enum(['recipient', 'units']),
    requestedBy: z.enum(['store', 'vendor']),
    state: z.enum(['applied', 'open', 'accepted', 'declined', 'withdrawn']),
    reason: z.string().nullable(),
    requestedAt: z.string(),
    answeredAt: z.string().nullable(),
    /** Name and address, a line each; empty for a change of units. */
    address: z.array(z.string()),
    /** The units that are no longer wanted. */
    items: z.array(z.object({ title: z.string(), quantity: z.number() })),
  })
  .openapi('SupplierOrderChange')

/** A supplier's shipment: service with underscores for spaces, days in transit, and price in dollars. */
export const ShipmentShape = z
  .object({
    supplier: z.string(),
    service: z.string(),
    minDays: z.number(),
    maxDays: z.number(),
    rate: z.number(),
  })
  .openapi('OrderShipment')

/** A supplier order as its supplier sees it: items, destination, and earnings. Amounts in dollars. */
export const SupplierOrderView = z
  .object({
    id: z.string(),
    number: z.string(),
    state: SupplierOrderStateShape,
    version: z.number(),
    payment: PaymentShape,
    fulfilment: FulfilmentShape,
    paidAt: z.string().nullable(),
    shipBy: z.string().nullable(),
    deliverBy: z.string().nullable(),
    warehouse: z.string(),
    itemsAmount: z.number(),
    shippingAmount: z.number(),
    totalAmount: z.number(),
    refundedAmount: z.number(),
    /** The amount that the payer’s bank has charged back and not returned. */
    chargedBackAmount: z.number(),
    /**
     * The commission of the products. Null if lines have rates of their own and, like `earnings`, for members whose
     * role hides money.
     */
    commissionPercent: z.number().nullable(),
    shippingCommissionPercent: z.number().nullable(),
    commissionTaxPercent: z.number().nullable(),
    /** The order's earnings, less commission, the tax on it and refunds; and since or from when they are available. */
    earnings: z
      .object({
        gross: z.number(),
        commission: z.number(),
        commissionTax: z.number(),
        net: z.number(),
        availableFrom: z.string().nullable(),
        /** The days after delivery until they are available. */
        availableDays: z.number(),
        isAvailable: z.boolean(),
      })
      .nullable(),
    /** The deadline to accept it or to answer a cancellation request. */
    answerBy: z.string().nullable(),
    lines: z.array(
      z.object({
        line: z.number(),
        productId: z.string(),
        title: z.string(),
        variantTitle: z.string(),
        sku: z.string(),
        /** The warehouse that picks and sends it. */
        warehouse: z.string(),
        quantity: z.number(),
        shipped: z.number(),
        withdrawn: z.number(),
        left: z.number(),
        unitPrice: z.number(),
        /** The commission rate at the time of the sale. */
        commissionPercent: z.number().nullable(),
        imageUrl: z.string().nullable(),
      }),
    ),
    /** The store of the vendor whose customer gets it; null for an order of a shopper on the marketplace. */
    vendorStore: z.string().nullable(),
    /**
     * The recipient and address; a pickup has no lines. A vendor's order has none before its handover, nor later than
     * 90 days after its end: the name is empty then.
     */
    shipTo: z.object({
      name: z.string(),
      phone: z.string(),
      country: z.string(),
      lines: z.array(z.string()),
      method: z.enum(['ship', 'pickup']),
      service: z.string().nullable(),
    }),
    parcels: z.array(ParcelShape),
    /** The path of its packing slip; `?parcel=` selects one of its parcels. */
    packingSlip: z.string(),
    changes: z.array(ChangeShape),
    timeline: z.array(TimelineEventShape),
    /** The actions that the caller may take now. */
    actions: z.array(z.string()),
  })
  .openapi('SuppliersOrder')

export type ChangeData = z.input<typeof ChangeShape>
/** The branding of a vendor's parcels. An empty name is the store's, `logo` the key of a picture. */
export type ParcelBrand = Readonly<{
  name: string
  note: string
  returnAddress: readonly string[]
  logo?: string | null
}>

export type ParcelData = z.input<typeof ParcelShape>
export type TimelineEventData = z.input<typeof TimelineEventShape>
export type SupplierOrderViewData = z.input<typeof SupplierOrderView>
