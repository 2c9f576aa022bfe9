import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { sql } from 'drizzle-orm'
import { queryRows, type Database, type Queryable, type Transaction } from '#database/database.ts'
import { addMs, MINUTE, SECOND } from '#core/time.ts'
import { job, type Enqueue, type Job } from '#platform/jobs/job.ts'
import { findOrder, type PracticeOrder } from './orders.ts'
import { findShop, type PracticeShop } from './shop-queries.ts'
import { toWooOrder } from './woo-views.ts'

const DELIVER_JOB = 'practice_shop.deliver'

/** How late a late webhook is: the reconciliation of every ten minutes finds the order first. */
const LATE_MS = 12 * MINUTE

/** What a webhook tells of. */
export type Topic = 'order.created' | 'order.updated'

/** A webhook as it is ordered. */
export const WebhookInput = z.object({
  topic: z.enum(['order.created', 'order.updated']),
  delivery_url: z.url({ protocol: /^https?$/ }).max(1000),
  secret: z.string().min(1).max(200),
})

/** Keeps a webhook; the same address gets the new secret. Gives its number. */
export async function saveWebhook(
  db: Queryable,
  shopId: number,
  { topic, delivery_url, secret }: z.output<typeof WebhookInput>,
): Promise<number> {
  const [saved] = await queryRows<{ id: number }>(
    db,
    sql`
      insert into practice_webhooks (shop_id, topic, delivery_url, secret)
      values (${shopId}, ${topic}, ${delivery_url}, ${secret})
      on conflict (shop_id, topic, delivery_url) do update set secret = excluded.secret
      returning id::int as id`,
  )
  return saved?.id ?? 0
}

/** The webhooks of a shop, without their secrets. */
export async function listWebhooks(db: Queryable, shopId: number): Promise<object[]> {
  return queryRows(
    db,
    sql`
      select id::int as id, topic, delivery_url, 'active' as status from practice_webhooks
      where shop_id = ${shopId} order by id limit 100`,
  )
}

/** How many copies of a webhook go out, and how much later. */
const PLANS: Readonly<Record<PracticeShop['delivery'], readonly number[]>> = {
  normal: [0],
  doubled: [0, 0],
  late: [LATE_MS],
  lost: [],
}

/** Orders the webhooks of a changed order, as the shop's owner lets them go wrong. */
export async function orderWebhooks(
  tx: Transaction,
  enqueue: Enqueue,
  event: Readonly<{ shop: PracticeShop; order: PracticeOrder; topic: Topic; now: Date }>,
): Promise<void> {
  const { shop, order, topic, now } = event
  for (const delayMs of PLANS[shop.delivery]) {
    const made = await queryRows<{ id: number }>(
      tx,
      sql`
        insert into practice_deliveries (webhook_id, order_id, due_at)
        select id, ${order.id}, ${addMs(now, delayMs)} from practice_webhooks
        where shop_id = ${shop.id} and topic = ${topic}
        returning id::int as id`,
    )
    if (delayMs > 0) continue
    for (const { id } of made) await enqueue(tx, { job: DELIVER_JOB, input: { deliveryId: id } })
  }
}

type Delivery = {
  id: number
  topic: Topic
  url: string
  secret: string
  webhookId: number
  orderId: number
  shopId: string
}

/** What is needed to send webhooks: `fetch` or its replacement, and where the marketplace is. */
export type WebhookSender = Readonly<{
  send: (url: string, init: RequestInit) => Promise<Response>
  publicUrl: string
}>

/** Sends a webhook once, as WooCommerce does: what is not answered is not sent again. */
export function deliverWebhookJob(sender: WebhookSender): Job {
  return job({
    name: DELIVER_JOB,
    input: z.object({ deliveryId: z.number() }),
    attempts: 1,
    run: ({ deliveryId }, { db, now }) => deliver(db, sender, { deliveryId, now }),
  })
}

/** Sends late webhooks when they are due, every minute, and those that a process has left behind. */
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
      returning d.id::int as id, w.topic, w.delivery_url as url, w.secret, w.id::int as "webhookId",
        d.order_id::int as "orderId", s.public_id as "shopId"`,
  )
  // Only where the marketplace takes webhooks: nobody can send requests elsewhere by our server.
  if (!delivery?.url.startsWith(`${publicUrl}/stores/webhooks/`)) return
  const shop = await findShop(db, { publicId: delivery.shopId })
  const order = shop && (await findOrder(db, shop.id, delivery.orderId))
  if (!order) return
  const body = JSON.stringify(toWooOrder(order, shop.currency))
  await send(delivery.url, {
    method: 'POST',
    body,
    headers: toHeaders(delivery, body, `${publicUrl}/practice-shop/${shop.publicId}/`),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined)
}

/** The headers of a delivery, as recorded of WooCommerce 8.4. */
function toHeaders({ id, topic, secret, webhookId }: Delivery, body: string, source: string) {
  return {
    'content-type': 'application/json',
    'user-agent': 'WooCommerce/8.4.0 Hookshot (WordPress/6.4.2)',
    'x-wc-webhook-source': source,
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-resource': 'order',
    'x-wc-webhook-event': topic.replace('order.', ''),
    'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
    'x-wc-webhook-id': String(webhookId),
    'x-wc-webhook-delivery-id': String(id),
  }
}
