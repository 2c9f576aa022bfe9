import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { CARRIERS } from '#core/shipping/carriers.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { SupplierOrderStateShape, SupplierOrderView } from './shapes.ts'

export {
  ChangeShape,
  FulfilmentShape,
  ParcelShape,
  PaymentShape,
  PurchaseStatusShape,
  ShipmentShape,
  TimelineEventShape,
  SupplierOrderStateShape,
} from './shapes.ts'

const Id = z.string().max(100)
const Reason = z.string().overwrite(toSingleLine).max(500)
/** The version of the order that the caller has seen; a call with an outdated version is refused. */
const Version = z.int().min(1).optional()
const WRITE_LIMIT = { calls: 120, windowMs: 60_000 }
const READ_LIMIT = { calls: 240, windowMs: 60_000 }

/** Some units of a line; `line` counts the order's lines from 1. */
export const Units = z
  .array(z.object({ line: z.int().min(1).max(1_000), quantity: z.int().min(1).max(9_999) }))
  .min(1)
  .max(200)

/** The response of a call about one supplier order. */
export const SupplierOrderResponse = Envelope.extend({ order: SupplierOrderView })

export const readSupplierOrder = endpoint({
  method: 'GET',
  path: '/supplier/orders/{id}',
  summary: 'Returns an order of your store with all details to ship it; operators may read any',
  access: { manufacturer: 'orders:read', operator: 'orders:read' },
  params: z.object({ id: Id }),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found'],
  limit: READ_LIMIT,
})

export const acceptSupplierOrder = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/accept',
  summary: 'Accepts an order',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id }),
  body: z.object({ version: Version }).default({}),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found', 'order_on_hold', 'order_state', 'order_changed'],
  limit: WRITE_LIMIT,
})

export const rejectSupplierOrder = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/reject',
  summary:
    'Rejects lines of an order, or all of it: they are refunded and the rest of the order continues; items out of stock are not restocked',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id }),
  body: z.object({
    lines: Units.optional(),
    reason: z.enum(['out_of_stock', 'price', 'address', 'other']),
    note: Reason.default(''),
    version: Version,
  }),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found', 'order_on_hold', 'order_state', 'order_changed', 'units_not_there'],
  limit: WRITE_LIMIT,
})

const TrackingNumber = z.string().trim().min(4).max(60)
const Tracking = { carrier: z.enum(CARRIERS), trackingNumber: TrackingNumber }

const CORRECTION_REFUSALS = [
  'order_not_found',
  'parcel_not_found',
  'tracking_not_found',
  'parcel_arrived',
  'label_number',
] as const

export const addParcel = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/parcels',
  summary:
    'Adds a parcel that was shipped, with everything left unless lines are given; the same idempotency key is the same parcel',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id }),
  body: z.object({
    ...Tracking,
    lines: Units.optional(),
    idempotencyKey: z.string().min(8).max(100),
    version: Version,
  }),
  answer: SupplierOrderResponse,
  refusals: [
    'order_not_found',
    'order_on_hold',
    'order_state',
    'order_changed',
    'units_not_there',
    'bad_tracking_number',
    'is_picked_up',
    'key_reused',
  ],
  limit: WRITE_LIMIT,
})

export const addTrackingNumber = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/parcels/{parcel}/trackings',
  summary: 'Adds another tracking number to a parcel; existing ones stay',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id, parcel: Id }),
  body: z.object(Tracking),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found', 'parcel_not_found', 'bad_tracking_number', 'is_picked_up'],
  limit: WRITE_LIMIT,
})

export const correctTrackingNumber = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/parcels/{parcel}/trackings/correct',
  summary: 'Corrects a tracking number of a parcel that hasn’t arrived; a vendor’s store gets the new one',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id, parcel: Id }),
  body: z.object({ before: TrackingNumber, ...Tracking }),
  answer: SupplierOrderResponse,
  refusals: [...CORRECTION_REFUSALS, 'bad_tracking_number'],
  limit: WRITE_LIMIT,
})

export const removeTrackingNumber = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/parcels/{parcel}/trackings/remove',
  summary:
    'Removes a tracking number from a parcel; without its last one the parcel’s items are to be shipped again, also in a vendor’s store',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id, parcel: Id }),
  body: z.object({ trackingNumber: TrackingNumber }),
  answer: SupplierOrderResponse,
  refusals: [...CORRECTION_REFUSALS, 'parcel_on_its_way', 'order_state', 'parcel_refunded'],
  limit: WRITE_LIMIT,
})

