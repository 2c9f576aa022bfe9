import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'

/** Why an order of a vendor's shop is not forwarded, in the order in which they are told. */
export const REASONS = [
  'unpaid',
  'address_hidden',
  'address_incomplete',
  'country',
  'unmapped',
  'unavailable',
  'out_of_stock',
  'no_wholesale_price',
] as const
export type Reason = (typeof REASONS)[number]

/** How it stands with an order here: `blocked` waits for its reasons, `closed` was cancelled or refunded in the shop. */
export const STATES = ['to_pay', 'blocked', 'not_ours', 'closed'] as const
export type ShopOrderState = (typeof STATES)[number]

/** The views of a vendor's orders. */
export const VIEWS = ['all', 'to_pay', 'needs_attention', 'closed', 'not_ours'] as const
export type ShopOrderView = (typeof VIEWS)[number]

/** The public id of an order of a vendor's shop. */
export const ShopOrderId = z.string().regex(idPattern('shopOrder'), 'Enter a valid order id.')

/** A line of such an order: of our listing, of one that cannot be told for certain, or not ours at all. */
export const LineKind = z.enum(['ours', 'unmapped', 'foreign'])

/** A reason with its message. */
export const ReasonShape = z.object({ code: z.enum(REASONS), text: z.string() }).openapi('ShopOrderReason')

/** An order of a vendor's shop in a list. Amounts are decimals in the shop's currency. */
export const ListedShopOrder = z
  .object({
    id: ShopOrderId,
    number: z.string(),
    store: z.string(),
    platform: z.enum(['shopify', 'woocommerce']),
    placedAt: z.string(),
    customer: z.object({ name: z.string(), city: z.string(), country: z.string() }),
    units: z.number(),
    titles: z.array(z.string()),
    pictures: z.array(z.string()),
    total: z.number(),
    currency: z.string(),
    shopState: z.enum(['unpaid', 'paid', 'cancelled', 'refunded']),
    state: z.enum(STATES),
    reasons: z.array(ReasonShape),
    /** No webhook told of it: it was found by asking the shop. */
    isRecovered: z.boolean(),
  })
  .openapi('ListedShopOrder')

/** A line of an order; `wholesalePrice` is what a unit costs its vendor, in the marketplace's currency. */
export const ShopOrderLine = z
  .object({
    /** The store's own id of the line. */
    id: z.string(),
    title: z.string(),
    sku: z.string(),
    quantity: z.number(),
    removed: z.number(),
    total: z.number(),
    kind: LineKind,
    product: z.object({ id: z.string(), name: z.string(), picture: z.string().nullable() }).nullable(),
    wholesalePrice: z.number().nullable(),
  })
  .openapi('ShopOrderLine')

/** Where an order goes. */
export const ShopOrderAddress = z
  .object({
    name: z.string(),
    company: z.string(),
    lines: z.array(z.string()),
    city: z.string(),
    region: z.string(),
    postcode: z.string(),
    country: z.string(),
    phone: z.string(),
  })
  .openapi('ShopOrderAddress')

/** How it stands with hearing of a shop's orders; `recovered` were found by the newest reconciliation alone. */
export const OrderFeed = z
  .object({
    store: z.string(),
    lastWebhookAt: z.string().nullable(),
    checkedAt: z.string().nullable(),
    recovered: z.number(),
    recoveredTotal: z.number(),
    problem: z.string().nullable(),
  })
  .openapi('ShopOrderFeed')
