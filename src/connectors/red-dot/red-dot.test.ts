import { afterAll, beforeEach, expect, test } from 'vitest'
import { startFakeRedDot, type RedDotFault } from '#tests/fakes/red-dot/fake-red-dot.ts'
import { createAdapter, CARDS, createPageRequest, WALLETS } from '#tests/fakes/red-dot/test-adapter.ts'
import { signFakeMessage } from '#tests/fakes/red-dot/signing.ts'
import { listCapabilities } from './accounts.ts'
import { toOrderId } from './order-id.ts'

const NOW = new Date('2026-03-02T10:00:00Z')
const accounts = [CARDS, WALLETS]
const fake = await startFakeRedDot({ accounts, clock: () => NOW, refusesRefundsOf: [WALLETS.mid] })
const provider = createAdapter(fake.url)
const noHeader = () => undefined

beforeEach(() => {
  fake.payments.length = 0
  fake.webhookEvents.length = 0
  fake.faults.length = 0
  fake.requests.length = 0
})
afterAll(() => fake.close())

/** Opens a page; returns the started payment and the fake's record of it. */
async function openPage(change: Parameters<typeof createPageRequest>[0] = {}) {
  const request = createPageRequest(change)
  const started = await provider.start(request)
  const payment = fake.payments.at(-1)
  if (!payment) throw new Error('no payment was opened')
  return { request, started, payment }
}

async function payPage(change: Parameters<typeof createPageRequest>[0] = {}) {
  const all = await openPage(change)
  await fake.press(all.started.paymentUrl, 'pay')
  return all
}

const toRefundRequest = ({ request, started }: Awaited<ReturnType<typeof openPage>>, amount: number) => {
  const { reference, method, currency, amount: whole } = request
  const { providerRef } = started
  const refund = { refundId: 'ref_1', reference, providerRef, receiptId: providerRef, refusals: 0 }
  return { ...refund, method, currency, amount, paid: whole }
}

test('opens a page with a decimal amount, a short order id and our reference', async () => {
  const { request, started, payment } = await openPage()
  expect(payment.request).toMatchObject({
    mid: CARDS.mid,
    api_mode: 'redirection_hosted',
    payment_type: 'S',
    amount: '59.90',
    ccy: 'SGD',
    order_id: toOrderId(request.reference, 'vm'),
    merchant_reference: request.reference,
    notify_url: request.notifyUrl,
  })
  expect(payment.request['order_id']).toMatch(/^V[0-9A-Z]{15}$/)
  expect(started.providerRef).toBe(payment.transactionId)
  expect(new URL(started.paymentUrl).origin).toBe(fake.url)
})

const UNREACHABLE = { kind: 'unavailable', code: 'provider_unreachable' }

test('uses the merchant id of the payment method, and queries the payment with its key', async () => {
  const { started, payment, request } = await payPage({ method: 'paynow' })
  expect(payment.request['mid']).toBe(WALLETS.mid)
  expect(await provider.find(started)).toMatchObject({ state: 'paid', reference: request.reference })
  expect(fake.requests.filter((path) => path.endsWith('query_redirection'))).toHaveLength(1)
})

test('a method without its own merchant id uses the default one, whose page offers all methods', async () => {
  const shop = createAdapter(fake.url, { accounts: { default: CARDS, paynow: WALLETS } })
  await shop.start(createPageRequest({ method: 'alipay' }))
  await shop.start(createPageRequest({ method: 'paynow' }))
  expect(fake.payments.map(({ request }) => request['multiple_method_page'])).toEqual(['1', undefined])
})

test('omits an email address that is too long for Red Dot', async () => {
  const { payment } = await openPage({ payerEmail: `${'a'.repeat(60)}@example.com` })
  expect(payment.request['payer_email']).toBeUndefined()
})

test('offers PayNow in Singapore dollars only, and nothing without a merchant id', () => {
  const settings = { baseUrl: fake.url, hasUniqueOrderIds: false, refundUrl: undefined }
  const table = listCapabilities({ ...settings, accounts: { vm: CARDS, paynow: WALLETS } })
  expect(table.map(({ method, currencies, refunds }) => ({ method, currencies, refunds }))).toEqual([
    { method: 'vm', currencies: CARDS.currencies, refunds: 'none' },
    { method: 'paynow', currencies: ['SGD'], refunds: 'none' },
  ])
  const usd = { ...WALLETS, currencies: ['USD', 'KWD'] }
  expect(listCapabilities({ ...settings, accounts: { paynow: usd } })).toEqual([])
  expect(listCapabilities({ ...settings, accounts: { alipay: usd } })[0]?.currencies).toEqual(['USD'])
  expect(provider.capabilities.map(({ refunds }) => refunds)).toEqual(['many', 'partial', 'many', 'partial'])
})

