import { afterAll, expect, test } from 'vitest'
import { StripeDispute, StripeRefund, CheckoutSession } from '#connectors/stripe/objects.ts'
import { stripePay } from '#connectors/stripe/stripe-pay.ts'
import { stripeTransfers } from '#connectors/stripe/transfers.ts'
import type { PaymentRequest } from '#features/money/payments/port.ts'
import { decodeForm } from './params.ts'
import { getExample, diffFromExample, findSchemaError } from './published-schema.ts'
import { startFakeStripe } from './server.ts'

const NOW = new Date('2026-03-02T10:00:00Z')
const fake = await startFakeStripe(() => NOW)
afterAll(fake.close)

const requests: { path: string; params: unknown }[] = []
const responses: unknown[] = []

const account = {
  secretKey: fake.secretKey,
  baseUrl: fake.url,
  send: async (url: string, init: RequestInit) => {
    const answer = await fetch(url, init)
    if (init.method === 'POST')
      requests.push({ path: new URL(url).pathname, params: decodeForm(String(init.body)) })
    responses.push(await answer.clone().json())
    return answer
  },
}
const stripe = stripePay({ ...account, webhookSecrets: [fake.webhookSecret] })

const REQUEST: PaymentRequest = {
  reference: 'txn_1',
  method: 'vm',
  currency: 'USD',
  amount: 5_990,
  description: 'Order 1',
  payerEmail: 'mei@example.com',
  redirectUrl: 'http://shop.test/paymentSuccess',
  backUrl: 'http://shop.test/paymentError',
  notifyUrl: 'http://shop.test/payments/notify/stripe',
  requestedAt: NOW,
  payableUntil: NOW,
}

/** Makes every call of the shop; returns every object and event of the fake Stripe. */
async function runAllCalls(): Promise<object[]> {
  const page = await stripe.start(REQUEST)
  const session = fake.find(page.providerRef)
  if (!session) throw new Error('no page was opened')
  await stripe.find({ providerRef: page.providerRef })
  fake.attempt(session, 'decline')
  fake.attempt(session, 'pay')
  const receiptId = session.intent?.id ?? ''
  await stripe.find({ providerRef: page.providerRef })
  await stripe.find({ reference: 'txn_1' })
  const refund = {
    refundId: 'rfd_1',
    reference: 'txn_1',
    providerRef: page.providerRef,
    receiptId,
    refusals: 0,
  }
  await stripe.refund({ ...refund, method: 'vm', currency: 'USD', amount: 990, paid: 5_990 })
  for (const one of fake.refunds) fake.endRefund(one, 'failed')
  await stripe.findRefund({ ...refund, method: 'vm', currency: 'USD', amount: 990, paid: 5_990 })
  if (session.intent) fake.closeDispute(fake.openDispute(session.intent, 'needs_response'), 'lost')
  fake.accounts.add('acct_1Supplier')
  fake.balance.set('usd', 10_000)
  await stripeTransfers(account).transfer({
    payoutId: 'pay_1',
    attempt: 0,
    account: 'acct_1Supplier',
    currency: 'USD',
    amount: 4_000,
  })
  return fake.takeWebhookEvents().map(({ body }) => JSON.parse(body))
}

test('requests to Stripe and responses of the fake match Stripe’s published schema', async () => {
  const events = await runAllCalls()
  expect(requests.map(({ path }) => path)).toEqual(['/v1/checkout/sessions', '/v1/refunds', '/v1/transfers'])
  for (const { path, params } of requests) expect(findSchemaError(path, params)).toBeUndefined()
  expect([...responses, ...events].length).toBeGreaterThan(15)
  for (const object of [...responses, ...events]) expect(diffFromExample(object)).toEqual([])
})

test('the fake Stripe rejects what is not in the published schema', async () => {
  const headers = { authorization: `Bearer ${fake.secretKey}` }
  const body = new URLSearchParams({ payment_intent: 'pi_1', payment_method_types: 'card' })
  const answer = await fetch(`${fake.url}/v1/refunds`, { method: 'POST', headers, body })
  expect(answer.status).toBe(400)
  expect(findSchemaError('/v1/refunds', { payment_intent: 'pi_1', nonsense: '1' })).toContain('nonsense')
  expect(findSchemaError('/v1/refunds', { payment_intent: 'pi_1', amount: 'much' })).toContain('amount')
  expect(findSchemaError('/v1/elsewhere', {})).toBeDefined()
})

test('detects a field that Stripe does not have, and a value of another type', () => {
  const refund = { object: 'refund', id: 're_1', amount: '990', made_up: 1 }
  expect(diffFromExample(refund)).toEqual([
    'refund.amount is no number',
    "refund.made_up is no field of Stripe's",
  ])
  expect(diffFromExample({ object: 'unheard_of' })).toEqual(['there is no example of unheard_of'])
})

test('the shop can parse the published examples', () => {
  expect(CheckoutSession.parse(getExample('checkout.session'))).toMatchObject({ object: 'checkout.session' })
  expect(StripeRefund.parse(getExample('refund'))).toMatchObject({ amount: 100, currency: 'USD' })
  expect(StripeDispute.parse(getExample('dispute'))).toMatchObject({ status: 'warning_needs_response' })
})
