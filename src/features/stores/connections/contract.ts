import { z } from '@hono/zod-openapi'
import { ProductId } from '#features/catalogue/catalog/contract.ts'
import { MINUTE } from '#core/time.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import {
  Connection,
  ConnectionId,
  CurrencyCode,
  Quantity,
  RetailPrice,
  Run,
  SelectionItem,
  StoreProduct,
} from './shapes.ts'

/** Products on one page of a selection, and products on one page of a connected shop. */
export const PER_PAGE = 50

/** Products that are chosen or left out in one call. */
export const MAX_BATCH_SIZE = 200

/** Every call of these asks another server, with what somebody typed. */
const STORE_CALL_LIMIT = { calls: 10, windowMs: MINUTE }
const CLICK_LIMIT = { calls: 240, windowMs: MINUTE }

const ConnectionParams = z.object({ id: ConnectionId })
const Page = z.coerce.number<string | number>().int().min(1).max(1_000).optional()
const Address = z.string().trim().min(1, 'Tell us which store it is.').max(255)
const Secret = (what: string) => z.string().trim().min(1, `The ${what} is missing.`).max(500)

/** An app made in a shop has a token that stays; one of Shopify's Dev Dashboard has an ID and a secret to get tokens by. */
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

/** What a shop may say to us that somebody can do something about. */
const STORE_REFUSALS = [
  'store_address',
  'store_unreachable',
  'store_not_found',
  'store_access_denied',
  'store_rights_missing',
  'store_refused',
  'server_address',
  'server_answer',
] as const

export const connectStore = endpoint({
  method: 'POST',
  path: '/stores/connections',
  summary: 'Connects the own shop: asks it, and keeps what opens it, encrypted; one shop of each kind',
  access: ['vendor', 'manufacturer'],
  body: NewConnection,
  answer: Envelope.extend({ connection: Connection }),
  refusals: STORE_REFUSALS,
  limit: STORE_CALL_LIMIT,
  maxBytes: 8_000,
})

export const listConnections = endpoint({
  method: 'GET',
  path: '/stores/connections',
  summary: 'The connected shops of who asks, and what goes on with them',
  access: ['vendor', 'manufacturer'],
  answer: Envelope.extend({ connections: z.array(Connection) }),
  limit: CLICK_LIMIT,
})

export const checkConnection = endpoint({
  method: 'POST',
  path: '/stores/connections/{id}/check',
  summary: 'Asks a connected shop whether it still lets us in; what is wrong stands in the connection',
  access: ['vendor', 'manufacturer'],
  params: ConnectionParams,
  answer: Envelope.extend({ connection: Connection }),
  refusals: ['connection_not_found'],
  limit: STORE_CALL_LIMIT,
})

export const removeConnection = endpoint({
  method: 'POST',
  path: '/stores/connections/{id}/remove',
  summary: 'Forgets a connected shop and what opens it; what is in the shop stays there',
  access: ['vendor', 'manufacturer'],
  params: ConnectionParams,
  answer: Envelope,
  refusals: ['connection_not_found'],
  limit: CLICK_LIMIT,
})

export const listSelection = endpoint({
  method: 'GET',
  path: '/stores/selection',
  summary: 'The products chosen for the own shop, newest first, page by page; with `ids` only these of them',
  access: ['vendor'],
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

/** What is wanted of a product; what is left out stays, null follows the marketplace. */
const RetailSettings = z.object({
  productId: ProductId,
  retailPrice: RetailPrice.nullable().optional(),
  retailCurrency: CurrencyCode.optional(),
  quantity: Quantity.nullable().optional(),
})

export const addToSelection = endpoint({
  method: 'POST',
  path: '/stores/selection',
  summary:
    'Chooses products for the own shop; those already chosen stay as they are, those not offered are left out',
  access: ['vendor'],
  body: z.object({ products: z.array(RetailSettings).min(1).max(MAX_BATCH_SIZE) }),
  answer: Envelope.extend({ added: z.number(), total: z.number() }),
  refusals: ['selection_full'],
  limit: CLICK_LIMIT,
  maxBytes: 64_000,
})

export const changeSelected = endpoint({
  method: 'POST',
  path: '/stores/selection/change',
  summary: 'What the own shop is to ask for a chosen product, and how many it is to offer',
  access: ['vendor'],
  body: RetailSettings,
  answer: Envelope.extend({ product: SelectionItem }),
  refusals: ['not_selected'],
  limit: CLICK_LIMIT,
})

export const removeFromSelection = endpoint({
  method: 'POST',
  path: '/stores/selection/remove',
  summary:
    'Leaves products out of the own selection; those not in it are no fault; what is in the shop stays there',
  access: ['vendor'],
  body: z.object({ productIds: z.array(ProductId).min(1).max(MAX_BATCH_SIZE) }),
  answer: Envelope.extend({ removed: z.number(), total: z.number() }),
  limit: CLICK_LIMIT,
  maxBytes: 64_000,
})

export const startSync = endpoint({
  method: 'POST',
  path: '/stores/sync',
  summary: 'Brings the selection into every connected shop; one that is being brought there already goes on',
  access: ['vendor'],
  answer: Envelope.extend({ connections: z.array(Connection) }),
  refusals: ['no_connection', 'nothing_selected'],
  limit: STORE_CALL_LIMIT,
})

export const pullProducts = endpoint({
  method: 'POST',
  path: '/stores/connections/{id}/pull',
  summary: 'Reads the products of a connected shop; a reading that goes on already goes on',
  access: ['manufacturer'],
  params: ConnectionParams,
  answer: Envelope.extend({ connection: Connection }),
  refusals: ['connection_not_found'],
  limit: STORE_CALL_LIMIT,
})

export const listStoreProducts = endpoint({
  method: 'GET',
  path: '/stores/connections/{id}/products',
  summary: 'The products of a connected shop as they were last read, page by page',
  access: ['manufacturer'],
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
