import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { WebhookDelivery, WebhookEvent, WebhookSubject } from '#features/stores/connections/port.ts'
import { AppError } from '#core/errors.ts'
import { callWooCommerce, type WooClient, type WooSite } from './call-woocommerce.ts'

const TOPICS: Readonly<Record<WebhookSubject, readonly string[]>> = {
  orders: ['order.created', 'order.updated'],
  products: ['product.created', 'product.updated', 'product.deleted', 'product.restored'],
}

const Webhooks = z.array(
  z.object({ id: z.number(), topic: z.string(), delivery_url: z.string(), status: z.string().catch('') }),
)

const MAX_LISTED = 100

/** Subscribes to a site's webhooks about orders or products; an active subscription stays. */
export async function subscribe(
  client: WooClient,
  site: WooSite,
  { url, secret, about = 'orders' }: Readonly<{ url: string; secret: string; about?: WebhookSubject }>,
): Promise<void> {
  const { data: existing } = await callWooCommerce(client, site, {
    path: `/wc/v3/webhooks?per_page=${MAX_LISTED}&_fields=id,topic,delivery_url,status`,
    data: Webhooks,
  })
  for (const topic of TOPICS[about]) {
    const isThere = existing.some(
      (one) => one.topic === topic && one.delivery_url === url && one.status === 'active',
    )
    if (isThere) continue
    await callWooCommerce(client, site, {
      path: '/wc/v3/webhooks',
      body: { name: `Cabochon ${topic}`, topic, delivery_url: url, secret, status: 'active' },
      data: z.object({ id: z.number() }),
    })
  }
}

/** The fields of a webhook about an order or a product; a variation's has the number of its product. */
const Body = z.object({ id: z.number(), parent_id: z.number().catch(0) })

/**
 * Parses a webhook of a site and checks its signature. The number of a delivery is not unique (recorded), so an event
 * is identified by its topic and body. The ping at activation is unsigned, and ignored.
 */
export function readWebhook({ body, header }: WebhookDelivery, secret: string): WebhookEvent {
  const topic = header('x-wc-webhook-topic') ?? ''
  const given = Buffer.from(header('x-wc-webhook-signature') ?? '')
  if (topic === '' && /^webhook_id=\d{1,15}$/.test(new TextDecoder().decode(body.subarray(0, 40))))
    return { key: '', topic: 'ping', orderId: null }
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('base64'))
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError('unauthenticated', 'bad_signature', 'The signature of the webhook is invalid.')
  const key = createHash('sha256').update(topic).update('\n').update(body).digest('hex')
  const parsed = Body.safeParse(parseJson(body))
  const { id, parent_id: parentId } = parsed.data ?? { id: null, parent_id: 0 }
  return {
    key,
    topic: topic.slice(0, 100),
    orderId: id !== null && topic.startsWith('order.') ? String(id) : null,
    productId: id !== null && topic.startsWith('product.') ? String(parentId || id) : null,
  }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
