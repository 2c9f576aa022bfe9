import { z } from '@hono/zod-openapi'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import {
  PaymentShape,
  PurchaseStatusShape,
  ShipmentShape,
  SupplierOrderStateShape,
} from '#features/sales/orders/contract.ts'
import { PAYMENT_METHODS } from '#features/money/payments/contract.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { PurchaseId, TrackedOrder } from './shapes.ts'

/** A text of one line: a line break in a name would add lines to the emails to suppliers. */
const Text = (max: number) => z.string().overwrite(toSingleLine).max(max).default('')
const Dollars = z.union([z.number().nonnegative().max(99_999_999_999), z.string().max(20)])

/**
 * A line of the cart. The other fields of the browser's cart are ignored; `newPrice` is the price that the shopper saw,
 * and a different current price is refused, never charged. Without `variantId` it means the cheapest variant in stock.
 */
const OrderItem = z.object({
  id: z.string().max(100),
  variantId: z.string().max(100).nullish(),
  quantity: z.int('Enter a whole number.').min(1, 'The quantity must be at least 1.').max(999),
  newPrice: Dollars.optional(),
})

/** The idempotency key of an order request, in the body or in the header. It is long enough to be unique. */
export const IdempotencyKey = z.string().min(8).max(100)

/** The checkout form (ENT-12) with the cart. Which fields are needed depends on method and country. */
export const OrderForm = z.object({
  email: Text(254),
  subscribeToOffers: z.boolean().default(false),
  shippingMethod: z.enum(['ship', 'pickup']),
  country: z.string().trim().length(2, 'Enter the two-letter country code, such as SG.'),
  firstName: Text(100),
  lastName: Text(100),
  blockNumber: Text(20),
  streetAddress: Text(200),
  unitNumber: Text(20),
  buildingName: Text(100),
  address2: Text(200),
  city: Text(100),
  state: Text(100),
  zipCode: Text(20),
  mobileNumber: Text(30),
  /** A rate for the whole cart; ids of rates for each supplier's shipment are joined by `+`. */
  selectedShippingRate: z.object({ id: z.string().max(8_000), rate: Dollars.optional() }).nullish(),
  items: z.array(OrderItem).max(200),
  totalAmount: Dollars.optional(),
  orderDate: z.string().max(40).optional(),
  idempotencyKey: IdempotencyKey.optional(),
  /** For a signed-in buyer the address is saved for the next time. */
  saveAddress: z.boolean().default(false),
})

export const saveOrder = endpoint({
  method: 'POST',
  path: '/shop/saveOrder',
  summary:
    'Places an order and reserves its items for 15 minutes; the same idempotency key gives the same order',
  access: 'optional',
  body: OrderForm,
  answer: Envelope.extend({
    completeOrder: z.object({ id: PurchaseId, totalAmount: z.number(), expiresAt: z.string() }),
  }),
  refusals: [
    'cart_empty',
    'fields_missing',
    'bad_phone',
    'bad_postcode',
    'bad_email',
    'country_not_served',
    'rate_unknown',
    'product_gone',
    'store_paused',
    'not_enough_stock',
    'price_changed',
    'key_reused',
    'too_much_unpaid',
  ],
  limit: { calls: 30, windowMs: 60_000 },
  maxBytes: 256 * 1024,
})

/** The limit of reads: many more would be guessing numbers, while shoppers look at their own orders far less often. */
const READ_LIMIT = { calls: 120, windowMs: 60_000 }

const OrderStatus = z.enum(['awaiting_payment', 'paid', 'expired'])

/** An order as step two shows it (CHK2-02), with no other data: anyone with the id can read it. Amounts in dollars. */
export const OrderDetails = z
  .object({
    id: PurchaseId,
    status: OrderStatus,
    subtotal: z.number(),
    shippingAmount: z.number(),
    totalAmount: z.number(),
    isGuest: z.boolean(),
    guestEmail: z.string().nullable(),
    orderUser: z.object({ email: z.string() }).nullable(),
    shippingMethod: z.enum(['ship', 'pickup']),
    /** Empty for an order that is picked up. */
    shipments: z.array(ShipmentShape),
    streetAddress: z.string(),
    address: z.object({
      line2: z.string(),
      city: z.string(),
      state: z.string(),
      zip_code: z.string(),
      country: z.string(),
      mobile_number: z.string(),
    }),
    expiresAt: z.string(),
    paymentMethods: z.array(z.enum(PAYMENT_METHODS)),
    /** The other methods, each with the reason. */
    unavailableMethods: z.array(z.object({ method: z.enum(PAYMENT_METHODS), reason: z.string() })),
  })
  .openapi('OrderDetails')

