import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type {
  StoreAccess,
  WebhookDelivery,
  PrivacyNotice,
  WebhookEvent,
  WebhookSubject,
} from '#features/stores/connections/port.ts'
import { AppError, refused } from '#core/errors.ts'
import { callShopify, type ShopifyClient, type ShopifyStore } from './call-shopify.ts'
import { SUBSCRIBE, WEBHOOKS } from './operations.ts'

const TOPICS: Readonly<Record<WebhookSubject, readonly string[]>> = {
  orders: ['ORDERS_CREATE', 'ORDERS_UPDATED'],
  products: ['PRODUCTS_CREATE', 'PRODUCTS_UPDATE', 'PRODUCTS_DELETE', 'INVENTORY_LEVELS_UPDATE'],
}

/** Subscribes to a store's webhooks about orders or products, unless a subscription to this address exists. */
export async function subscribe(
  client: ShopifyClient,
  store: ShopifyStore,
  { url, about }: Readonly<{ url: string; about: WebhookSubject }>,
): Promise<void> {
  const existing = await listTopics(client, store, url)
  for (const topic of TOPICS[about].filter((one) => !existing.has(one))) {
    const { webhookSubscriptionCreate } = await callShopify(client, store, {
      document: SUBSCRIBE,
      variables: { topic, webhook: { uri: url, format: 'JSON' } },
      data: z.object({
        webhookSubscriptionCreate: z.object({ userErrors: z.array(z.object({ message: z.string() })) }),
      }),
    })
    const [error] = webhookSubscriptionCreate.userErrors
    // Another process may have subscribed meanwhile: the store refuses a second subscription.
    if (error && !(await listTopics(client, store, url)).has(topic))
      throw refused('store_refused', `Shopify says: ${error.message.slice(0, 200)}`)
  }
}

async function listTopics(client: ShopifyClient, store: ShopifyStore, uri: string): Promise<Set<string>> {
  const { webhookSubscriptions } = await callShopify(client, store, {
    document: WEBHOOKS,
    variables: { uri },
    data: z.object({ webhookSubscriptions: z.object({ nodes: z.array(z.object({ topic: z.string() })) }) }),
  })
  return new Set(webhookSubscriptions.nodes.map(({ topic }) => topic))
}

/** The fields of a webhook about an order, a product or stock. */
const Body = z.object({
  id: z.int().optional().catch(undefined),
  inventory_item_id: z.int().optional().catch(undefined),
})

/**
 * Parses a webhook of a store and checks its signature. Shopify signs by the secret of the app; without it no webhook
 * is trusted. An event has the same id in every delivery, even if several webhooks report it.
 */
export function readWebhook({ keys }: StoreAccess, { body, header }: WebhookDelivery): WebhookEvent {
  const secret = keys['clientSecret'] ?? ''
  const given = Buffer.from(header('x-shopify-hmac-sha256') ?? '')
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('base64'))
  if (secret === '' || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError('unauthenticated', 'bad_signature', 'The signature of the webhook is invalid.')
  const topic = (header('x-shopify-topic') ?? '').slice(0, 100)
  const id = header('x-shopify-event-id') ?? header('x-shopify-webhook-id') ?? ''
  const about = Body.safeParse(parseJson(body)).data
  const thingId = about?.id === undefined ? null : String(about.id)
  const subject = thingId ?? about?.inventory_item_id ?? ''
  return {
    key: `${topic} ${subject} ${id}`.slice(0, 200),
    topic,
    orderId: topic.startsWith('orders/') ? thingId : null,
    productId: topic.startsWith('products/') && thingId !== null ? `gid://shopify/Product/${thingId}` : null,
    stockId:
      topic.startsWith('inventory_levels/') && about?.inventory_item_id !== undefined
        ? `gid://shopify/InventoryItem/${about.inventory_item_id}`
        : null,
    privacy: readPrivacyNotice(topic, body),
  }
}

const PRIVACY_KINDS: Readonly<Record<string, PrivacyNotice['kind']>> = {
  'customers/data_request': 'data',
  'customers/redact': 'erase_customer',
  'shop/redact': 'erase_store',
}

const OrderIds = z.array(z.union([z.number(), z.string()])).catch([])
const PrivacyBody = z.object({ orders_requested: OrderIds, orders_to_redact: OrderIds })

/** Parses the three webhooks that every app must handle (shopify.dev, privacy law compliance). */
function readPrivacyNotice(topic: string, body: Uint8Array): PrivacyNotice | null {
  const kind = PRIVACY_KINDS[topic]
  if (!kind) return null
  const ids = PrivacyBody.safeParse(parseJson(body)).data
  const orderIds = [...(ids?.orders_requested ?? []), ...(ids?.orders_to_redact ?? [])].map(String)
  return { kind, orderIds }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
