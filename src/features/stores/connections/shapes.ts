import { z } from '@hono/zod-openapi'
import { ProductId, ProductImage } from '#features/catalogue/catalog/contract.ts'
import { idPattern } from '#core/ids.ts'

/** The kinds of shops that can be connected. */
export const PLATFORMS = ['shopify', 'woocommerce'] as const

/** A kind of shop. */
export const Platform = z.enum(PLATFORMS)

/** The public id of a connection. */
export const ConnectionId = z.string().regex(idPattern('storeConnection'), 'Enter a valid connection id.')

/** The texts of a product in a store that its supplier may set. */
export const TEXT_FIELDS = ['title', 'description', 'shortDescription', 'category'] as const

/** What happens to a product in a store once it is removed from the selection. */
export const WhenRemoved = z.enum(['sold_out', 'unpublish'])

/**
 * A run between the marketplace and a store. `waiting`: the number of pending products. `problem` says why it ended
 * early, if it did.
 */
export const Run = z
  .object({
    state: z.enum(['running', 'done', 'failed']),
    problem: z.string().nullable(),
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
    done: z.number(),
    failed: z.number(),
    waiting: z.number(),
  })
  .openapi('StoreRun')

/**
 * A connected store: its `address`, its own `name`, and its `currency` (ISO 4217). Its keys are never returned.
 * `problem` says why it cannot be accessed; null if it can.
 */
export const Connection = z
  .object({
    id: ConnectionId,
    platform: Platform,
    name: z.string(),
    address: z.string(),
    currency: z.string(),
    problem: z.string().nullable(),
    /** The rights that its keys lack, and how to grant them. */
    warning: z.string().nullable(),
    checkedAt: z.string(),
    whenRemoved: WhenRemoved,
    push: Run.nullable(),
    pull: Run.nullable(),
  })
  .openapi('StoreConnection')

/** An amount in units of a currency with at most two decimals; at least a cent. */
export const RetailPrice = z
  .number('Enter a price, such as 120 or 89.90.')
  .min(0.01, 'The retail price must be at least 0.01.')
  .max(9_999_999, 'This price is too high.')
  .refine(
    (price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6,
    'A price has at most two decimals.',
  )

/** The number of units offered in the vendor's store. */
export const Quantity = z
  .int('Enter a whole number.')
  .min(0, 'The quantity must be 0 or more.')
  .max(1_000_000, 'This quantity is too high.')

/** The code of a currency (ISO 4217). */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, 'Enter a three-letter currency code, such as USD.')

/**
 * A product selected for the vendor's store. `price` is the marketplace's (dollars), `stock` its stock; `retailPrice`
 * is the price in the vendor's store, in `retailCurrency`, and `quantity` the number offered there: null if both follow
 * the marketplace. `sync`: its state in the vendor's store; `problem` says why it could not be synced, `note` what a
 * synced one lacks.
 */
export const SelectionItem = z
  .object({
    productId: ProductId,
    name: z.string(),
    image: ProductImage.nullable(),
    isOffered: z.boolean(),
    price: z.number(),
    stock: z.number(),
    retailPrice: z.number().nullable(),
    retailCurrency: z.string().nullable(),
    /** The lowest price by your price rules, in `ruleCurrency`, that of your first store; null without a rule. */
    rulePrice: z.number().nullable(),
    ruleCurrency: z.string().nullable(),
    quantity: z.number().nullable(),
    sync: z.object({
      state: z.enum(['none', 'pending', 'synced', 'failed']),
      problem: z.string().nullable(),
      note: z.string().nullable(),
      syncedAt: z.string().nullable(),
    }),
  })
  .openapi('SelectedProduct')

/**
 * Who sees a product in its own store: `public` everyone, `hidden` visitors with its link, the others only staff or no
 * one.
 */
const StoreStatus = z.enum(['public', 'hidden', 'draft', 'pending', 'private', 'scheduled', 'archived'])

/**
 * A product of a connected store as last read. `price` in the store's `currency`, null if it has none; `quantity` null
 * if its stock is not counted. `digital` needs no shipping, `other` is a type of a plug-in. The description is the
 * store's: sanitise it before display.
 */
export const StoreProduct = z
  .object({
    externalId: z.string(),
    name: z.string(),
    descriptionHtml: z.string(),
    sku: z.string(),
    price: z.number().nullable(),
    currency: z.string(),
    quantity: z.number().nullable(),
    pictures: z.array(z.string()),
    kind: z.enum(['simple', 'variable', 'external', 'grouped', 'digital', 'other']),
    status: StoreStatus,
  })
  .openapi('StoreProduct')
