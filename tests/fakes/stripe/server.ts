import { type HttpBindings, serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ProviderFault } from '#tests/contracts/provider-steps.ts'
import { toIntentObject, toRefundObject, toSessionObject } from './objects.ts'
import { type PaymentAttempt, type FakeStripeState, createFakeStripeState } from './fake-stripe-state.ts'
import { renderCheckoutPage, renderExpiredPage } from './page-html.ts'
import { decodeForm, RefundParams, SessionParams } from './params.ts'
import { findSchemaError } from './published-schema.ts'
import { FakeStripeError } from './refusal.ts'
import { type FakeTransfers, createFakeTransfers, toTransferObject, TransferParams } from './transfers.ts'

/** A Stripe account on a free port of this machine, over HTTP like the real one. */
export type FakeStripe = FakeStripeState &
  FakeTransfers &
  Readonly<{
    url: string
    secretKey: string
    webhookSecret: string
    /** The calls that arrived, oldest first, those that went wrong among them. */
    requests: StripeRequest[]
    /** Lets the next calls go wrong; 0 times ends it. */
    fail(fault: ProviderFault, times: number): void
    close(): Promise<void>
  }>

/** A call that arrived. */
export type StripeRequest = Readonly<{ method: string; path: string; key: string | undefined }>

type Env = { Bindings: HttpBindings }

type IdempotentResponse = { path: string; form: string; status: number; body: unknown }

const SECRET_KEY = 'sk_test_fakefakefakefake'
const WEBHOOK_SECRET = 'whsec_of_the_fake'

/** Starts the fake; `clock` is the time it lives in. */
export async function startFakeStripe(clock: () => Date): Promise<FakeStripe> {
  let url = ''
  const machine = createFakeStripeState({ url: () => url, clock, webhookSecret: WEBHOOK_SECRET })
  const fakeTransfers = createFakeTransfers(clock)
  const requests: StripeRequest[] = []
  const activeFault: { fault: ProviderFault; times: number } = { fault: 'broken', times: 0 }
  const app = new Hono<Env>()
  app.route('/c/pay', createPages(machine))
  app.use('/v1/*', async (c, next) => {
    const [method, path] = [c.req.method, c.req.path]
    requests.push({ method, path, key: c.req.header('idempotency-key') })
    const fault = activeFault.times > 0 ? activeFault.fault : undefined
    activeFault.times = Math.max(0, activeFault.times - 1)
    return fault ? applyFault(c, fault, next) : next()
  })
  app.route(
    '/v1',
    createApi(machine, fakeTransfers, () => url),
  )
  const { close, port } = await listen(app)
  url = `http://127.0.0.1:${port}`
  return {
    ...machine,
    ...fakeTransfers,
    url,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    requests,
    fail: (fault, times) => void Object.assign(activeFault, { fault, times }),
    close,
  }
}

