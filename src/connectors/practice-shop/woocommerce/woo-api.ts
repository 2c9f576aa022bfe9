import type { Database } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { SafeResponse } from '#platform/security/safe-fetch.ts'
import { isSameSecret, type PracticeShop } from '../shop-queries.ts'
import { listWebhooks, saveWebhook, WebhookInput } from '../webhooks/webhooks.ts'
import { errorAnswer, parseJson, type WooAnswer } from './woo-answers.ts'
import { answerOrders } from '../woo-orders-api.ts'
import { answerProducts } from './woo-products-api.ts'

/** A call of a practice shop's API: `path` below `/wp-json`. A body makes it a POST. */
export type WooCall = Readonly<{
  shop: PracticeShop
  path: string
  query: URLSearchParams
  authorization?: string | undefined
  body?: string | undefined
  enqueue: Enqueue
  now: Date
}>

/** Answers a call to the practice shop as a WooCommerce site would. */
export async function answerWooCall(db: Database, call: WooCall): Promise<SafeResponse> {
  return toResponse(await answer(db, call))
}

/** Returns the response of a site without a practice shop of this ID. */
export function toShopNotFound(): SafeResponse {
  return toResponse(errorAnswer(404, 'rest_no_route', 'No route was found matching the URL.'))
}

function toResponse({ status, body, pages }: WooAnswer): SafeResponse {
  return {
    status,
    text: JSON.stringify(body),
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      ...(pages === undefined ? {} : { 'x-wp-totalpages': String(pages) }),
    },
  }
}

/** The settings of every practice shop that apps can read. */
const SETTINGS: Readonly<Record<string, (shop: PracticeShop) => string>> = {
  '/wc/v3/settings/general/woocommerce_currency': ({ currency }) => currency,
  '/wc/v3/settings/products/woocommerce_weight_unit': () => 'kg',
  '/wc/v3/settings/products/woocommerce_dimension_unit': () => 'cm',
}

async function answer(db: Database, call: WooCall): Promise<WooAnswer> {
  const { shop, path } = call
  if (path === '' || path === '/')
    return { status: 200, body: { name: shop.name, namespaces: ['wp/v2', 'wc/v3'] } }
  if (shop.answers === 'locked' || !isAuthorized(call))
    return errorAnswer(401, 'woocommerce_rest_authentication_error', 'Consumer key or secret is invalid.')
  const setting = SETTINGS[path]
  if (setting) return { status: 200, body: { value: setting(shop) } }
  if (path.startsWith('/wc/v3/products')) return answerProducts({ ...call, db, body: call.body })
  if (path.startsWith('/wc/v3/orders')) return answerOrders({ ...call, db, body: call.body })
  if (path === '/wc/v3/webhooks') return answerWebhooks(db, call)
  return errorAnswer(404, 'rest_no_route', 'No route was found matching the URL.')
}

/** Checks the keys, by Basic authentication or in the query. */
function isAuthorized({ shop, authorization = '', query }: WooCall): boolean {
  const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
  const split = basic.indexOf(':')
  const [key, secret] =
    split > 0
      ? [basic.slice(0, split), basic.slice(split + 1)]
      : [query.get('consumer_key') ?? '', query.get('consumer_secret') ?? '']
  return isSameSecret(key, shop.keyHash) && isSameSecret(secret, shop.secretHash)
}

async function answerWebhooks(db: Database, { shop, body }: WooCall): Promise<WooAnswer> {
  if (body === undefined) return { status: 200, body: await listWebhooks(db, shop.id), pages: 1 }
  const webhook = WebhookInput.safeParse(parseJson(body))
  if (!webhook.success) return errorAnswer(400, 'rest_invalid_param', 'Invalid parameter(s).')
  const id = await saveWebhook(db, shop.id, webhook.data)
  return { status: 201, body: { id, topic: webhook.data.topic, status: 'active' } }
}
