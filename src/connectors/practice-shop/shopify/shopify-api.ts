import { z } from 'zod'
import { inTransaction, type Database } from '#database/database.ts'
import type { SafeRequest, SafeResponse } from '#platform/security/safe-fetch.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { getAccessToken, isSameSecret, lockShop, type PracticeShop } from '../shop-queries.ts'
import { listWebhooks, saveWebhook, WebhookInput } from '../webhooks/webhooks.ts'
import { INVENTORY_MUTATIONS } from './inventory-mutations.ts'
import { FULFILLMENT_MUTATIONS } from './fulfillment-mutations.ts'
import { ORDER_MUTATIONS, ORDER_QUERIES } from './order-resolvers.ts'
import { PRODUCT_MUTATIONS } from './product-mutations.ts'
import { LOCATION, toGid } from './product-nodes.ts'
import { PRODUCT_QUERIES } from './product-resolvers.ts'
import { executeDocument, type Resolvers } from './schema.ts'

/** The scopes of a practice shop's app: all that the marketplace requests. */
const SCOPES = [
  'write_products',
  'write_inventory',
  'read_locations',
  'write_orders',
  'write_merchant_managed_fulfillment_orders',
  'write_assigned_fulfillment_orders',
]

const SHOP_QUERIES: Resolvers = {
  shop: (_args, { shop }) => ({
    id: toGid('Shop', shop.id),
    name: shop.name,
    currencyCode: shop.currency,
  }),
  currentAppInstallation: (_args, { shop }) => ({
    id: toGid('AppInstallation', shop.id),
    accessScopes: SCOPES.map((handle) => ({ handle })),
  }),
  locations: () => ({ nodes: [LOCATION] }),
  webhookSubscriptions: async ({ uri }: { uri?: string | null }, { tx, shop }) => ({
    nodes: (await listWebhooks(tx, shop.id, uri ?? undefined)).map(({ id, topic, delivery_url }) => ({
      id: toGid('WebhookSubscription', id),
      topic: topic.replace('/', '_').toUpperCase(),
      uri: delivery_url,
    })),
  }),
  webhookSubscriptionCreate: async (
    { topic, webhookSubscription }: { topic: string; webhookSubscription: { uri?: string } },
    { tx, shop },
  ) => {
    const name = topic.toLowerCase().replace(/_(?=[a-z]+$)/, '/')
    const input = WebhookInput.safeParse({ topic: name, delivery_url: webhookSubscription.uri })
    if (!input.success)
      return { userErrors: [{ field: ['webhookSubscription'], message: 'Address is invalid' }] }
    const known = await listWebhooks(tx, shop.id, input.data.delivery_url)
    if (known.some((one) => one.topic === name))
      return {
        userErrors: [
          { field: ['webhookSubscription'], message: 'Address for this topic has already been taken' },
        ],
      }
    await saveWebhook(tx, shop.id, input.data)
    return { userErrors: [] }
  },
}

const RESOLVERS: Resolvers = {
  ...SHOP_QUERIES,
  ...PRODUCT_QUERIES,
  ...PRODUCT_MUTATIONS,
  ...INVENTORY_MUTATIONS,
  ...ORDER_QUERIES,
  ...ORDER_MUTATIONS,
  ...FULFILLMENT_MUTATIONS,
}

const Body = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) })

/** The called shop, and the dependencies of its response. */
export type ShopifyCall = Readonly<{ shop: PracticeShop; request: SafeRequest; enqueue: Enqueue; now: Date }>

/**
 * Answers a request to a practice shop as Shopify would. It serves the token of its app and documents of the Admin
 * API.
 */
export async function answerShopifyCall(db: Database, call: ShopifyCall): Promise<SafeResponse> {
  const { pathname } = new URL(call.request.url)
  if (pathname === '/admin/oauth/access_token') return grantToken(call)
  if (!/^\/admin\/api\/\d{4}-\d\d\/graphql\.json$/.test(pathname))
    return respond(404, { errors: 'Not Found' })
  const { shop, request, enqueue, now } = call
  if (request.headers?.['x-shopify-access-token'] !== getAccessToken(shop))
    return respond(401, {
      errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
    })
  const body = Body.safeParse(parseJson(request.body ?? ''))
  if (!body.success) return respond(400, { errors: 'Bad Request' })
  const answer = await inTransaction(db, async (tx) => {
    const locked = await lockShop(tx, shop.id)
    return executeDocument(RESOLVERS, body.data, { tx, shop: locked, enqueue, now })
  })
  return respond(200, { ...answer, extensions: { cost: COST } })
}

const COST = {
  requestedQueryCost: 10,
  actualQueryCost: 10,
  throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 1990, restoreRate: 100 },
}

/** Shopify's response when the rate limit is exhausted, which has status 200. */
export const THROTTLED = {
  errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
  extensions: {
    cost: {
      requestedQueryCost: 10,
      actualQueryCost: null,
      throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 0, restoreRate: 100 },
    },
  },
}

function grantToken({ shop, request }: ShopifyCall): SafeResponse {
  const form = new URLSearchParams(request.body ?? '')
  const isRight =
    form.get('grant_type') === 'client_credentials' &&
    isSameSecret(form.get('client_id') ?? '', shop.keyHash) &&
    isSameSecret(form.get('client_secret') ?? '', shop.secretHash)
  if (!isRight) return respond(400, { error: 'invalid_client' })
  return respond(200, { access_token: getAccessToken(shop), scope: SCOPES.join(), expires_in: 86_399 })
}

function respond(status: number, body: object): SafeResponse {
  return {
    status,
    text: JSON.stringify(body),
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-shopify-api-version': '2026-10' },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