async function applyFault(
  c: Context<Env>,
  fault: ProviderFault,
  next: () => Promise<void>,
): Promise<Response | undefined> {
  if (fault === 'limited')
    return c.json(
      { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' } },
      429,
    )
  if (fault === 'refused')
    return c.json(
      { error: { type: 'invalid_request_error', message: 'This feature is not enabled here' } },
      400,
    )
  if (fault === 'broken')
    return c.json({ error: { type: 'api_error', message: 'Something went wrong' } }, 500)
  if (fault === 'lost_after') await next()
  if (fault !== 'silent') c.env.incoming.socket.destroy()
  // Nothing is answered: the line is cut, or the caller waits until it has had enough.
  c.res = undefined
  return RESPONSE_ALREADY_SENT
}

function createApi(machine: FakeStripeState, fakeTransfers: FakeTransfers, url: () => string): Hono<Env> {
  const app = new Hono<Env>()
  const idempotentResponses = new Map<string, IdempotentResponse>()
  const toResponseObject: ResponseWriter = (session, isExpanded) =>
    toSessionObject(session, { url: url(), isWhole: isExpanded })

  app.use('*', async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${SECRET_KEY}`)
      return c.json({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }, 401)
    return next()
  })

  app.post('/checkout/sessions', (c) =>
    runIdempotently(c, idempotentResponses, {
      shape: SessionParams,
      work: (params) => toResponseObject(machine.createSession(params), false),
    }),
  )
  app.post('/checkout/sessions/:id/expire', (c) =>
    runIdempotently(c, idempotentResponses, {
      shape: z.strictObject({}),
      work: () => toResponseObject(machine.end(c.req.param('id')), false),
    }),
  )
  app.post('/refunds', (c) =>
    runIdempotently(c, idempotentResponses, {
      shape: RefundParams,
      work: (params) => toRefundObject(machine.createRefund(params)),
    }),
  )
  app.post('/transfers', (c) =>
    runIdempotently(c, idempotentResponses, {
      shape: TransferParams,
      work: (params) => toTransferObject(fakeTransfers.createTransfer(params)),
    }),
  )
  app.get('/transfers', (c) => {
    const group = c.req.query('transfer_group')
    return c.json(
      list(fakeTransfers.transfers.filter((one) => one.transfer_group === group).map(toTransferObject)),
    )
  })

  addReads(app, machine, toResponseObject)
  return app
}

type ResponseWriter = (session: Parameters<typeof toSessionObject>[0], isExpanded: boolean) => object

function addReads(app: Hono<Env>, machine: FakeStripeState, toResponseObject: ResponseWriter): void {
  app.get('/checkout/sessions/:id', (c) => {
    const session = machine.find(c.req.param('id'))
    const isExpanded = c.req.query('expand[0]') === 'payment_intent'
    if (session) return c.json(toResponseObject(session, isExpanded))
    const message = `No such checkout.session: '${c.req.param('id')}'`
    return c.json(new FakeStripeError(404, message, { code: 'resource_missing' }).body(), 404)
  })
  app.get('/checkout/sessions', (c) => {
    const found = machine.sessions.filter(({ intent }) => intent?.id === c.req.query('payment_intent'))
    return c.json(list(found.map((session) => toResponseObject(session, true))))
  })
  app.get('/payment_intents/search', (c) => {
    const reference = /^metadata\['reference'\]:'(\w+)'$/.exec(c.req.query('query') ?? '')?.[1]
    const found = machine.sessions.filter(
      ({ intent }) => intent && intent.metadata['reference'] === reference,
    )
    return c.json(list(found.flatMap(({ intent }) => (intent ? [toIntentObject(intent)] : []))))
  })
  app.get('/refunds', (c) => {
    const { payment_intent: intent, starting_after: after, limit = '10' } = c.req.query()
    const all = machine.refunds.filter((refund) => refund.intent.id === intent).toReversed()
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
    const page = all.slice(from, from + Number(limit))
    return c.json({ ...list(page.map(toRefundObject)), has_more: from + page.length < all.length })
  })
}

/**
 * Runs a call once for each key and stores its response, also a refusal, once the parameters were valid. The same
 * key returns it again, and is refused with other parameters. https://docs.stripe.com/api/idempotent_requests
 */
async function runIdempotently<Shape extends z.ZodType>(
  c: Context<Env>,
  idempotentResponses: Map<string, IdempotentResponse>,
  { shape, work }: { shape: Shape; work: (params: z.output<Shape>) => object },
): Promise<Response> {
  const key = c.req.header('idempotency-key')
  const form = await c.req.text()
  const previous = key === undefined ? undefined : idempotentResponses.get(key)
  if (previous && (previous.form !== form || previous.path !== c.req.path)) {
    const message =
      'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    return refusal(new FakeStripeError(400, message, { type: 'idempotency_error' }))
  }
  const params = parsed(shape, { path: c.req.path, form })
  if (params instanceof FakeStripeError) return refusal(params)
  const { status, body } = previous ?? toReply(() => work(params))
  if (key !== undefined) idempotentResponses.set(key, { path: c.req.path, form, status, body })
  return Response.json(body, { status, headers: previous ? { 'idempotent-replayed': 'true' } : {} })
}

function refusal(error: FakeStripeError): Response {
  return Response.json(error.body(), { status: error.status })
}

function toReply(work: () => object): { status: number; body: object } {
  try {
    return { status: 200, body: work() }
  } catch (error) {
    if (error instanceof FakeStripeError) return { status: error.status, body: error.body() }
    throw error
  }
}

function parsed<Shape extends z.ZodType>(
  shape: Shape,
  { path, form }: { path: string; form: string },
): z.output<Shape> | FakeStripeError {
  const params = decodeForm(form)
  const schemaError = findSchemaError(path, params)
  if (schemaError) return new FakeStripeError(400, schemaError, { code: 'parameter_unknown' })
  const read = shape.safeParse(params)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const isRemovedParameter =
    issue?.code === 'unrecognized_keys' && issue.keys.includes('payment_method_types')
  const code = isRemovedParameter
    ? 'payment_method_types_no_longer_supported'
    : issue?.code === 'unrecognized_keys'
      ? 'parameter_unknown'
      : 'parameter_invalid'
  return new FakeStripeError(400, `${issue?.path.join('.')}: ${issue?.message}`, { code })
}

function list(data: readonly object[]) {
  return { object: 'list', data, has_more: false }
}

const ATTEMPTS: readonly string[] = ['pay', 'decline', 'begin'] satisfies PaymentAttempt[]

function createPages(machine: FakeStripeState): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/:id', (c) => {
    const session = machine.find(c.req.param('id'))
    return session?.status === 'open' ? c.html(renderCheckoutPage(session)) : c.html(renderExpiredPage(), 404)
  })
  app.post('/:id', async (c) => {
    const session = machine.find(c.req.param('id'))
    if (session?.status !== 'open') return c.html(renderExpiredPage(), 404)
    const action = new URLSearchParams(await c.req.text()).get('action') ?? ''
    if (action === 'cancel') return c.redirect(session.cancelUrl ?? '/', 303)
    if (!isAttempt(action)) return c.html(renderExpiredPage(), 400)
    machine.attempt(session, action)
    if (action === 'decline') return c.html(renderCheckoutPage(session, 'Your card was declined.'))
    return c.redirect(session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id), 303)
  })
  return app
}

function isAttempt(action: string): action is PaymentAttempt {
  return ATTEMPTS.includes(action)
}

function listen(app: Hono<Env>): Promise<{ port: number; close(): Promise<void> }> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({
        port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      }),
    )
  })
}