test.each<[RedDotFault]>([['busy'], ['failing'], ['gone'], ['answer_lost'], ['forged'], ['a_page']])(
  'a page that is not surely ours (%s) is shown to nobody, and another try opens one',
  async (fault) => {
    fake.faults.push(fault)
    await expect(provider.start(createPageRequest())).rejects.toMatchObject(UNREACHABLE)
    expect((await openPage()).started.paymentUrl).toContain(fake.url)
  },
)

test('answers provider_unreachable when Red Dot times out', async () => {
  const slow = createAdapter(fake.url, {}, async () => {
    throw new DOMException('The operation timed out', 'TimeoutError')
  })
  await expect(slow.start(createPageRequest())).rejects.toMatchObject(UNREACHABLE)
  await expect(slow.find({ providerRef: 'V_1' })).rejects.toMatchObject(UNREACHABLE)
})

test('answers provider_refused when Red Dot refuses, or the merchant id lacks the method or currency', async () => {
  const wrongKey = createAdapter(fake.url, { accounts: { vm: { ...CARDS, secretKey: 'not the right key' } } })
  for (const attempt of [
    () => wrongKey.start(createPageRequest()),
    () => provider.start(createPageRequest({ currency: 'EUR' })),
    () => provider.start(createPageRequest({ method: 'discover' })),
  ])
    await expect(attempt()).rejects.toMatchObject({ kind: 'refused', code: 'provider_refused' })
  expect(fake.payments).toEqual([])
})

test('accepts a payment page on any Red Dot host over TLS, and rejects other hosts', async () => {
  const pages = [
    'https://pay.reddotpayment.com/x',
    'http://secure.reddotpayment.com/x',
    'https://reddotpayment.com.evil.example/x',
  ]
  const urls = await Promise.all(
    pages.map((payment_url) => {
      const request = createPageRequest()
      const order_id = toOrderId(request.reference, 'vm')
      const message = { mid: CARDS.mid, order_id, transaction_id: 't', payment_url, response_code: 0 }
      const send = async () => Response.json(signFakeMessage(message, CARDS.secretKey))
      return createAdapter(fake.url, {}, send)
        .start(request)
        .then(({ paymentUrl }) => paymentUrl)
        .catch(() => 'none')
    }),
  )
  expect(urls).toEqual([pages[0], 'none', 'none'])
})

test('reports a payment as pending until Red Dot decides it, also for slow wallets', async () => {
  const { started, payment } = await openPage()
  const state = async () => (await provider.find(started))?.state
  expect(await state()).toBe('pending')
  await fake.press(started.paymentUrl, 'wait')
  expect(await state()).toBe('pending')
  fake.decideLate(payment, 'paid')
  expect(await state()).toBe('paid')
  const declined = await openPage()
  await fake.press(declined.started.paymentUrl, 'decline')
  expect((await provider.find(declined.started))?.state).toBe('failed')
})

test('uses the authorised amount, not the requested one', async () => {
  const { started, payment } = await openPage()
  payment.authorized = '59.00'
  await fake.press(started.paymentUrl, 'pay')
  expect(await provider.find(started)).toMatchObject({ state: 'paid', amount: 5900, currency: 'SGD' })
})

test('finds no payment for an unknown id, and finds one by reference only if order ids are unique', async () => {
  const { request, started } = await payPage()
  expect(await provider.find({ providerRef: 'V0_1' })).toBeUndefined()
  expect(await provider.find({ reference: request.reference })).toBeUndefined()
  const unique = createAdapter(fake.url, { hasUniqueOrderIds: true })
  expect(await unique.find({ reference: request.reference })).toMatchObject({
    state: 'paid',
    providerRef: started.providerRef,
  })
  expect(await unique.find({ reference: 'txn_none' })).toBeUndefined()
})

test.each<[RedDotFault]>([['busy'], ['failing'], ['gone'], ['answer_lost'], ['forged'], ['a_page']])(
  'an answer about a payment that cannot be believed (%s) says nothing',
  async (fault) => {
    const { started } = await payPage()
    fake.faults.push(fault)
    await expect(provider.find(started)).rejects.toMatchObject(UNREACHABLE)
  },
)

test('accepts a webhook event whose signature is valid and which Red Dot confirms', async () => {
  const { request, started, payment } = await payPage()
  const [webhookEvent] = fake.webhookEvents
  const first = await provider.parseWebhookEvent(webhookEvent?.body ?? '', noHeader, NOW)
  const again = await provider.parseWebhookEvent(webhookEvent?.body ?? '', noHeader, NOW)
  expect(first).toMatchObject({
    about: 'payment',
    payment: { reference: request.reference, state: 'paid', amount: 5990, receiptId: started.providerRef },
  })
  expect(again.eventId).toBe(first.eventId)
  const secondEvent = await provider.parseWebhookEvent(
    fake.toWebhookEvent(payment, { more: 1 }).body,
    noHeader,
    NOW,
  )
  expect(secondEvent.eventId).not.toBe(first.eventId)
})

