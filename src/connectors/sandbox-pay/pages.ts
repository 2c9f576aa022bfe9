import { Hono } from 'hono'
import type { Database } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { addMs, MINUTE } from '#core/time.ts'
import type { Limit } from '#platform/http/calls/endpoint.ts'
import type { Limiter } from '#platform/http/limits/limits.ts'
import { readText } from '#platform/http/calls/read-body.ts'
import type { HttpEnv } from '#platform/http/calls/register-routes.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { decidePayment, findSandboxPayment, type SandboxPayment } from './payment-queries.ts'
import { enqueueWebhooks } from './webhooks.ts'
import { renderNotFoundPage, renderPaymentPage, STYLE } from './page-html.ts'
import type { Sandbox } from './provider.ts'

type Decision = Readonly<{ state: SandboxPayment['state']; webhookCount: number; back: boolean }>

const DECISIONS: ReadonlyMap<string | null, Decision> = new Map([
  ['pay', { state: 'paid', webhookCount: 1, back: false }],
  ['decline', { state: 'declined', webhookCount: 1, back: false }],
  ['cancel', { state: 'cancelled', webhookCount: 1, back: true }],
  ['late', { state: 'late', webhookCount: 1, back: false }],
  ['twice', { state: 'paid', webhookCount: 2, back: false }],
  ['silent', { state: 'paid', webhookCount: 0, back: false }],
])

/** The limit of decisions by one client, far above paying by hand. */
const DECISION_LIMIT: Limit = { calls: 60, windowMs: MINUTE }

/** The maximum size of the form, which is one short word. */
const MAX_BYTES = 4 * 1024

/** The delay of late money, after every reservation has ended. */
const LATE_DELAY = 20 * MINUTE

/** The content policy: only the page's own style sheet loads, and the form posts to this site only. */
const POLICY = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'",
}

/** Returns the provider's own site, below `/payments/sandbox`, where the tester decides the outcome. */
export function sandboxPages({ db, clock }: Sandbox, enqueue: Enqueue, limiter: Limiter): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/style.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=UTF-8' }))

  app.get('/:id', async (c) => {
    const payment = await findPagePayment(db, c.req.param('id'))
    return payment
      ? c.html(renderPaymentPage(payment), 200, POLICY)
      : c.html(renderNotFoundPage(), 404, POLICY)
  })

  app.post('/:id', async (c) => {
    await limiter({ name: 'sandbox pay', client: c.get('client'), limit: DECISION_LIMIT, now: clock() })
    const form = new URLSearchParams(await readText(c.req.raw, MAX_BYTES))
    const decision = DECISIONS.get(form.get('action'))
    const payment = await findPagePayment(db, c.req.param('id'))
    if (!payment || !decision) return c.html(renderNotFoundPage(), 404, POLICY)
    const now = clock()
    await inTransaction(db, async (tx) => {
      const dueAt = decision.state === 'late' ? addMs(now, LATE_DELAY) : null
      const decided = await decidePayment(tx, payment.id, { ...decision, dueAt, now })
      if (decided && decided.state !== 'late') await enqueueWebhooks(tx, decided, enqueue)
    })
    return c.redirect(getReturnUrl(payment, decision.back), 303)
  })
  return app
}

/** Returns the payment of an address; undefined also for invalid ones. */
async function findPagePayment(db: Database, id: string): Promise<SandboxPayment | undefined> {
  return /^sbx_\w+$/.test(id) ? findSandboxPayment(db, { providerRef: id }) : undefined
}

/**
 * Returns the address to which the shopper is redirected: the shop's result page with the transaction, or its back
 * page after a cancel.
 */
function getReturnUrl({ id, redirectUrl, backUrl }: SandboxPayment, usesBackUrl: boolean): string {
  if (usesBackUrl) return backUrl
  const url = new URL(redirectUrl)
  url.searchParams.set('transaction_id', id)
  return url.href
}
