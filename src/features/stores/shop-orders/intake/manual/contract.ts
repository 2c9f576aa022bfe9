import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { MINUTE } from '#core/time.ts'
import { ProductId } from '#features/catalogue/catalog/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { OrderQuote, ReasonShape, ShopOrderId } from '../../shapes.ts'

const READ_LIMIT = { calls: 240, windowMs: MINUTE }
const WRITE_LIMIT = { calls: 60, windowMs: MINUTE }
const MAX_BYTES = 16_000

const text = (maxLength: number) =>
  z.string().overwrite(toSingleLine).max(maxLength, `Use at most ${maxLength} characters.`)

/** The recipient and address of the parcel. */
const Recipient = z.object({
  firstName: text(100),
  lastName: text(100).min(1, 'Enter a name.'),
  company: text(100).default(''),
  line1: text(200).min(1, 'Enter a street and number.'),
  line2: text(200).default(''),
  city: text(100).min(1, 'Enter a city.'),
  region: text(100).default(''),
  postcode: text(20).default(''),
  country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country.'),
  phone: text(40).default(''),
})

/**
 * An ordered line. `price` is what your customer pays for a unit, in the marketplace's currency, only to compute your
 * profit.
 */
const Line = z.object({
  variantId: z.string().max(100),
  quantity: z.number().int().min(1, 'Enter at least 1.').max(99, 'Enter at most 99.'),
  price: z.number().min(0).max(1_000_000).default(0),
})

const ManualOrder = z.object({
  lines: z.array(Line).min(1, 'Choose a product.').max(20, 'An order has at most 20 lines.'),
  recipient: Recipient,
  /** Whether it is for yourself, without a paying customer. */
  isSample: z.boolean().default(false),
  /** Whether it is a practice order, paid with practice money. */
  isPractice: z.boolean().default(false),
})

export const getOrderProduct = endpoint({
  method: 'GET',
  path: '/vendor/order-products/{id}',
  summary: 'Returns a product for a manual order: its variants with your wholesale price and stock',
  access: { vendor: 'orders:write' },
  params: z.object({ id: ProductId }),
  answer: Envelope.extend({
    product: z.object({
      id: ProductId,
      name: z.string(),
      supplier: z.string(),
      variants: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          cost: z.number().nullable(),
          stock: z.number(),
          suggestedPrice: z.number(),
        }),
      ),
    }),
  }),
  refusals: ['product_not_found'],
  limit: READ_LIMIT,
})

export const quoteManualOrder = endpoint({
  method: 'POST',
  path: '/vendor/manual-orders/quote',
  summary: 'Quotes a manual order with shipping; nothing is reserved',
  access: { vendor: 'orders:write' },
  body: ManualOrder,
  answer: Envelope.extend({
    /** Null if nothing of it can be ordered. */
    quote: OrderQuote.omit({ expiresAt: true }).nullable(),
    /** Why all or some of it can't be ordered. */
    reasons: z.array(ReasonShape),
  }),
  refusals: ['unknown_variant'],
  limit: WRITE_LIMIT,
  maxBytes: MAX_BYTES,
})

export const createManualOrder = endpoint({
  method: 'POST',
  path: '/vendor/manual-orders',
  summary:
    'Places a manual or sample order at the quoted cost; it is paid and forwarded like orders of your stores',
  access: { vendor: 'orders:write' },
  body: ManualOrder.extend({
    /** Your id of the request: repeating it returns the same order. */
    requestId: z.uuid(),
    /** The total that was shown, in the marketplace's currency. */
    total: z.number().min(0),
  }),
  answer: Envelope.extend({ id: ShopOrderId }),
  refusals: ['unknown_variant', 'cost_changed', 'not_orderable'],
  limit: WRITE_LIMIT,
  maxBytes: MAX_BYTES,
})

export const cancelManualOrder = endpoint({
  method: 'POST',
  path: '/vendor/manual-orders/{id}/cancel',
  summary: 'Cancels a manual order: immediately until suppliers accept it, then by a request to them',
  access: { vendor: 'orders:write' },
  params: z.object({ id: ShopOrderId }),
  answer: Envelope,
  refusals: ['order_not_found', 'order_state'],
  limit: WRITE_LIMIT,
})

export type ManualOrderInput = z.output<typeof ManualOrder>
export type ManualOrderBody = z.input<typeof ManualOrder>
export type ManualQuoteData = z.input<typeof quoteManualOrder.answer>
export type OrderProductData = z.input<typeof getOrderProduct.answer>['product']
