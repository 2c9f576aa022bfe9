import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { sql } from 'drizzle-orm'
import { queryRows, type Database } from '#database/database.ts'
import { addMs, SECOND } from '#core/time.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { findOrder } from '../orders.ts'
import { findProduct } from '../products/product-queries.ts'
import { findShop, type PracticeShop } from '../shop-queries.ts'
import { toOrderWebhook, toProductWebhook, toStockWebhook } from '../shopify/webhook-views.ts'
import { DELIVER_JOB } from './webhooks.ts'
import { toWooOrder, toWooProduct } from '../woocommerce/woo-views.ts'

type Delivery = Readonly<{
  id: number
  topic: string
  url: string
  secret: string
  webhookId: number
  eventId: string
  orderId: number | null
  productId: number | null
  shopId: string
}>

/** The dependencies of sending webhooks: `fetch` or its replacement, and the marketplace's address. */
export type WebhookSender = Readonly<{
  send: (url: string, init: RequestInit) => Promise<Response>
  publicUrl: string
}>

/** Returns the job that sends a webhook once, without retries. */
export function deliverWebhookJob(sender: WebhookSender): Job {
  return job({
    name: DELIVER_JOB,
    input: z.object({ deliveryId: z.number() }),
    attempts: 1,
    run: ({ deliveryId }, { db, now }) => deliver(db, sender, { deliveryId, now }),
  })
}

/** Sends delayed webhooks that are due, every minute, and those that a crashed process has left. */
export const deliverLateWebhooksJob = job({
  name: 'practice_shop.deliver_late',
  input: z.object({}),
  attempts: 1,
  every: '* * * * *',
  async run(_input, { db, now, enqueue }) {
    const due = await queryRows<{ id: number }>(
      db,
      sql`
          select id::int as id from practice_deliveries
          where sent_at is null and due_at <= ${addMs(now, -30 * SECOND)} order by due_at limit 500`,
    )
    for (const { id } of due) await enqueue(db, { job: DELIVER_JOB, input: { deliveryId: id } })
  },
})

async function deliver(
  db: Database,
  { send, publicUrl }: WebhookSender,
  { deliveryId, now }: Readonly<{ deliveryId: number; now: Date }>,
): Promise<void> {
  const [delivery] = await queryRows<Delivery>(
    db,
    sql`
      update practice_deliveries d set sent_at = ${now}
      from practice_webhooks w join practice_shops s on s.id = w.shop_id
      where d.id = ${deliveryId} and d.sent_at is null and w.id = d.webhook_id
      returning d.id::int as id, w.topic, w.delivery_url as url, w.secret, w.id::int as "webhookId", d.event_id as "eventId",
        d.order_id::int as "orderId", d.product_id::int as "productId", s.public_id as "shopId"`,
  )
  // Only to the marketplace's own webhook addresses: the server must not send requests anywhere else.
  if (!delivery?.url.startsWith(`${publicUrl}/stores/webhooks/`)) return
  const shop = await findShop(db, { publicId: delivery.shopId })
  const content = shop && (await readContent(db, shop, delivery))
  if (!shop || content === undefined) return
  const body = JSON.stringify(content)
  await send(delivery.url, {
    method: 'POST',
    body,
    headers:
      shop.platform === 'shopify'
        ? toShopifyHeaders(delivery, { shop, body, now })
        : toWooHeaders(delivery, body, `${publicUrl}/practice-shop/${shop.publicId}/`),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined)
}

/**
 * Returns the content of a webhook, read when it is sent (as observed in WooCommerce). For a deleted object it is
 * only the number.
 */
async function readContent(
  db: Database,
  shop: PracticeShop,
  { topic, orderId, productId }: Delivery,
): Promise<object | undefined> {
  const isShopify = shop.platform === 'shopify'
  if (orderId !== null) {
    const order = await findOrder(db, shop.id, orderId)
    if (!order) return undefined
    return isShopify ? toOrderWebhook(order, shop.currency) : toWooOrder(order, shop.currency)
  }
  if (productId === null) return undefined
  if (topic.endsWith('deleted') || topic.endsWith('/delete')) return { id: productId }
  const product = await findProduct(db, shop.id, productId)
  if (!product) return undefined
  if (topic === 'inventory_levels/update') return toStockWebhook(product)
  return isShopify ? toProductWebhook(product) : toWooProduct(product)
}

/** Returns the headers of a delivery, as recorded from WooCommerce 8.4. */
function toWooHeaders({ id, topic, secret, webhookId }: Delivery, body: string, source: string) {
  const [resource = '', event = ''] = topic.split('.')
  return {
    'content-type': 'application/json',
    'user-agent': 'WooCommerce/8.4.0 Hookshot (WordPress/6.4.2)',
    'x-wc-webhook-source': source,
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-resource': resource,
    'x-wc-webhook-event': event,
    'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
    'x-wc-webhook-id': String(webhookId),
    'x-wc-webhook-delivery-id': String(id),
  }
}

/** Returns the headers of a Shopify delivery (shopify.dev, webhooks); the event's id is the same in every copy. */
function toShopifyHeaders(
  { id, topic, eventId }: Delivery,
  { shop, body, now }: Readonly<{ shop: PracticeShop; body: string; now: Date }>,
) {
  return {
    'content-type': 'application/json',
    'x-shopify-topic': topic,
    'x-shopify-hmac-sha256': createHmac('sha256', shop.appSecret).update(body).digest('base64'),
    'x-shopify-shop-domain': `${shop.publicId.replace('_', '-')}.myshopify.com`,
    'x-shopify-api-version': '2026-10',
    'x-shopify-webhook-id': `practice-${id}`,
    'x-shopify-event-id': eventId,
    'x-shopify-triggered-at': now.toISOString(),
  }
}
