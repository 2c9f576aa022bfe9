import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/normalize-text.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { CARRIERS, PaymentShape, SupplierOrderStateShape, SupplierOrderView } from './shapes.ts'

export {
  CARRIERS,
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
/** The version of the order that was looked at; when the order has changed since, the call is refused. */
const Version = z.int().min(1).optional()
const WRITE_LIMIT = { calls: 120, windowMs: 60_000 }
const READ_LIMIT = { calls: 240, windowMs: 60_000 }

/** Some units of a line; `line` counts the order's lines from 1. */
export const Units = z
  .array(z.object({ line: z.int().min(1).max(1_000), quantity: z.int().min(1).max(9_999) }))
  .min(1)
  .max(200)

/** What a call about one supplier order answers. */
export const SupplierOrderResponse = Envelope.extend({ order: SupplierOrderView })

export const listSupplierOrders = endpoint({
  method: 'GET',
  path: '/supplier/orders',
  summary: "The paid orders of one's own store, newest first, twenty a page; of one state where it is named",
  access: ['manufacturer'],
  query: z.object({
    state: SupplierOrderStateShape.optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  answer: Envelope.extend({
    orders: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        state: SupplierOrderStateShape,
        version: z.number(),
        payment: PaymentShape,
        paidAt: z.string(),
        shipBy: z.string().nullable(),
        country: z.string(),
        units: z.number(),
        titles: z.array(z.string()),
        itemsAmount: z.number(),
        totalAmount: z.number(),
      }),
    ),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
  }),
  limit: READ_LIMIT,
})

export const readSupplierOrder = endpoint({
  method: 'GET',
  path: '/supplier/orders/{id}',
  summary: 'An order of one’s own store, with what is needed to send it; an operator may read any',
  access: ['manufacturer', 'operator'],
  params: z.object({ id: Id }),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found'],
  limit: READ_LIMIT,
})

export const acceptSupplierOrder = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/accept',
  summary: 'Says yes to an order',
  access: ['manufacturer'],
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
    'Says no to lines of an order, or to all of it: their money goes back, the rest goes on; items out of stock do not go back on sale',
  access: ['manufacturer'],
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

const Tracking = { carrier: z.enum(CARRIERS), trackingNumber: z.string().trim().min(4).max(60) }

export const addParcel = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/parcels',
  summary:
    'Adds a parcel that is on its way, with all that is left unless lines are named; the same idempotency key is the same parcel',
  access: ['manufacturer'],
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
  summary: 'Adds a further tracking number to a parcel; those it has stay',
  access: ['manufacturer'],
  params: z.object({ id: Id, parcel: Id }),
  body: z.object(Tracking),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found', 'parcel_not_found', 'bad_tracking_number', 'is_picked_up'],
  limit: WRITE_LIMIT,
})

export const reportParcelDelivered = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/parcels/{parcel}/delivered',
  summary:
    'Tells the buyer that, as the supplier says, a parcel has arrived; the order is delivered by the carrier’s or the buyer’s word, or by its timer',
  access: ['manufacturer'],
  params: z.object({ id: Id, parcel: Id }),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found', 'parcel_not_found'],
  limit: WRITE_LIMIT,
})

export const cancelSupplierOrder = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/cancel',
  summary:
    'Ends an order that was accepted, or what is not sent of it; also the yes to a buyer’s wish to cancel. Items that are out of stock do not go back on sale',
  access: ['manufacturer'],
  params: z.object({ id: Id }),
  body: z.object({ reason: Reason.min(3), outOfStock: z.boolean().default(false), version: Version }),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found', 'order_on_hold', 'order_state', 'order_changed'],
  limit: WRITE_LIMIT,
})

export const declineCancellation = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/keep',
  summary: 'The no to a buyer’s wish to cancel: the order goes on',
  access: ['manufacturer'],
  params: z.object({ id: Id }),
  body: z.object({ reason: Reason.min(3), version: Version }),
  answer: SupplierOrderResponse,
  refusals: ['order_not_found', 'order_on_hold', 'order_state', 'order_changed'],
  limit: WRITE_LIMIT,
})

export const moveSupplierOrder = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/move',
  summary: 'An operator’s decision about an order, with a reason, where its life allows it',
  access: ['operator'],
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
  summary: 'Whether orders of one’s own store are accepted by themselves',
  access: ['manufacturer'],
  answer: Envelope.extend({ settings: Settings }),
  refusals: ['store_not_found'],
  limit: READ_LIMIT,
})

export const saveOrderSettings = endpoint({
  method: 'POST',
  path: '/supplier/order-settings',
  summary: 'Sets whether orders of one’s own store are accepted by themselves',
  access: ['manufacturer'],
  body: Settings,
  answer: Envelope.extend({ settings: Settings }),
  refusals: ['store_not_found'],
  limit: WRITE_LIMIT,
})

/** The purchase by the secret id that its link has, and the supplier's part of it. */
const BuyerSupplierOrderParams = z.object({ purchase: Id, id: Id })
const SupplierOrderStateResponse = Envelope.extend({ state: SupplierOrderStateShape })

export const requestCancellation = endpoint({
  method: 'POST',
  path: '/orders/{purchase}/parts/{id}/cancel',
  summary:
    'Cancels a supplier’s part of a purchase: at once until the supplier has accepted it, else the supplier is asked; of an account’s purchase its owner only',
  access: 'optional',
  params: BuyerSupplierOrderParams,
  body: z.object({ reason: Reason.default('') }).default({ reason: '' }),
  answer: SupplierOrderStateResponse,
  refusals: ['order_not_found', 'order_state', 'sign_in_first'],
  limit: WRITE_LIMIT,
})

export const withdrawCancellation = endpoint({
  method: 'POST',
  path: '/orders/{purchase}/parts/{id}/keep',
  summary: 'Takes the wish to cancel a supplier’s part of a purchase back',
  access: 'optional',
  params: BuyerSupplierOrderParams,
  answer: SupplierOrderStateResponse,
  refusals: ['order_not_found', 'order_state', 'sign_in_first'],
  limit: WRITE_LIMIT,
})

export const confirmReceipt = endpoint({
  method: 'POST',
  path: '/orders/{purchase}/parts/{id}/received',
  summary: 'Says that a supplier’s part of a purchase has arrived; again it changes nothing',
  access: 'optional',
  params: BuyerSupplierOrderParams,
  answer: SupplierOrderStateResponse,
  refusals: ['order_not_found', 'order_state', 'sign_in_first'],
  limit: WRITE_LIMIT,
})

export type { SupplierOrderViewData } from './shapes.ts'
