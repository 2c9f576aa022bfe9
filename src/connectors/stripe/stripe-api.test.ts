import { afterAll, beforeEach, expect, test } from 'vitest'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { PaymentRequest } from '#features/money/payments/port.ts'
import { startFakeStripe } from '#tests/fakes/stripe/server.ts'
import { callStripe, createStripeClient } from './stripe-api.ts'
import { stripePay } from './stripe-pay.ts'

const NOW = new Date('2026-03-02T10:00:00Z')
const fake = await startFakeStripe(() => NOW)
afterAll(fake.close)
beforeEach(() => {
  fake.requests.length = 0
  fake.fail('broken', 0)
})

const pauses: number[] = []
const account = {
  secretKey: fake.secretKey,
  webhookSecrets: [fake.webhookSecret],
  baseUrl: fake.url,
  send: (url: string, init: RequestInit) => fetch(url, init),
  pause: async (ms: number) => void pauses.push(ms),
  timeoutMs: 2_000,
}
const stripe = stripePay(account)

const REQUEST: PaymentRequest = {
  reference: 'txn_api',
  method: 'vm',
  currency: 'USD',
  amount: 10_206,
  description: 'Order 1001',
  payerEmail: 'mei@shopper.example',
  redirectUrl: 'http://shop.test/paymentSuccess?lang=en',
  backUrl: 'http://shop.test/paymentError',
  notifyUrl: 'http://shop.test/payments/notify/stripe',
  requestedAt: NOW,
  payableUntil: new Date('2026-03-02T10:15:00Z'),
}

/** Returns an account whose server returns the given responses in order. */
function createAnsweringAccount(...answers: readonly Response[]) {
  const sentRequests: RequestInit[] = []
  const rest = [...answers]
  const send = (_url: string, init: RequestInit) => {
    sentRequests.push(init)
    return Promise.resolve(rest.shift() ?? Response.json({ done: true }))
  }
  return { account: { ...account, send }, sent: sentRequests }
}

const createRefund = (sdk: Stripe) => sdk.refunds.create({ amount: 5 }, { idempotencyKey: 'rfd_1' })
const DoneShape = z.object({ done: z.literal(true) })

test('opens a page with the amount, our reference, one method and the order’s currency', async () => {
  const { paymentUrl, providerRef } = await stripe.start(REQUEST)
  expect(paymentUrl).toBe(`${fake.url}/c/pay/${providerRef}`)
  expect(fake.find(providerRef)).toMatchObject({
    reference: 'txn_api',
    currency: 'usd',
    amount: 10_206,
    item: 'Order 1001',
    methods: ['card'],
    email: 'mei@shopper.example',
    successUrl: 'http://shop.test/paymentSuccess?lang=en&transaction_id=txn_api',
    cancelUrl: 'http://shop.test/paymentError',
    intentMetadata: { reference: 'txn_api' },
  })
})

test.each([
  ['2026-03-02T10:15:00Z', '2026-03-02T10:31:00Z'],
  ['2026-03-02T11:00:00Z', '2026-03-02T11:00:00Z'],
  ['2026-03-09T10:00:00Z', '2026-03-03T09:59:00Z'],
])('an order that expires at %s gets a page that expires at %s', async (payableUntil, end) => {
  const request = { ...REQUEST, reference: `txn_${Date.parse(end)}`, payableUntil: new Date(payableUntil) }
  const { providerRef } = await stripe.start(request)
  expect(fake.find(providerRef)?.expiresAt).toBe(Date.parse(end) / 1000)
})

test('sends the pinned API version with every call, and an idempotency key with every write', async () => {
  const { account: played, sent } = createAnsweringAccount()
  await callStripe(createStripeClient(played), createRefund, DoneShape)
  expect(sent[0]?.headers).toMatchObject({
    'stripe-version': '2026-10-28.endive',
    'idempotency-key': 'rfd_1',
    authorization: `Bearer ${fake.secretKey}`,
    'content-type': 'application/x-www-form-urlencoded',
  })
})

test.each([409, 424, 429, 500, 503])('retries after a %s with the same idempotency key', async (status) => {
  pauses.length = 0
  const { account: played, sent } = createAnsweringAccount(Response.json({ error: {} }, { status }))
  expect(await callStripe(createStripeClient(played), createRefund, DoneShape)).toEqual({
    ok: true,
    data: { done: true },
  })
  expect(sent.map(({ body, headers }) => [body, new Headers(headers).get('idempotency-key')])).toEqual([
    ['amount=5', 'rfd_1'],
    ['amount=5', 'rfd_1'],
  ])
  expect(pauses).toEqual([300])
})

test('follows Stripe’s stripe-should-retry header instead of the status', async () => {
  const never = { status: 503, headers: { 'stripe-should-retry': 'false' } }
  const noRetry = createAnsweringAccount(Response.json({ error: { message: 'no' } }, never))
  await expect(
    callStripe(createStripeClient(noRetry.account), createRefund, DoneShape),
  ).rejects.toMatchObject({ kind: 'unavailable' })
  expect(noRetry.sent).toHaveLength(1)
  const again = { status: 400, headers: { 'stripe-should-retry': 'true' } }
  const twice = createAnsweringAccount(Response.json({ error: { message: 'no' } }, again))
  expect(await callStripe(createStripeClient(twice.account), createRefund, DoneShape)).toMatchObject({
    ok: true,
  })
})

