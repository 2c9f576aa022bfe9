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
  Selected,
  StoreProduct,
} from './shapes.ts'

/** Pieces on one page of a selection, and products on one page of a connected shop. */
export const PER_PAGE = 50

/** Pieces that are chosen or left out in one call. */
export const MOST_AT_ONCE = 200

/** Every call of these asks another server, with what somebody typed. */
const ASKING = { calls: 10, windowMs: MINUTE }
const CLICKS = { calls: 240, windowMs: MINUTE }

const OneConnection = z.object({ id: ConnectionId })
const Page = z.coerce.number<string | number>().int().min(1).max(1_000).optional()
const Address = z.string().trim().min(1, 'Tell us which store it is.').max(255)
const Secret = (what: string) => z.string().trim().min(1, `The ${what} is missing.`).max(500)

/** An app made in a shop has a token that stays; one of Shopify's Dev Dashboard has an ID and a secret to get tokens by. */
const ShopifyShop = z
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
  ShopifyShop,
  z.object({
    platform: z.literal('woocommerce'),
    shop: Address,
    key: Secret('key'),
    secret: Secret('secret'),
  }),
])

/** What a shop may say to us that somebody can do something about. */
const SHOP_REFUSALS = [
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
  refusals: SHOP_REFUSALS,
  limit: ASKING,
  maxBytes: 8_000,
})

export const listConnections = endpoint({
  method: 'GET',
  path: '/stores/connections',
  summary: 'The connected shops of who asks, and what goes on with them',
  access: ['vendor', 'manufacturer'],
  answer: Envelope.extend({ connections: z.array(Connection) }),
  limit: CLICKS,
})

export const checkConnection = endpoint({
  method: 'POST',
  path: '/stores/connections/{id}/check',
  summary: 'Asks a connected shop whether it still lets us in; what is wrong stands in the connection',
  access: ['vendor', 'manufacturer'],
  params: OneConnection,
  answer: Envelope.extend({ connection: Connection }),
  refusals: ['connection_not_found'],
  limit: ASKING,
})

export const removeConnection = endpoint({
  method: 'POST',
  path: '/stores/connections/{id}/remove',
  summary: 'Forgets a connected shop and what opens it; what is in the shop stays there',
  access: ['vendor', 'manufacturer'],
  params: OneConnection,
  answer: Envelope,
  refusals: ['connection_not_found'],
  limit: CLICKS,
})

export const listSelection = endpoint({
  method: 'GET',
  path: '/stores/selection',
  summary: 'The pieces chosen for the own shop, newest first, page by page; with `ids` only these of them',
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
    selection: z.array(Selected),
    total: z.number(),
    page: z.number(),
    pages: z.number(),
  }),
  limit: CLICKS,
})

/** What is wanted of a piece; what is left out stays, null follows the marketplace. */
const Wanted = z.object({
  productId: ProductId,
  retailPrice: RetailPrice.nullable().optional(),
  retailCurrency: CurrencyCode.optional(),
  quantity: Quantity.nullable().optional(),
})

export const addToSelection = endpoint({
  method: 'POST',
  path: '/stores/selection',
  summary:
    'Chooses pieces for the own shop; those already chosen stay as they are, those not offered are left out',
  access: ['vendor'],
  body: z.object({ pieces: z.array(Wanted).min(1).max(MOST_AT_ONCE) }),
  answer: Envelope.extend({ added: z.number(), total: z.number() }),
  refusals: ['selection_full'],
  limit: CLICKS,
  maxBytes: 64_000,
})

export const changeSelected = endpoint({
  method: 'POST',
  path: '/stores/selection/change',
  summary: 'What the own shop is to ask for a chosen piece, and how many it is to offer',
  access: ['vendor'],
  body: Wanted,
  answer: Envelope.extend({ piece: Selected }),
  refusals: ['not_selected'],
  limit: CLICKS,
})

export const removeFromSelection = endpoint({
  method: 'POST',
  path: '/stores/selection/remove',
  summary:
    'Leaves pieces out of the own selection; those not in it are no fault; what is in the shop stays there',
  access: ['vendor'],
  body: z.object({ productIds: z.array(ProductId).min(1).max(MOST_AT_ONCE) }),
  answer: Envelope.extend({ removed: z.number(), total: z.number() }),
  limit: CLICKS,
  maxBytes: 64_000,
})

export const startSync = endpoint({
  method: 'POST',
  path: '/stores/sync',
  summary: 'Brings the selection into every connected shop; one that is being brought there already goes on',
  access: ['vendor'],
  answer: Envelope.extend({ connections: z.array(Connection) }),
  refusals: ['no_connection', 'nothing_selected'],
  limit: ASKING,
})

export const pullProducts = endpoint({
  method: 'POST',
  path: '/stores/connections/{id}/pull',
  summary: 'Reads the products of a connected shop; a reading that goes on already goes on',
  access: ['manufacturer'],
  params: OneConnection,
  answer: Envelope.extend({ connection: Connection }),
  refusals: ['connection_not_found'],
  limit: ASKING,
})

export const listStoreProducts = endpoint({
  method: 'GET',
  path: '/stores/connections/{id}/products',
  summary: 'The products of a connected shop as they were last read, page by page',
  access: ['manufacturer'],
  params: OneConnection,
  query: z.object({ page: Page }),
  answer: Envelope.extend({
    products: z.array(StoreProduct),
    total: z.number(),
    page: z.number(),
    pages: z.number(),
    pull: Run.nullable(),
  }),
  refusals: ['connection_not_found'],
  limit: CLICKS,
})

export type ConnectionData = z.input<typeof Connection>
export type RunData = z.input<typeof Run>
export type SelectedData = z.input<typeof Selected>
export type StoreProductData = z.input<typeof StoreProduct>
export type WantedData = z.input<typeof Wanted>
export type NewConnectionData = z.input<typeof NewConnection>
export type PlatformName = ConnectionData['platform']
