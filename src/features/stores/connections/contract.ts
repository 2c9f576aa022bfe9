import { z } from '@hono/zod-openapi'
import { ProductId } from '#features/catalogue/catalog/contract.ts'
import { MINUTE } from '#core/time.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import {
  Connection,
  ConnectionId,
  CurrencyCode,
  Platform,
  Quantity,
  RetailPrice,
  Run,
  SelectionItem,
  StoreProduct,
  TEXT_FIELDS,
  WhenRemoved,
} from './shapes.ts'

export { Connection, ConnectionId, Platform, TEXT_FIELDS }

/** The number of products on a page of a selection, and of a connected store's products. */
export const PER_PAGE = 50

/** The most products that one call selects or deselects. */
export const MAX_BATCH_SIZE = 200

/** The limit of calls that send a user's input to another server. */
const STORE_CALL_LIMIT = { calls: 10, windowMs: MINUTE }
const CLICK_LIMIT = { calls: 240, windowMs: MINUTE }

const ConnectionParams = z.object({ id: ConnectionId })
const Page = z.coerce.number<string | number>().int().min(1).max(1_000).optional()
const Address = z.string().trim().min(1, 'Enter the address of your store.').max(255)
const Secret = (what: string) => z.string().trim().min(1, `The ${what} is missing.`).max(500)

/**
 * The keys of a Shopify store: an app made in the store has a permanent token; one of Shopify's Dev Dashboard has an ID
 * and a secret to get tokens with.
 */
const ShopifyStore = z
  .object({
    platform: z.literal('shopify'),
    shop: Address,
    accessToken: Secret('access token').optional(),
    clientId: Secret('client ID').optional(),
    clientSecret: Secret('client secret').optional(),
  })
  .refine(({ accessToken, clientId, clientSecret }) => accessToken ?? (clientId && clientSecret), {
    path: ['accessToken'],
    message: 'The access token is missing.',
  })

const NewConnection = z.discriminatedUnion('platform', [
  ShopifyStore,
  z.object({
    platform: z.literal('woocommerce'),
    shop: Address,
    key: Secret('key'),
    secret: Secret('secret'),
  }),
])

/** The refusals of a store that its owner can fix. */
const STORE_REFUSALS = [
  'store_address',
  'store_unreachable',
  'store_not_found',
  'store_access_denied',
  'store_rights_missing',
  'store_refused',
  'store_currency',
  'server_address',
  'server_answer',
] as const

export const connectStore = endpoint({
  method: 'POST',
  path: '/stores/connections',
  summary:
    'Connects a store of yours beside the others: checks the keys and stores them encrypted; one that is connected gets the new keys',
  access: { vendor: 'connections:write', manufacturer: 'connections:write' },
  body: NewConnection,
  answer: Envelope.extend({ connection: Connection }),
  refusals: [...STORE_REFUSALS, 'too_many_stores'],
  limit: STORE_CALL_LIMIT,
  maxBytes: 8_000,
})

export const listConnections = endpoint({
  method: 'GET',
  path: '/stores/connections',
  summary: 'Lists your connected stores and their current runs',
  access: { vendor: 'connections:read', manufacturer: 'connections:read' },
  answer: Envelope.extend({ connections: z.array(Connection) }),
  limit: CLICK_LIMIT,
})

export const checkConnection = endpoint({
  method: 'POST',
  path: '/stores/connections/{id}/check',
  summary: 'Checks a connected store’s keys again; the connection names any problem',
  access: { vendor: 'connections:write', manufacturer: 'connections:write' },
  params: ConnectionParams,
  answer: Envelope.extend({ connection: Connection }),
  refusals: ['connection_not_found'],
  limit: STORE_CALL_LIMIT,
})

export const replaceStoreKeys = endpoint({
  method: 'POST',
  path: '/stores/connections/{id}/keys',
  summary:
    'Replaces the keys of a connected store, after the store has accepted the new ones; everything else stays',
  access: { vendor: 'connections:write', manufacturer: 'connections:write' },
  params: ConnectionParams,
  body: z.object({
    accessToken: Secret('access token').optional(),
    clientId: Secret('client ID').optional(),
    clientSecret: Secret('client secret').optional(),
    key: Secret('key').optional(),
    secret: Secret('secret').optional(),
  }),
  answer: Envelope.extend({ connection: Connection }),
  refusals: ['connection_not_found', 'keys_missing', ...STORE_REFUSALS],
  limit: STORE_CALL_LIMIT,
  maxBytes: 8_000,
})

export const saveWhenRemoved = endpoint({
  method: 'POST',
  path: '/stores/connections/{id}/when-removed',
  summary:
    'Sets whether products that you remove from your selection are sold out in your store or unpublished',
  access: { vendor: 'connections:write' },
  params: ConnectionParams,
  body: z.object({ whenRemoved: WhenRemoved }),
  answer: Envelope.extend({ connection: Connection }),
  refusals: ['connection_not_found'],
  limit: CLICK_LIMIT,
})