test('a stored webhook event contains no card number and no payer', async () => {
  await payPage()
  const { storedBody } = await provider.parseWebhookEvent(fake.webhookEvents[0]?.body ?? '', noHeader, NOW)
  expect(storedBody).toContain('acquirer_transaction_id')
  expect(storedBody).not.toMatch(/411111|1111"|MEI TAN|example\.com/)
})

test('rejects a webhook event that was changed, signed with another key or sent for an unknown account', async () => {
  const { payment } = await payPage()
  const forgeries = [
    fake.toWebhookEvent(payment, {}, { authorized_amount: '1.00' }).body,
    fake.toWebhookEvent(payment, {}, { signature: '' }).body,
    fake.toWebhookEvent(payment, { request_mid: WALLETS.mid }).body,
    fake.toWebhookEvent(payment, { request_mid: 'another' }).body,
    '',
    '{}',
    '<xml/>',
  ]
  for (const body of forgeries)
    await expect(provider.parseWebhookEvent(body, noHeader, NOW)).rejects.toMatchObject({
      code: 'bad_signature',
    })
  const strange = fake.toWebhookEvent(payment, { transaction_id: 'V_never' }).body
  const unreadable = fake.toWebhookEvent(payment, { response_code: 'fine' }).body
  for (const body of [strange, unreadable])
    await expect(provider.parseWebhookEvent(body, noHeader, NOW)).rejects.toMatchObject({
      code: 'bad_webhook_event',
    })
})

test('does not report a payment as paid when a declined event’s signed values are regrouped to say so', async () => {
  const { started, payment } = await openPage()
  await fake.press(started.paymentUrl, 'decline')
  const message: Record<string, string> = JSON.parse(fake.toWebhookEvent(payment).body)
  const stamp = message['request_timestamp'] ?? ''
  const body = JSON.stringify({
    ...message,
    // The last digit of the timestamp becomes the code, and the code moves to the message.
    request_timestamp: stamp.slice(0, -1),
    response_code: stamp.slice(-1),
    response_msg: `-1${message['response_msg']}`,
  })
  expect(JSON.parse(body).response_code).toBe('0')
  expect(await provider.parseWebhookEvent(body, noHeader, NOW)).toMatchObject({
    payment: { state: 'failed' },
  })
})

test('refunds through the Merchant API in parts, and not more than was paid', async () => {
  const payment = await payPage()
  expect(await provider.refund(toRefundRequest(payment, 2000))).toMatchObject({
    state: 'succeeded',
    amount: 2000,
  })
  expect(await provider.refund(toRefundRequest(payment, 3990))).toMatchObject({ state: 'succeeded' })
  expect(payment.payment.refunded).toBe(5990)
  await expect(provider.refund(toRefundRequest(payment, 1))).rejects.toMatchObject({ code: 'refund_refused' })
})

test('refuses a refund for wallets without refunds and for shops without the Merchant API', async () => {
  const wallet = await payPage({ method: 'alipay' })
  await expect(provider.refund(toRefundRequest(wallet, 100))).rejects.toMatchObject({
    code: 'refund_refused',
    message: 'Red Dot refused the refund. Red Dot answered "failed", reason 12.',
  })
  const card = await payPage()
  const { refund } = createAdapter(fake.url, { refundUrl: undefined })
  await expect(refund(toRefundRequest(card, 100))).rejects.toMatchObject({ code: 'refund_refused' })
  expect(card.payment.refunded).toBe(0)
})

test.each<[RedDotFault, number]>([
  ['answer_lost', 100],
  ['forged', 100],
  ['gone', 0],
])('a refund without a clear answer (%s) is never asked for again by itself', async (fault, refunded) => {
  const payment = await payPage()
  const attempt = createAdapter(fake.url, {}, async (url, init) => {
    if (url.endsWith('/merchant-api')) fake.faults.push(fault)
    return fetch(url, init)
  })
  await expect(attempt.refund(toRefundRequest(payment, 100))).rejects.toMatchObject({
    kind: 'refused',
    code: 'refund_refused',
    message: expect.stringContaining('dashboard before you try again'),
  })
  expect(payment.payment.refunded).toBe(refunded)
  expect(await provider.findRefund(toRefundRequest(payment, 100))).toBe('cannot_tell')
})

test('requests no refund while the payment cannot be queried, so that a retry is safe', async () => {
  const payment = await payPage()
  fake.faults.push('failing')
  await expect(provider.refund(toRefundRequest(payment, 100))).rejects.toMatchObject({ kind: 'unavailable' })
  expect(payment.payment.refunded).toBe(0)
})
