import { Hono, type Context } from 'hono'
import { MINUTE } from '#core/time.ts'
import { inTransaction, type Database } from '#database/database.ts'
import type { Limit } from '#platform/http/calls/endpoint.ts'
import { readForm, readText } from '#platform/http/calls/read-body.ts'
import type { HttpEnv } from '#platform/http/calls/register-routes.ts'
import type { Limiter } from '#platform/http/limits/limits.ts'
import { renderAdmin } from './owner/admin-html.ts'
import { listFulfillments } from './fulfillments.ts'
import { Address, listOrders, placeOrder } from './orders.ts'
import { readUnits, runOwnerAction, sendOrderWebhooks } from './owner/owner-actions.ts'
import { NOT_FOUND_PAGE, renderStorefront, STYLE } from './page-html.ts'
import { answerPracticeCall, type PracticeCallDeps } from './practice-calls.ts'
import { listProducts, listSellable, listVariations } from './products/product-queries.ts'
import { findShop, isSameToken, type PracticeShop } from './shop-queries.ts'
import { reportsOrders } from './webhooks/webhooks.ts'

/** The dependencies of the practice shops' pages. */
export type PracticePagesDeps = PracticeCallDeps & Readonly<{ limiter: Limiter }>

/** The limit of one client's orders and actions. */
const PRESS_LIMIT: Limit = { calls: 60, windowMs: MINUTE }

/** The maximum size of a request: a batch of a hundred products with their texts. */
const MAX_API_BYTES = 2 * 1024 * 1024

/**
 * The content policy: only the page's own style sheet and products' pictures load, and forms post to this site only.
 */
const POLICY = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' https:; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** Returns the practice shops' own site below `/practice-shop`: storefront, owner's page, and WooCommerce's API. */
export function practicePages(deps: PracticePagesDeps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/style.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=UTF-8' }))
  registerApi(app, deps)
  registerStorefront(app, deps)
  registerAdmin(app, deps)
  return app
}

/** Registers the WooCommerce API, with the responses that our connector gets in process, for other clients. */
function registerApi(app: Hono<HttpEnv>, deps: PracticePagesDeps): void {
  const { clock, limiter, publicUrl } = deps
  app.on(['GET', 'POST'], ['/:id/wp-json', '/:id/wp-json/*'], async (c) => {
    await limiter({ name: 'practice shop api', client: c.get('client'), limit: PRESS_LIMIT, now: clock() })
    const { pathname, search } = new URL(c.req.url)
    const authorization = c.req.header('authorization')
    const answer = await answerPracticeCall(deps, {
      url: publicUrl + pathname + search,
      ...(authorization === undefined ? {} : { headers: { authorization } }),
      ...(c.req.method === 'POST' ? { body: await readText(c.req.raw, MAX_API_BYTES) } : {}),
    })
    if (!answer) return notFound(c)
    return new Response(answer.text, { status: answer.status, headers: answer.headers })
  })
}

function registerStorefront(app: Hono<HttpEnv>, deps: PracticePagesDeps): void {
  const { db, clock, enqueue } = deps
  app.get('/:id', async (c) => {
    const shop = await findPageShop(db, c.req.param('id'))
    if (!shop) return notFound(c)
    const products = await listSellable(db, shop.id)
    const placed = c.req.query('placed')
    const isVendors = placed !== undefined && (await reportsOrders(db, shop.id))
    return c.html(renderStorefront(shop, { products, placed, isVendors }), 200, POLICY)
  })

  app.post('/:id', async (c) => {
    await countPress(c, deps)
    const shop = await findPageShop(db, c.req.param('id'))
    const form = await readForm(c.req.raw)
    const address = Address.safeParse(form)
    if (!shop || !address.success) return notFound(c)
    const now = clock()
    const placed = await inTransaction(db, async (tx) => {
      const order = await placeOrder(tx, shop, {
        units: readUnits(form, 'units-'),
        address: address.data,
        isPaid: form['action'] !== 'unpaid',
        now,
      })
      if (order) await sendOrderWebhooks(tx, enqueue, { shop, order, topic: 'order.created', now })
      return order
    })
    return c.redirect(`/practice-shop/${shop.publicId}?placed=${placed?.id ?? 'nothing'}`, 303)
  })
}

function registerAdmin(app: Hono<HttpEnv>, deps: PracticePagesDeps): void {
  const { db, clock, enqueue } = deps
  app.get('/:id/admin/:token', async (c) => {
    const shop = await findPageShop(db, c.req.param('id'), c.req.param('token'))
    if (!shop) return notFound(c)
    const { orders } = await listOrders(db, shop.id, { isOldestFirst: false, limit: 50, offset: 0 })
    const { products } = await listProducts(db, shop.id, { withBin: true, limit: 100, offset: 0 })
    const variations = await listVariations(
      db,
      shop.id,
      products.map(({ id }) => id),
    )
    const fulfillments = await listFulfillments(db, ...orders.map(({ id }) => id))
    const done = c.req.query('done')
    return c.html(renderAdmin(shop, { orders, fulfillments, products, variations, done }), 200, POLICY)
  })

  app.post('/:id/admin/:token', async (c) => {
    await countPress(c, deps)
    const shop = await findPageShop(db, c.req.param('id'), c.req.param('token'))
    if (!shop) return notFound(c)
    const form = await readForm(c.req.raw)
    const done = await inTransaction(db, (tx) =>
      runOwnerAction(tx, form, { shop: { ...shop }, enqueue, now: clock() }),
    )
    if (done === undefined) return notFound(c)
    return c.redirect(`/practice-shop/${shop.publicId}/admin/${shop.adminToken}?done=${done}`, 303)
  })
}

async function findPageShop(db: Database, id: string, token?: string): Promise<PracticeShop | undefined> {
  if (!/^psh_[0-9a-f]{32}$/.test(id)) return undefined
  const shop = await findShop(db, { publicId: id })
  return shop && (token === undefined || isSameToken(token, shop)) ? shop : undefined
}

function countPress(c: Context<HttpEnv>, { limiter, clock }: PracticePagesDeps): Promise<void> {
  return limiter({ name: 'practice shop', client: c.get('client'), limit: PRESS_LIMIT, now: clock() })
}

function notFound(c: Context<HttpEnv>) {
  return c.html(NOT_FOUND_PAGE, 404, POLICY)
}
