import { z } from 'zod'
import { inTransaction, type Database } from '#database/database.ts'
import type { SafeResponse } from '#platform/security/safe-fetch.ts'
import { findOrder, listOrders } from './orders.ts'
import {
  createProduct,
  listProducts,
  ProductInput,
  updateProduct,
  type WriteOutcome,
} from './product-queries.ts'
import { findShop, isSameSecret, lockShop, type PracticeShop } from './shop-queries.ts'
import { listWebhooks, saveWebhook, WebhookInput } from './webhooks.ts'
import { toWooOrder, toWooProduct, toWooRefunds } from './woo-views.ts'

/** A call of a practice shop's API: `path` below `/wp-json`. A body makes it a POST. */
export type WooCall = Readonly<{
  shopId: string
  path: string
  query: URLSearchParams
  authorization?: string | undefined
  body?: string | undefined
}>

type Answer = Readonly<{ status: number; body: unknown; pages?: number }>

/** Returns what the practice shop answers, as a WooCommerce site would. */
export async function answerWooCall(db: Database, call: WooCall): Promise<SafeResponse> {
  const { status, body, pages } = await answer(db, call)
  return {
    status,
    text: JSON.stringify(body),
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      ...(pages === undefined ? {} : { 'x-wp-totalpages': String(pages) }),
    },
  }
}

async function answer(db: Database, call: WooCall): Promise<Answer> {
  const shop = await findShop(db, { publicId: call.shopId })
  if (!shop) return errorAnswer(404, 'rest_no_route', 'No route was found matching the URL.')
  if (call.path === '' || call.path === '/')
    return { status: 200, body: { name: shop.name, namespaces: ['wp/v2', 'wc/v3'] } }
  if (!isAuthorized(shop, call))
    return errorAnswer(401, 'woocommerce_rest_authentication_error', 'Consumer key or secret is invalid.')
  if (call.path === '/wc/v3/settings/general/woocommerce_currency')
    return { status: 200, body: { value: shop.currency } }
  if (call.path.startsWith('/wc/v3/products')) return answerProducts(db, shop, call)
  if (call.path.startsWith('/wc/v3/orders')) return answerOrders(db, shop, call)
  if (call.path === '/wc/v3/webhooks') return answerWebhooks(db, shop, call)
  return errorAnswer(404, 'rest_no_route', 'No route was found matching the URL.')
}

/** By Basic authentication, or by keys in the query. */
function isAuthorized(shop: PracticeShop, { authorization = '', query }: WooCall): boolean {
  const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
  const split = basic.indexOf(':')
  const [key, secret] =
    split > 0
      ? [basic.slice(0, split), basic.slice(split + 1)]
      : [query.get('consumer_key') ?? '', query.get('consumer_secret') ?? '']
  return isSameSecret(key, shop.keyHash) && isSameSecret(secret, shop.secretHash)
}

const Batch = z.object({
  create: z.array(ProductInput).default([]),
  update: z.array(ProductInput).default([]),
})

