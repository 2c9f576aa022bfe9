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
  /** How many of them are in parcels, and how many are not going to be sent. */
  shipped: z.number(),
  withdrawn: z.number(),
  unitPrice: z.number(),
  imageUrl: z.string().nullable(),
  /** Whether its supplier takes it back for no fault of the seller’s, as it was said when it was bought. */
  isReturnable: z.boolean(),
  /** How many of them a consumer who has the right can withdraw from. */
  withdrawable: z.number(),
})

/** An order and how far each supplier is with its part. */
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
    /** Where its invoice is, once it is paid. */
    invoice: z.string().nullable(),
    /** Its number, which it has within a minute or as soon as it was requested. */
    invoiceNumber: z.string().nullable(),
    /** Its refunds, a credit note each within a minute: number and path. */
    creditNotes: z.array(z.object({ number: z.string(), path: z.string(), amount: z.number() })),
    /** The recipient and address, a line each; an order that is picked up has no lines. */
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
        /** How it is sent; null where it is picked up. */
        shipping: ShipmentShape.omit({ supplier: true }).nullable(),
        /** The ship-by and delivery dates, as they were at payment; null while unpaid. */
        shipBy: z.string().nullable(),
        deliverBy: z.string().nullable(),
        lines: z.array(TrackedLine),
        parcels: z.array(ParcelShape),
        timeline: z.array(TimelineEventShape),
        /** The actions that the buyer may take now. */
        actions: z.array(z.enum(['cancel', 'ask_cancel', 'keep', 'deliver', 'open_case'])),
        /**
         * The right of consumers in the EU, the EEA and the UK to withdraw from the contract; its time begins with the last
         * delivery.
         */
        withdrawal: z.object({ until: z.string().nullable() }).nullable(),
      }),
    ),
  })
  .openapi('TrackedOrder')

/** An order as its buyer follows it. */
export type TrackedOrderData = z.input<typeof TrackedOrder>
