import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Hono } from 'hono'
import type { RedDotAccount } from '#connectors/red-dot/accounts.ts'
import { type FakePayment, toResult } from './fake-payments.ts'
import type { Choice } from './page.ts'
import { type FakeSiteDeps, createFakeSite, decidePaymentState } from './site.ts'
import { signFakeMessage } from './signing.ts'

/**
 * The failure of the next call. It is too many calls, an error, no connection, a response lost after the effect, an
 * invalid signature, or an HTML page.
 */
export type RedDotFault = 'busy' | 'failing' | 'gone' | 'answer_lost' | 'forged' | 'a_page' | 'refused'

/** A webhook event: its URL and its signed body. */
export type FakeWebhook = Readonly<{ url: string; body: string }>

/** A fake Red Dot on a port of this machine. */
export type FakeRedDot = Readonly<{
  url: string
  /** All requested payments, oldest first. */
  payments: FakePayment[]
  /** The requests, by path. */
  requests: string[]
  /** The faults of the next calls, one each. */
  faults: RedDotFault[]
  /** Webhook events that the test sends, as often and in any order. */
  webhookEvents: FakeWebhook[]
  /** Presses a button on the hosted page as a browser does; returns the address the shopper is sent on to. */
  press(paymentUrl: string, choice: Choice): Promise<string>
  /** Decides a slow wallet's payment. */
  decideLate(payment: FakePayment, state: 'paid' | 'declined'): void
  /** Returns the signed webhook event of a payment's state, with fields changed before or after signing. */
  toWebhookEvent(
    payment: FakePayment,
    change?: Record<string, string | number>,
    after?: Record<string, string>,
  ): FakeWebhook
  close(): Promise<void>
}>

/** The options of the fake Red Dot. */
export type FakeRedDotOptions = Readonly<{
  accounts: readonly Pick<RedDotAccount, 'mid' | 'secretKey'>[]
  clock: () => Date
  hasUniqueOrderIds?: boolean
  refusesRefundsOf?: readonly string[]
  /** The address under which the shop knows it, where that is not its own. */
  origin?: () => string
}>

/** Starts a fake Red Dot. */
export async function startFakeRedDot(options: FakeRedDotOptions): Promise<FakeRedDot> {
  const payments: FakePayment[] = []
  const requestedPaths: string[] = []
  const faults: RedDotFault[] = []
  const webhooks: FakeWebhook[] = []
  let url = ''
  const setup: FakeSiteDeps = {
    hasUniqueOrderIds: false,
    refusesRefundsOf: [],
    origin: () => url,
    ...options,
    payments,
    onDecided: (payment) => webhooks.push(createWebhook(options, payment)),
  }
  const site = createFakeSite(setup)
  const server = createServer((request, response) => {
    requestedPaths.push(request.url ?? '')
    const isCall = request.url?.startsWith('/service/payment/') === false
    void handleRequest(site, { request, response, fault: isCall ? faults.shift() : undefined })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  url = `http://127.0.0.1:${address.port}`
  return {
    url,
    payments,
    requests: requestedPaths,
    faults,
    webhookEvents: webhooks,
    press: (paymentUrl, choice) => press(paymentUrl, choice),
    decideLate: (payment, state) => decidePaymentState(payment, state, setup),
    toWebhookEvent: (payment, change, after) => createWebhook(options, payment, { change, after }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Changes = {
  change?: Record<string, string | number> | undefined
  after?: Record<string, string> | undefined
}

function createWebhook(
  { accounts }: FakeRedDotOptions,
  payment: FakePayment,
  { change, after }: Changes = {},
): FakeWebhook {
  const secretKey = accounts.find(({ mid }) => mid === payment.request['mid'])?.secretKey ?? ''
  const message = signFakeMessage({ ...toResult(payment), ...change }, secretKey)
  return { url: payment.request['notify_url'] ?? '', body: JSON.stringify({ ...message, ...after }) }
}

async function press(paymentUrl: string, choice: Choice): Promise<string> {
  const page = await (await fetch(paymentUrl)).text()
  if (!page.includes(`value="${choice}"`)) throw new Error('the page has no such button')
  const answered = await fetch(paymentUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice }),
    redirect: 'manual',
  })
  if (answered.status !== 303) throw new Error(`the page answered ${answered.status}`)
  return answered.headers.get('location') ?? ''
}

type Call = Readonly<{ request: IncomingMessage; response: ServerResponse; fault: RedDotFault | undefined }>

async function handleRequest(site: Hono, { request, response, fault }: Call): Promise<void> {
  const body = await text(request)
  if (fault === 'gone') return void request.socket.destroy()
  if (fault === 'busy') return void response.writeHead(429).end('Too Many Requests')
  if (fault === 'failing') return void response.writeHead(503).end('Service Unavailable')
  if (fault === 'a_page') return void response.writeHead(200).end('<html>Maintenance</html>')
  if (fault === 'refused') return void response.writeHead(200).end(REFUSAL)
  const { method = 'GET', url = '/' } = request
  const answered = await site.request(url, method === 'GET' ? { method } : { method, body })
  if (fault === 'answer_lost') return void request.socket.destroy()
  const responseText = await answered.text()
  const headers = Object.fromEntries(answered.headers)
  response
    .writeHead(answered.status, headers)
    .end(fault === 'forged' ? forgeResponse(responseText) : responseText)
}

const REFUSAL = JSON.stringify({
  response_status: 'error',
  response_code: -1099,
  response_msg: 'merchant not found',
})

/** The answer with another last digit of its signature. */
function forgeResponse(responseText: string): string {
  return responseText.replace(
    /"signature":"(.)/,
    (_, first: string) => `"signature":"${first === '0' ? '1' : '0'}`,
  )
}