async function answerProducts(db: Database, shop: PracticeShop, call: WooCall): Promise<Answer> {
  const found = /^\/wc\/v3\/products(?:\/(\d{1,15})\/variations)?(\/batch)?$/.exec(call.path)
  if (!found) return errorAnswer(404, 'rest_no_route', 'No route was found matching the URL.')
  const parentId = found[1] === undefined ? undefined : Number(found[1])
  if (found[2] !== undefined) return writeBatch(db, shop, { body: call.body, parentId })
  const { page, perPage } = readPage(call.query)
  const { products, total } = await listProducts(db, shop.id, {
    parentId,
    ids: call.query.get('include')?.split(',').map(Number).filter(Number.isSafeInteger),
    skus: call.query.get('sku')?.split(','),
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  const body = products.map((product) => selectFields(toWooProduct(product), call.query))
  return { status: 200, body, pages: Math.ceil(total / perPage) }
}

async function writeBatch(
  db: Database,
  shop: PracticeShop,
  { body = '', parentId }: Readonly<{ body?: string | undefined; parentId: number | undefined }>,
): Promise<Answer> {
  const batch = Batch.safeParse(parseJson(body))
  if (!batch.success) return errorAnswer(400, 'rest_invalid_param', 'Invalid parameter(s).')
  const { create, update } = batch.data
  if (create.length + update.length > 100)
    return errorAnswer(
      413,
      'woocommerce_rest_request_entity_too_large',
      'Unable to accept more than 100 items.',
    )
  return inTransaction(db, async (tx) => {
    await lockShop(tx, shop.id)
    if (parentId !== undefined) {
      const { total } = await listProducts(tx, shop.id, { ids: [parentId], limit: 1, offset: 0 })
      if (total === 0) return errorAnswer(404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.')
    }
    const created: object[] = []
    const updated: object[] = []
    for (const input of create)
      created.push(toOutcome(await createProduct(tx, { shopId: shop.id, parentId }, input)))
    for (const input of update) updated.push(toOutcome(await updateProduct(tx, shop.id, input)))
    return { status: 200, body: { create: created, update: updated } }
  })
}

function toOutcome(outcome: WriteOutcome): object {
  if ('product' in outcome) return toWooProduct(outcome.product)
  const { id, code, message } = outcome
  return { id, error: { code, message, data: { status: 400 } } }
}

async function answerOrders(db: Database, shop: PracticeShop, call: WooCall): Promise<Answer> {
  const found = /^\/wc\/v3\/orders(?:\/(\d{1,15})(\/refunds)?)?$/.exec(call.path)
  if (!found) return errorAnswer(404, 'rest_no_route', 'No route was found matching the URL.')
  if (found[1] !== undefined) {
    const order = await findOrder(db, shop.id, Number(found[1]))
    if (!order) return errorAnswer(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
    return { status: 200, body: found[2] ? toWooRefunds(order) : toWooOrder(order, shop.currency) }
  }
  const { page, perPage } = readPage(call.query)
  // WooCommerce's times say no zone; all of ours are in UTC.
  const since = Date.parse(`${(call.query.get('modified_after') ?? '').replace(/Z$/, '')}Z`)
  const { orders, total } = await listOrders(db, shop.id, {
    modifiedAfter: Number.isNaN(since) ? undefined : new Date(since),
    isOldestFirst: true,
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  const body = orders.map((order) => selectFields(toWooOrder(order, shop.currency), call.query))
  return { status: 200, body, pages: Math.ceil(total / perPage) }
}

async function answerWebhooks(db: Database, shop: PracticeShop, { body }: WooCall): Promise<Answer> {
  if (body === undefined) return { status: 200, body: await listWebhooks(db, shop.id), pages: 1 }
  const webhook = WebhookInput.safeParse(parseJson(body))
  if (!webhook.success) return errorAnswer(400, 'rest_invalid_param', 'Invalid parameter(s).')
  const id = await saveWebhook(db, shop.id, webhook.data)
  return { status: 201, body: { id, topic: webhook.data.topic, status: 'active' } }
}

function readPage(query: URLSearchParams): { page: number; perPage: number } {
  const read = (name: string, usual: number, max: number) =>
    Math.min(max, Math.max(1, Math.trunc(Number(query.get(name) ?? usual)) || usual))
  return { page: read('page', 1, 10_000), perPage: read('per_page', 10, 100) }
}

/** `_fields` leaves out what was not asked for. */
function selectFields(thing: Record<string, unknown>, query: URLSearchParams): object {
  const wanted = query.get('_fields')?.split(',')
  return wanted ? Object.fromEntries(Object.entries(thing).filter(([name]) => wanted.includes(name))) : thing
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How WordPress says no. */
function errorAnswer(status: number, code: string, message: string): Answer {
  return { status, body: { code, message, data: { status } } }
}
