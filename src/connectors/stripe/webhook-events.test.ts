import { readFile } from 'node:fs/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PaymentWebhookEvent } from '#features/money/payments/port.ts'
import { startFakeStripe } from '#tests/fakes/stripe/server.ts'
import { signBody } from '#tests/fakes/stripe/webhooks.ts'
import type { SentWebhook } from '#tests/contracts/provider-steps.ts'
import { HANDLED_EVENTS } from './webhook-events.ts'
import { stripePay } from './stripe-pay.ts'

const NOW = new Date('2026-03-02T10:00:00Z')
const fake = await startFakeStripe(() => NOW)
afterAll(fake.close)
beforeEach(() => void fake.takeWebhookEvents())

const settings = {
  secretKey: fake.secretKey,
  webhookSecrets: [fake.webhookSecret],
  baseUrl: fake.url,
  send: fetch,
}
const stripe = stripePay(settings)

function read({ body, headers }: SentWebhook, provider = stripe, now = NOW): PaymentWebhookEvent {
  const webhook = provider.parseWebhookEvent(body, (name) => headers[name], now)
  if (webhook instanceof Promise) throw new Error("Stripe's signature is proof: nobody is asked")
  return webhook
}

const signing = { secret: fake.webhookSecret, now: NOW }

/** The payer’s data that Stripe sends, and fields it may add. */
const PAYER = {
  customer_details: {
    email: 'mei@example.com',
    name: 'Mei',
    phone: '+6591234567',
    address: { line1: 'Orchard' },
  },
  customer_email: 'Mei@example.com',
  shipping_details: { name: 'Mei' },
  payment_method_details: { card: { last4: '4242' } },
  receipt_email: 'Mei@example.com',
  metadata: { note: 'for Mei' },
  new_tomorrow: 'Mei',
}

/** Returns the parsed event of each type. */
function readEventsByType(over: object = {}): Record<string, PaymentWebhookEvent> {
  return Object.fromEntries(fake.takeWebhookEvents(over).map((one) => [JSON.parse(one.body).type, read(one)]))
}

function aSession(method = 'card', currency = 'usd') {
  return fake.createSession({
    mode: 'payment',
    client_reference_id: 'txn_1',
    allowed_payment_method_types: [method === 'paynow' ? 'paynow' : method === 'alipay' ? 'alipay' : 'card'],
    line_items: [
      { quantity: 1, price_data: { currency, unit_amount: 5_990, product_data: { name: 'Order 1' } } },
    ],
    payment_intent_data: { metadata: { reference: 'txn_1' } },
    metadata: {},
    success_url: 'http://shop.test/paymentSuccess',
  })
}

function paidIntent(method = 'card') {
  const session = aSession(method)
  fake.attempt(session, 'pay')
  if (!session.intent) throw new Error('the session was not paid')
  return session.intent
}

test('verifies the signature of the documented test vector, and its timestamp', () => {
  const secret = 'whsec_test_secret'
  const body = '{"id":"evt_test_1","object":"event"}'
  const v1 = '090c600b5adc83d5731ec70f134be400c05c8978f37db7bb1ab55c31accec86c'
  const provider = stripePay({ ...settings, webhookSecrets: [secret] })
  const readWith =
    (header: string, at = 1767225600) =>
    () =>
      read({ body, headers: { 'stripe-signature': header } }, provider, new Date(at * 1000))
  const badEvent = expect.objectContaining({ code: 'bad_webhook_event' })
  const badSignature = expect.objectContaining({ code: 'bad_signature' })
  // Signed, but not a valid event.
  expect(readWith(`t=1767225600,v1=${v1}`)).toThrow(badEvent)
  expect(readWith(`t=1767225600,v1=${'0'.repeat(64)},v1=${v1},v0=abc`)).toThrow(badEvent)
  expect(readWith(`t=1767225600,v1=${v1}`, 1767225600 + 300)).toThrow(badEvent)
  expect(readWith(`t=1767225600,v1=${v1}`, 1767225600 + 301)).toThrow(badSignature)
  expect(readWith(`t=1767225600,v0=${v1}`)).toThrow(badSignature)
  expect(readWith(`t=1767225601,v1=${v1}`)).toThrow(badSignature)
  expect(readWith(`v1=${v1}`)).toThrow(badSignature)
  expect(readWith('')).toThrow(badSignature)
})

test('accepts webhook events signed with the old or the new secret during a rotation', () => {
  fake.attempt(aSession(), 'pay')
  const provider = stripePay({ ...settings, webhookSecrets: ['whsec_new', fake.webhookSecret] })
  for (const webhook of fake.takeWebhookEvents()) expect(read(webhook, provider).eventId).toMatch(/^evt_/)
})

test('a declined card does not end the payment, as the page accepts another card', () => {
  const session = aSession()
  fake.attempt(session, 'decline')
  fake.attempt(session, 'pay')
  expect(readEventsByType()).toMatchObject({
    'payment_intent.payment_failed': { about: 'nothing' },
    'checkout.session.completed': { about: 'payment', payment: { state: 'paid', reference: 'txn_1' } },
  })
})

test('a completed session is pending until its payment arrives', () => {
  const session = aSession('paynow', 'sgd')
  fake.attempt(session, 'begin')
  expect(readEventsByType()['checkout.session.completed']).toMatchObject({ payment: { state: 'pending' } })
  fake.settle(session, true)
  expect(readEventsByType()['checkout.session.async_payment_succeeded']).toMatchObject({
    payment: { state: 'paid', currency: 'SGD', amount: 5_990, receiptId: session.intent?.id },
  })
})