export const removeConnection = endpoint({
  method: 'POST',
  path: '/stores/connections/{id}/remove',
  summary: 'Disconnects a store and deletes its keys; products in the store stay there',
  access: { vendor: 'connections:write', manufacturer: 'connections:write' },
  params: ConnectionParams,
  answer: Envelope,
  refusals: ['connection_not_found'],
  limit: CLICK_LIMIT,
})

export const listSelection = endpoint({
  method: 'GET',
  path: '/stores/selection',
  summary: 'Lists the products selected for your store, newest first; with `ids` only these',
  access: { vendor: 'listings:read' },
  readsReplica: 'current',
  query: z.object({
    page: Page,
    ids: z
      .string()
      .max(40 * 100)
      .transform((text) => [...new Set(text.split(','))])
      .pipe(z.array(ProductId).max(100))
      .optional(),
  }),
  answer: Envelope.extend({
    selection: z.array(SelectionItem),
    total: z.number(),
    page: z.number(),
    pages: z.number(),
  }),
  limit: CLICK_LIMIT,
})

/** A product's settings. Omitted ones stay unchanged, null follows the marketplace. */
const RetailSettings = z.object({
  productId: ProductId,
  retailPrice: RetailPrice.nullable().optional(),
  retailCurrency: CurrencyCode.optional(),
  quantity: Quantity.nullable().optional(),
  /** Whether the price in the store is left unchanged. */
  isPriceLocked: z.boolean().optional(),
})

export const addToSelection = endpoint({
  method: 'POST',
  path: '/stores/selection',
  summary:
    'Selects products for your store; products already selected stay as they are, unavailable ones are left out',
  access: { vendor: 'listings:write' },
  body: z.object({ products: z.array(RetailSettings).min(1).max(MAX_BATCH_SIZE) }),
  answer: Envelope.extend({ added: z.number(), total: z.number() }),
  refusals: ['selection_full'],
  limit: CLICK_LIMIT,
  maxBytes: 64_000,
})

export const changeSelected = endpoint({
  method: 'POST',
  path: '/stores/selection/change',
  summary: 'Sets your retail price and quantity for a selected product',
  access: { vendor: 'listings:write' },
  body: RetailSettings,
  answer: Envelope.extend({ product: SelectionItem }),
  refusals: ['not_selected'],
  limit: CLICK_LIMIT,
})

export const removeFromSelection = endpoint({
  method: 'POST',
  path: '/stores/selection/remove',
  summary: 'Removes products from your selection; products in the store stay there, sold out',
  access: { vendor: 'listings:write' },
  body: z.object({ productIds: z.array(ProductId).min(1).max(MAX_BATCH_SIZE) }),
  answer: Envelope.extend({ removed: z.number(), total: z.number() }),
  limit: CLICK_LIMIT,
  maxBytes: 64_000,
})

export const startSync = endpoint({
  method: 'POST',
  path: '/stores/sync',
  summary: 'Syncs the selection to every connected store; a running sync continues',
  access: { vendor: 'listings:write' },
  answer: Envelope.extend({ connections: z.array(Connection) }),
  refusals: ['no_connection', 'nothing_selected'],
  limit: STORE_CALL_LIMIT,
})

export const pullProducts = endpoint({
  method: 'POST',
  path: '/stores/connections/{id}/pull',
  summary: 'Reads the products of a connected store; a running read continues',
  access: { manufacturer: 'products:write' },
  params: ConnectionParams,
  answer: Envelope.extend({ connection: Connection }),
  refusals: ['connection_not_found'],
  limit: STORE_CALL_LIMIT,
})

export const listStoreProducts = endpoint({
  method: 'GET',
  path: '/stores/connections/{id}/products',
  summary: 'Lists the products of a connected store as last read',
  access: { manufacturer: 'products:read' },
  params: ConnectionParams,
  query: z.object({ page: Page }),
  answer: Envelope.extend({
    products: z.array(StoreProduct),
    total: z.number(),
    page: z.number(),
    pages: z.number(),
    pull: Run.nullable(),
  }),
  refusals: ['connection_not_found'],
  limit: CLICK_LIMIT,
})

export type ConnectionData = z.input<typeof Connection>
export type RunData = z.input<typeof Run>
export type SelectionItemData = z.input<typeof SelectionItem>
export type StoreProductData = z.input<typeof StoreProduct>
export type RetailSettingsData = z.input<typeof RetailSettings>
export type NewConnectionData = z.input<typeof NewConnection>
export type PlatformName = ConnectionData['platform']
export type StoreKeysData = z.output<typeof replaceStoreKeys.body>
export type WhenRemoved = z.output<typeof WhenRemoved>
