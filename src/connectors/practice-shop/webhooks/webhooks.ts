import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import { addMs, MINUTE } from '#core/time.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { PracticePlatform, PracticeShop } from '../shop-queries.ts'

/** The job that sends a webhook. */
export const DELIVER_JOB = 'practice_shop.deliver'

/** The delay of a late webhook: long enough for the ten-minute reconciliation to find the change first. */
const LATE_MS = 12 * MINUTE

/** The topics of a practice shop; `stock.updated` is about the stock of a product or a variation. */
export type PracticeTopic =
  | 'order.created'
  | 'order.updated'
  | 'product.created'
  | 'product.updated'
  | 'product.deleted'
  | 'product.restored'
  | 'stock.updated'

/** The names of the topics on each platform; WooCommerce reports a change of stock as one of its product. */
const TOPICS: Readonly<Record<PracticePlatform, Readonly<Partial<Record<PracticeTopic, string>>>>> = {
  woocommerce: {
    'order.created': 'order.created',
    'order.updated': 'order.updated',
    'product.created': 'product.created',
    'product.updated': 'product.updated',
    'product.deleted': 'product.deleted',
    'product.restored': 'product.restored',
    'stock.updated': 'product.updated',
  },
  shopify: {
    'order.created': 'orders/create',
    'order.updated': 'orders/updated',
    'product.created': 'products/create',
    'product.updated': 'products/update',
    'product.deleted': 'products/delete',
    'product.restored': 'products/create',
    'stock.updated': 'inventory_levels/update',
  },
}

/** The input for creating a webhook. */
export const WebhookInput = z.object({
  topic: z.string().regex(/^[a-z_]+[./][a-z_]+$/),
  delivery_url: z.url({ protocol: /^https?$/ }).max(1000),
  secret: z.string().max(200).default(''),
})

/** Stores a webhook and returns its number; for a known topic and address only the secret is replaced. */
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

/** A webhook of a shop, without its secret. */
export type ListedWebhook = Readonly<{ id: number; topic: string; delivery_url: string; status: string }>

/** Returns the webhooks of a shop, or those of one address. */
export async function listWebhooks(db: Queryable, shopId: number, url?: string): Promise<ListedWebhook[]> {
  return queryRows(
    db,
    sql`
      select id::int as id, topic, delivery_url, 'active' as status from practice_webhooks
      where shop_id = ${shopId} and (${url ?? null}::text is null or delivery_url = ${url ?? null}) order by id limit 100`,
  )
}

/** The delays of a webhook's copies in milliseconds, by delivery setting. */
const PLANS: Readonly<Record<PracticeShop['delivery'], readonly number[]>> = {
  normal: [0],
  doubled: [0, 0],
  late: [LATE_MS],
  lost: [],
}

/** An event in a shop, about an order, a product or a variation. */
export type PracticeEvent = Readonly<{ topic: PracticeTopic; now: Date }> &
  Readonly<{ orderId: number } | { productId: number }>

/** Enqueues the webhooks of an event, with the faults that the shop's owner has set. */
export async function orderWebhooks(
  tx: Transaction,
  enqueue: Enqueue,
  { shop, event }: Readonly<{ shop: PracticeShop; event: PracticeEvent }>,
): Promise<void> {
  const { topic, now } = event
  const name = TOPICS[shop.platform][topic] ?? topic
  const eventId = randomUUID()
  const orderId = 'orderId' in event ? event.orderId : null
  const productId = 'productId' in event ? event.productId : null
  for (const delayMs of PLANS[shop.delivery]) {
    const made = await queryRows<{ id: number }>(
      tx,
      sql`
        insert into practice_deliveries (webhook_id, order_id, product_id, event_id, due_at)
        select id, ${orderId}::bigint, ${productId}::bigint, ${eventId}, ${addMs(now, delayMs)} from practice_webhooks
        where shop_id = ${shop.id} and topic = ${name}
        returning id::int as id`,
    )
    if (delayMs > 0) continue
    for (const { id } of made) await enqueue(tx, { job: DELIVER_JOB, input: { deliveryId: id } })
  }
}

/** Returns whether a shop reports its orders, as a vendor's shop does and a supplier's does not. */
export async function reportsOrders(db: Queryable, shopId: number): Promise<boolean> {
  const found = await queryRows(
    db,
    sql`select 1 from practice_webhooks where shop_id = ${shopId} and topic ~ '^orders?[./]' limit 1`,
  )
  return found.length > 0
}