export const reportParcelDelivered = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/parcels/{parcel}/delivered',
  summary:
    'Reports a parcel as delivered and notifies the buyer; the order counts as delivered when the carrier or the buyer confirms it, or by its timer',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id, parcel: Id }),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found', 'parcel_not_found'],
  limit: WRITE_LIMIT,
})

export const cancelSupplierOrder = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/cancel',
  summary:
    'Cancels an accepted order, or its unshipped items; also accepts a buyer’s cancellation request. Items out of stock are not restocked',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id }),
  body: z.object({ reason: Reason.min(3), outOfStock: z.boolean().default(false), version: Version }),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found', 'order_on_hold', 'order_state', 'order_changed'],
  limit: WRITE_LIMIT,
})

export const declineCancellation = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/keep',
  summary: 'Declines a buyer’s cancellation request: the order continues',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id }),
  body: z.object({ reason: Reason.min(3), version: Version }),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found', 'order_on_hold', 'order_state', 'order_changed'],
  limit: WRITE_LIMIT,
})

export const moveSupplierOrder = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/move',
  summary: 'Changes the state of an order as an operator, with a reason, if its current state allows it',
  access: { operator: 'orders:write' },
  params: z.object({ id: Id }),
  body: z.object({
    event: z.enum(['submit', 'reject', 'cancel', 'cancel_rest', 'keep', 'deliver', 'complete']),
    reason: Reason.min(3),
    version: Version,
  }),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found', 'order_state', 'order_changed'],
  limit: WRITE_LIMIT,
})

const Settings = z.object({ autoAccept: z.boolean() })

export const readOrderSettings = endpoint({
  method: 'GET',
  path: '/supplier/order-settings',
  summary: 'Returns whether your store accepts orders automatically',
  access: { manufacturer: 'settings:read' },
  answer: Envelope.extend({ settings: Settings }),
  refusals: ['store_not_found'],
  limit: READ_LIMIT,
})

export const saveOrderSettings = endpoint({
  method: 'POST',
  path: '/supplier/order-settings',
  summary: 'Sets whether your store accepts orders automatically',
  access: { manufacturer: 'settings:write' },
  body: Settings,
  answer: Envelope.extend({ settings: Settings }),
  refusals: ['store_not_found'],
  limit: WRITE_LIMIT,
})

/** The purchase by its secret public id, and the supplier order. */
const BuyerSupplierOrderParams = z.object({ purchase: Id, id: Id })
const SupplierOrderStateResponse = Envelope.extend({ state: SupplierOrderStateShape })

export const requestCancellation = endpoint({
  method: 'POST',
  path: '/orders/{purchase}/supplier-orders/{id}/cancel',
  summary:
    'Cancels a supplier’s part of a purchase: at once until the supplier has accepted it, after that by a request to the supplier; for an account’s purchase only its owner',
  access: 'optional',
  params: BuyerSupplierOrderParams,
  body: z.object({ reason: Reason.default('') }).default({ reason: '' }),
  answer: SupplierOrderStateResponse,
  refusals: ['order_not_found', 'order_state', 'sign_in_first'],
  limit: WRITE_LIMIT,
})

export const withdrawCancellation = endpoint({
  method: 'POST',
  path: '/orders/{purchase}/supplier-orders/{id}/keep',
  summary: 'Withdraws the request to cancel a supplier’s part of a purchase',
  access: 'optional',
  params: BuyerSupplierOrderParams,
  answer: SupplierOrderStateResponse,
  refusals: ['order_not_found', 'order_state', 'sign_in_first'],
  limit: WRITE_LIMIT,
})

export const confirmReceipt = endpoint({
  method: 'POST',
  path: '/orders/{purchase}/supplier-orders/{id}/received',
  summary: 'Confirms that a supplier’s part of a purchase has arrived; repeating it changes nothing',
  access: 'optional',
  params: BuyerSupplierOrderParams,
  answer: SupplierOrderStateResponse,
  refusals: ['order_not_found', 'order_state', 'sign_in_first'],
  limit: WRITE_LIMIT,
})

export type { SupplierOrderViewData } from './shapes.ts'