test('sends a rate-limited request at most three times', async () => {
  fake.fail('limited', 10)
  await expect(stripe.start({ ...REQUEST, reference: 'txn_limited' })).rejects.toMatchObject({
    code: 'provider_unreachable',
  })
  expect(fake.requests).toHaveLength(3)
  expect(new Set(fake.requests.map(({ key }) => key))).toEqual(new Set(['txn_limited']))
})

test.each(['lost_before', 'silent'] as const)(
  'sends a request that is %s at most three times',
  async (fault) => {
    fake.fail(fault, 10)
    const impatient = stripePay({ ...account, timeoutMs: 100 })
    await expect(impatient.start({ ...REQUEST, reference: 'txn_lost' })).rejects.toMatchObject({
      code: 'provider_unreachable',
    })
    expect(fake.requests).toHaveLength(3)
    fake.fail(fault, 0)
  },
)

test('sends Stripe no details of the machine, and follows no redirect', async () => {
  const { account: played, sent } = createAnsweringAccount()
  const client = createStripeClient(played)
  for (let call = 0; call < 2; call += 1) await callStripe(client, createRefund, DoneShape)
  for (const { headers, redirect } of sent) {
    expect(redirect).toBe('error')
    expect(new Headers(headers).get('x-stripe-client-telemetry')).toBeNull()
    const agent = JSON.parse(new Headers(headers).get('x-stripe-client-user-agent') ?? '')
    expect(agent).not.toHaveProperty('platform')
    expect(agent).not.toHaveProperty('telemetry_id')
  }
})

test.each([
  ['{"message":"no route"}', 404],
  ['{"error":"Not Found"}', 404],
  ['<h1>Not Found</h1>', 404],
  ['{"message":"bad gateway"}', 502],
  ['null', 200],
])(
  'treats %s with status %i as a gateway error that leaves the payment’s state unknown',
  async (body, status) => {
    const answers = [1, 2, 3].map(() => new Response(body, { status }))
    const { account: played } = createAnsweringAccount(...answers)
    const atGateway = stripePay({ ...played, webhookSecrets: [] })
    await expect(atGateway.find({ providerRef: 'cs_test_1' })).rejects.toMatchObject({ kind: 'unavailable' })
  },
)

test('treats an answer with an error status as a failure, whatever its body', async () => {
  const failed = () => Response.json({ done: true }, { status: 502 })
  const { account: played, sent } = createAnsweringAccount(failed(), failed(), failed())
  const failing = callStripe(createStripeClient(played), createRefund, DoneShape)
  await expect(failing).rejects.toMatchObject({ kind: 'unavailable' })
  expect(sent).toHaveLength(3)
})

test('answers unavailable for an invalid secret key, without a retry', async () => {
  const stranger = stripePay({ ...account, secretKey: 'sk_test_wrong' })
  await expect(stranger.start(REQUEST)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(fake.requests).toHaveLength(1)
})

test('answers unavailable when the response is not JSON or has an unexpected shape', async () => {
  for (const odd of [() => new Response('<html>'), () => Response.json({ done: 'maybe' })]) {
    const { account: played } = createAnsweringAccount(odd(), odd(), odd())
    await expect(callStripe(createStripeClient(played), createRefund, DoneShape)).rejects.toMatchObject({
      kind: 'unavailable',
    })
  }
})

test('throws when one idempotency key is used for two requests', async () => {
  await stripe.start({ ...REQUEST, reference: 'txn_twice' })
  const conflicting = stripe.start({ ...REQUEST, reference: 'txn_twice', amount: 5_000 })
  await expect(conflicting).rejects.toThrow('used for two things')
})

test('answers provider_refused with a message when Stripe refuses a payment', async () => {
  const tiny = stripe.start({ ...REQUEST, reference: 'txn_tiny', amount: 3 })
  await expect(tiny).rejects.toMatchObject({
    kind: 'refused',
    code: 'provider_refused',
    details: { said: 'amount_too_small' },
  })
  const paynow = stripe.start({ ...REQUEST, reference: 'txn_usd', method: 'paynow' })
  await expect(paynow).rejects.toMatchObject({ code: 'provider_refused' })
})

test('rejects a payment page without TLS, except on a fake', async () => {
  const page = { id: 'cs_test_1', object: 'checkout.session', status: 'open', payment_status: 'unpaid' }
  const { account: played } = createAnsweringAccount(Response.json({ ...page, url: 'http://evil.example/' }))
  const real = stripePay({ ...played, webhookSecrets: [], baseUrl: undefined })
  await expect(real.start(REQUEST)).rejects.toMatchObject({ code: 'provider_confused' })
})

test('finds an old refund among hundreds, and does not create it again', async () => {
  const { providerRef } = await stripe.start({ ...REQUEST, reference: 'txn_many', amount: 50_000 })
  const session = fake.find(providerRef)
  if (!session) throw new Error('no session')
  fake.attempt(session, 'pay')
  const receiptId = session.intent?.id ?? ''
  for (let number = 0; number < 230; number += 1) {
    const metadata = { refund_id: `rfd_${number}` }
    fake.createRefund({ payment_intent: receiptId, amount: 100, metadata })
  }
  const request = {
    refundId: 'rfd_3',
    reference: 'txn_many',
    providerRef,
    receiptId,
    method: 'vm',
    currency: 'USD',
    amount: 100,
    paid: 50_000,
    refusals: 0,
  } as const
  expect(await stripe.refund(request)).toMatchObject({ refundId: 'rfd_3', state: 'succeeded' })
  expect(fake.refunds.filter(({ metadata }) => metadata['refund_id'] === 'rfd_3')).toHaveLength(1)
  expect(await stripe.findRefund({ ...request, refundId: 'rfd_none' })).toBe('none')
})
