import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { PAYMENT_METHODS } from '#features/money/payments/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ShopOrderId } from '../shapes.ts'

const CLICK_LIMIT = { calls: 120, windowMs: MINUTE }
const SupplierOrderId = z.string().max(100)

/** The most orders that one call pays. */
export const MAX_PAID_AT_ONCE = 100

export const payVendorOrders = endpoint({
  method: 'POST',
  path: '/vendor/orders/pay',
  summary:
    'Pays the wholesale price of orders: from your wallet one by one, or all together on a payment page; what cannot be paid is named with its reason',
  access: { vendor: 'orders:write' },
  body: z.object({
    orders: z.array(ShopOrderId).min(1, 'Choose an order.').max(MAX_PAID_AT_ONCE),
    by: z.enum(['wallet', ...PAYMENT_METHODS]),
  }),
  answer: Envelope.extend({
    paid: z.number(),
    paymentUrl: z.string().nullable(),
    problems: z.array(z.object({ id: ShopOrderId, number: z.string(), text: z.string() })),
  }),
  refusals: ['order_not_found', 'provider_refused', 'order_expired', 'mixed_currencies'],
  limit: { calls: 30, windowMs: MINUTE },
})

export const confirmVendorPayment = endpoint({
  method: 'POST',
  path: '/vendor/payments/{id}/confirm',
  summary: 'Looks up one of your payments at its provider by transaction ID and applies the result, once',
  access: { vendor: 'orders:read' },
  params: z.object({ id: z.string().max(200) }),
  answer: Envelope.extend({
    state: z.enum(['paid', 'pending', 'failed', 'unapplied']),
    /** Whether the payment is a top-up of your wallet, not for orders of your stores. */
    isTopUp: z.boolean(),
  }),
  refusals: ['payment_unknown'],
  limit: CLICK_LIMIT,
})

export const forwardVendorOrder = endpoint({
  method: 'POST',
  path: '/vendor/orders/{id}/forward',
  summary: 'Ends the hold of a paid order and forwards it to its suppliers immediately',
  access: { vendor: 'orders:write' },
  params: z.object({ id: ShopOrderId }),
  answer: Envelope.extend({ forwarded: z.number() }),
  refusals: ['order_not_found', 'nothing_to_forward'],
  limit: CLICK_LIMIT,
})

export const approveVendorOrder = endpoint({
  method: 'POST',
  path: '/vendor/orders/{id}/approve',
  summary: 'Approves the cost of an order that exceeds your limits; `cost` is the amount you were shown',
  access: { vendor: 'orders:write' },
  params: z.object({ id: ShopOrderId }),
  body: z.object({ cost: z.number().nonnegative() }),
  answer: Envelope,
  refusals: ['order_not_found', 'cost_changed'],
  limit: CLICK_LIMIT,
})

export const reorderVendorOrder = endpoint({
  method: 'POST',
  path: '/vendor/orders/{id}/reorder',
  summary: 'Reorders the items of an order that were not sent',
  access: { vendor: 'orders:write' },
  params: z.object({ id: ShopOrderId }),
  answer: Envelope,
  refusals: ['order_not_found', 'nothing_to_reorder'],
  limit: CLICK_LIMIT,
})

/** Performs a vendor's action on a supplier order. */
export const actOnSupplierOrder = endpoint({
  method: 'POST',
  path: '/vendor/supplier-orders/{id}/{action}',
  summary:
    'Cancels a supplier’s part of your order (at once until it is accepted, else the supplier is asked), withdraws that request, or confirms that it has arrived',
  access: { vendor: 'orders:write' },
  params: z.object({ id: SupplierOrderId, action: z.enum(['cancel', 'keep', 'received']) }),
  body: z.object({ reason: z.string().trim().max(200).optional() }),
  answer: Envelope.extend({ state: z.string() }),
  refusals: ['order_not_found', 'order_state'],
  limit: CLICK_LIMIT,
})

export const cancelVendorItems = endpoint({
  method: 'POST',
  path: '/vendor/supplier-orders/{id}/items/cancel',
  summary:
    'Cancels some unshipped items of a supplier’s part of your order: at once until it is accepted, else the supplier is asked',
  access: { vendor: 'orders:write' },
  params: z.object({ id: SupplierOrderId }),
  body: z.object({
    items: z
      .array(z.object({ line: z.int().min(1).max(1_000), quantity: z.int().min(1).max(10_000) }))
      .min(1, 'Choose an item.')
      .max(100),
    reason: z.string().trim().max(200).optional(),
  }),
  answer: Envelope.extend({ state: z.string() }),
  refusals: ['order_not_found', 'order_state', 'units_not_there', 'request_open'],
  limit: CLICK_LIMIT,
})