export const getOrderByID = endpoint({
  method: 'GET',
  path: '/shop/getOrderByID/{id}',
  summary: 'Returns an order for the payment step',
  access: 'public',
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ orderDetails: OrderDetails }),
  limit: READ_LIMIT,
})

export const trackOrder = endpoint({
  method: 'GET',
  path: '/shop/trackOrder/{id}',
  summary: 'Returns an order with its lines and the progress of each supplier',
  access: 'public',
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ order: TrackedOrder }),
  limit: READ_LIMIT,
})

/** An order in an account's list: its state in total and by supplier, and some of its pictures. */
export const OrderInList = z
  .object({
    id: PurchaseId,
    number: z.string(),
    status: PurchaseStatusShape,
    placedAt: z.string(),
    shippingMethod: z.enum(['ship', 'pickup']),
    totalAmount: z.number(),
    units: z.number(),
    supplierOrders: z.array(
      z.object({ supplier: z.string(), state: SupplierOrderStateShape, payment: PaymentShape }),
    ),
    pictures: z.array(z.object({ title: z.string(), imageUrl: z.string().nullable() })),
  })
  .openapi('OrderInList')

export const getMyOrders = endpoint({
  method: 'GET',
  path: '/shop/getMyOrders',
  summary:
    'Lists your orders, newest first, ten a page, including paid guest orders with the same verified email',
  access: 'signed_in',
  query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
  answer: Envelope.extend({
    orders: z.array(OrderInList),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
  }),
  limit: READ_LIMIT,
})

export const getMyOrder = endpoint({
  method: 'GET',
  path: '/shop/getMyOrder/{id}',
  summary: 'Returns one of your orders, with its lines and the progress of each supplier',
  access: 'signed_in',
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ order: TrackedOrder }),
  refusals: ['order_not_found'],
  limit: READ_LIMIT,
})

export const getPymentURL = endpoint({
  method: 'POST',
  path: '/shop/getPymentURL',
  summary: "Starts a payment and returns the provider's page; `amount` must equal the order's total",
  access: 'public',
  body: z.object({
    orderID: z.string().max(100),
    amount: Dollars,
    backURL: z.string().max(500).optional(),
    redirectUrl: z.string().max(500).optional(),
    notifyUrl: z.string().max(500).optional(),
    payer_email: z.string().max(254).optional(),
    merchant_reference: z.string().max(100).optional(),
    paymentMethod: z.enum(PAYMENT_METHODS),
  }),
  answer: Envelope.extend({
    redirectURLData: z.object({
      response_code: z.number(),
      payment_url: z.string(),
      transaction_id: z.string(),
    }),
  }),
  refusals: [
    'order_not_found',
    'already_paid',
    'order_expired',
    'amount_differs',
    'bad_return_url',
    'provider_refused',
    'too_many_attempts',
  ],
  limit: { calls: 30, windowMs: 60_000 },
})

export const updateOrder = endpoint({
  method: 'GET',
  path: '/shop/updateOrder/{id}',
  summary:
    'Confirms a payment by its transaction ID: looks it up at its provider and applies it to the order, once',
  access: 'public',
  // An id of any provider's format: a longer text matches no payment.
  params: z.object({ id: z.string().overwrite((id) => id.slice(0, 200)) }),
  answer: Envelope.extend({ orderID: PurchaseId }),
  refusals: ['payment_unknown', 'payment_pending', 'payment_failed', 'payment_unapplied'],
  limit: { calls: 120, windowMs: 60_000 },
})

export type OrderFormData = z.output<typeof OrderForm>
export type OrderDetailsData = z.input<typeof OrderDetails>
export type OrderInListData = z.input<typeof OrderInList>
export type { TrackedOrderData } from './shapes.ts'
export type { PaymentMethod } from '#features/money/payments/contract.ts'