test('a pending payment that does not arrive is reported as failed', () => {
  const session = aSession('alipay')
  fake.attempt(session, 'begin')
  fake.settle(session, false)
  expect(readEventsByType()['checkout.session.async_payment_failed']).toMatchObject({
    payment: { state: 'failed', receiptId: undefined },
  })
})

test('an expired page is reported as a cancelled payment', () => {
  fake.expire(aSession())
  expect(readEventsByType()['checkout.session.expired']).toMatchObject({ payment: { state: 'cancelled' } })
})

test('reports a refund by our id, and its failure after success', () => {
  const intent = paidIntent('alipay')
  const metadata = { refund_id: 'rfd_1' }
  const refund = fake.createRefund({ payment_intent: intent.id, amount: 990, metadata })
  expect(readEventsByType()).toMatchObject({
    'refund.created': {
      about: 'refund',
      refund: { refundId: 'rfd_1', receiptId: intent.id, amount: 990, state: 'pending' },
    },
    'charge.refunded': { about: 'nothing' },
  })
  fake.endRefund(refund, 'succeeded')
  expect(readEventsByType()['refund.updated']).toMatchObject({
    refund: { state: 'succeeded', reason: undefined },
  })
  fake.endRefund(refund, 'failed')
  expect(readEventsByType()['refund.failed']).toMatchObject({
    refund: { state: 'failed', reason: 'expired_or_canceled_card' },
  })
})

test('reports a refund created in Stripe’s dashboard without an id of ours', () => {
  const intent = paidIntent()
  fake.createRefund({ payment_intent: intent.id, metadata: {} })
  expect(readEventsByType()['refund.created']).toMatchObject({
    refund: { refundId: undefined, receiptId: intent.id, amount: 5_990, state: 'succeeded' },
  })
})

test('an inquiry moves no money, and a dispute has its amount, fee and response deadline', () => {
  const intent = paidIntent()
  fake.closeDispute(fake.openDispute(intent, 'warning_needs_response'), 'warning_closed')
  expect(readEventsByType()).toMatchObject({
    'charge.dispute.created': { about: 'dispute', dispute: { state: 'inquiry', fee: 0 } },
    'charge.dispute.closed': { dispute: { state: 'won' } },
  })
  const dispute = fake.openDispute(intent, 'needs_response')
  expect(readEventsByType()['charge.dispute.funds_withdrawn']).toMatchObject({
    dispute: {
      state: 'open',
      receiptId: intent.id,
      amount: 5_990,
      fee: 1_500,
      feeCurrency: 'USD',
      reason: 'fraudulent',
      respondBy: new Date('2026-03-09T10:00:00Z'),
    },
  })
  fake.closeDispute(dispute, 'lost')
  expect(readEventsByType()['charge.dispute.closed']).toMatchObject({ dispute: { state: 'lost' } })
})

test('ignores a signed event of the other mode (live or test)', () => {
  fake.attempt(aSession(), 'pay')
  for (const webhook of Object.values(readEventsByType({ livemode: true })))
    expect(webhook.about).toBe('nothing')
})

test('handles exactly the events that decision 27 tells operators to select', async () => {
  const page = await readFile(new URL('../../../docs/decisions/0027-stripe.md', import.meta.url), 'utf8')
  const webhook = page.slice(page.indexOf('## The webhook'), page.indexOf('## Consequences'))
  const listed = [...webhook.matchAll(/`((?:checkout|refund|charge)\.[\w.]+)`/g)].map(([, type]) => type)
  expect(listed.toSorted()).toEqual([...HANDLED_EVENTS].toSorted())
})

test('stores ids, amounts and states of an event, and no payer details', () => {
  const session = aSession()
  fake.attempt(session, 'pay')
  const intent = session.intent
  const storedEvents = fake.takeWebhookEvents().map((webhook) => {
    const event = JSON.parse(webhook.body)
    Object.assign(event.data.object, PAYER)
    return JSON.parse(read(signBody(JSON.stringify(event), signing)).storedBody ?? 'null')
  })
  expect(JSON.stringify(storedEvents)).not.toMatch(/Mei|Orchard|6591|4242/)
  expect(storedEvents.at(-1)).toMatchObject({
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    data: {
      object: {
        id: session.id,
        object: 'checkout.session',
        amount_total: 5_990,
        currency: 'usd',
        payment_status: 'paid',
        payment_intent: intent?.id,
        client_reference_id: 'txn_1',
      },
    },
  })
})

test('ignores events of connected accounts', () => {
  const session = aSession()
  fake.attempt(session, 'pay')
  if (!session.intent) throw new Error('the session was not paid')
  fake.createRefund({ payment_intent: session.intent.id, metadata: {} })
  fake.openDispute(session.intent, 'needs_response')
  const webhooks = Object.values(readEventsByType({ account: 'acct_1SupplierOfOurs' }))
  expect(webhooks.length).toBeGreaterThan(4)
  for (const webhook of webhooks) expect(webhook.about).toBe('nothing')
})

test('ignores a session of another seller on the same Stripe account', () => {
  const session = aSession()
  session.reference = undefined
  fake.attempt(session, 'pay')
  expect(readEventsByType()['checkout.session.completed']).toMatchObject({ about: 'nothing' })
})

test.each(['not json', '[]', '{"id":"evt_1"}', '{"id":"evt_1","object":"event","type":5}'])(
  'rejects a signed body that is not an event (%s), so that Stripe sends it again',
  (body) => {
    const webhook = signBody(body, { secret: fake.webhookSecret, now: NOW })
    expect(() => read(webhook)).toThrow(
      expect.objectContaining({ kind: 'invalid', code: 'bad_webhook_event' }),
    )
  },
)