export const keepVendorItems = endpoint({
  method: 'POST',
  path: '/vendor/supplier-orders/{id}/items/keep',
  summary: 'Withdraws your open request to cancel items of a supplier’s part of your order',
  access: { vendor: 'orders:write' },
  params: z.object({ id: SupplierOrderId }),
  answer: Envelope.extend({ state: z.string() }),
  refusals: ['order_not_found', 'request_not_found'],
  limit: CLICK_LIMIT,
})

export const matchOrderLine = endpoint({
  method: 'POST',
  path: '/vendor/orders/{id}/lines/{lineId}/match',
  summary: 'Maps an unrecognised item of an order to a variant; the order is checked again',
  access: { vendor: 'orders:write' },
  params: z.object({ id: ShopOrderId, lineId: z.string().max(100) }),
  body: z.object({ variantId: z.string().max(100) }),
  answer: Envelope,
  refusals: ['order_not_found', 'variant_not_found', 'line_matched'],
  limit: CLICK_LIMIT,
})

export const replaceOrderLine = endpoint({
  method: 'POST',
  path: '/vendor/orders/{id}/lines/{lineId}/replace',
  summary:
    'Sends another variant for the units of an item that no supplier has yet; `replaces` is the variant that you have seen',
  access: { vendor: 'orders:write' },
  params: z.object({ id: ShopOrderId, lineId: z.string().max(100) }),
  body: z.object({ variantId: z.string().max(100), replaces: z.string().max(100).nullable() }),
  answer: Envelope,
  refusals: ['order_not_found', 'line_not_found', 'variant_not_found', 'line_bought', 'line_changed'],
  limit: CLICK_LIMIT,
})

export const retryStoreUpdate = endpoint({
  method: 'POST',
  path: '/vendor/orders/{id}/store-updates/{updateId}/retry',
  summary:
    'Sends the tracking of a parcel to your store again after a refusal or an unknown outcome; what the store already has is looked up first',
  access: { vendor: 'orders:write' },
  params: z.object({ id: ShopOrderId, updateId: z.string().max(100) }),
  answer: Envelope,
  refusals: ['update_not_found', 'update_state'],
  limit: CLICK_LIMIT,
})

export const cancelOrderInStore = endpoint({
  method: 'POST',
  path: '/vendor/orders/{id}/cancel-in-store',
  summary:
    'Cancels an unshipped order in your store and at its suppliers, once; a cancellation that the store refused is tried again',
  access: { vendor: 'orders:write' },
  params: z.object({ id: ShopOrderId }),
  body: z.object({
    /**
     * Whether Shopify refunds your customer to the original payment method; WooCommerce refunds nothing with a
     * cancellation.
     */
    refundCustomer: z.boolean(),
  }),
  answer: Envelope,
  refusals: ['order_not_found', 'store_gone', 'store_rights_missing', 'order_state', 'order_shipped'],
  limit: CLICK_LIMIT,
})

export const keepVendorOrder = endpoint({
  method: 'POST',
  path: '/vendor/orders/{id}/keep',
  summary: 'Continues an order whose cancellation your store has refused',
  access: { vendor: 'orders:write' },
  params: z.object({ id: ShopOrderId }),
  answer: Envelope,
  refusals: ['order_not_found', 'order_state'],
  limit: CLICK_LIMIT,
})

export const actAsPracticeSupplier = endpoint({
  method: 'POST',
  path: '/vendor/supplier-orders/{id}/practice/{action}',
  summary:
    'Makes the simulated supplier of a practice order accept, ship, deliver or decline it, or answer a change request',
  access: { vendor: 'orders:write' },
  params: z.object({
    id: SupplierOrderId,
    action: z.enum(['accept', 'ship', 'deliver', 'reject', 'agree', 'decline']),
  }),
  answer: Envelope.extend({ state: z.string() }),
  refusals: ['order_not_found', 'order_state', 'order_on_hold', 'request_not_found'],
  limit: CLICK_LIMIT,
})
