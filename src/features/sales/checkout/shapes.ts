import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import {
  FulfilmentShape,
  ParcelShape,
  PaymentShape,
  PurchaseStatusShape,
  ShipmentShape,
  TimelineEventShape,
  SupplierOrderStateShape,
} from '#features/sales/orders/contract.ts'

/** The id of a purchase. */
export const PurchaseId = z.string().regex(idPattern('purchase'), 'Enter a valid order number.')

const TrackedLine = z.object({
  productId: z.string(),
  title: z.string(),
  variantTitle: z.string(),
  sku: z.string(),
  quantity: z.number(),
  /** How many units are in parcels, and how many will not be sent. */
  shipped: z.number(),
  withdrawn: z.number(),
  unitPrice: z.number(),
  imageUrl: z.string().nullable(),
  /** Whether its supplier accepts a return without fault of the seller, by the terms at purchase. */
  isReturnable: z.boolean(),
  /** How many units a consumer can withdraw from. */
  withdrawable: z.number(),
})

/** An order, with the progress of each supplier order. */
export const TrackedOrder = z
  .object({
    id: PurchaseId,
    number: z.string(),
    status: PurchaseStatusShape,
    placedAt: z.string(),
    paidAt: z.string().nullable(),
    subtotal: z.number(),
    shippingAmount: z.number(),
    totalAmount: z.number(),
    shippingService: z.string().nullable(),
    shippingMethod: z.enum(['ship', 'pickup']),
    /** The path of its invoice, once it is paid. */
    invoice: z.string().nullable(),
    /** The number of its invoice, issued within a minute or when first requested. */
    invoiceNumber: z.string().nullable(),
    /** Its refunds' credit notes, each issued within a minute: number and path. */
    creditNotes: z.array(z.object({ number: z.string(), path: z.string(), amount: z.number() })),
    /** The recipient and the lines of the address; a pickup has no lines. */
    recipient: z.object({ name: z.string(), email: z.string(), lines: z.array(z.string()) }),
    supplierOrders: z.array(
      z.object({
        id: z.string(),
        supplier: z.string(),
        warehouse: z.string(),
        state: SupplierOrderStateShape,
        payment: PaymentShape,
        fulfilment: FulfilmentShape,
        refundedAmount: z.number(),
        /** The amount that the buyer’s bank has charged back and not returned. */
        chargedBackAmount: z.number(),
        /** Its shipping; null for a pickup. */
        shipping: ShipmentShape.omit({ supplier: true }).nullable(),
        /** The ship-by and delivery dates, as they were at payment; null while unpaid. */
        shipBy: z.string().nullable(),
        deliverBy: z.string().nullable(),
        /** The days after delivery in which the buyer can open a case. */
        reportDays: z.number(),
        lines: z.array(TrackedLine),
        parcels: z.array(ParcelShape),
        timeline: z.array(TimelineEventShape),
        /** The actions that the buyer may take now. */
        actions: z.array(z.enum(['cancel', 'ask_cancel', 'keep', 'deliver', 'open_case'])),
        /**
         * The right of consumers in the EU, the EEA and the UK to withdraw from the contract; its period begins with
         * the last delivery.
         */
        withdrawal: z.object({ until: z.string().nullable() }).nullable(),
      }),
    ),
  })
  .openapi('TrackedOrder')

/** An order as its buyer sees it. */
export type TrackedOrderData = z.input<typeof TrackedOrder>
