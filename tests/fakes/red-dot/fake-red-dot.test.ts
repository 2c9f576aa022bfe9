import { afterAll, expect, test } from 'vitest'
import examples from './examples.json' with { type: 'json' }
import { startFakeRedDot } from './fake-red-dot.ts'
import {
  isFormSignatureValid,
  isRequestSignatureValid,
  isSignatureValid,
  signFakeMessage,
} from './signing.ts'
import { createAdapter, CARDS, createPageRequest, WALLETS } from './test-adapter.ts'

const NOW = new Date('2026-03-02T10:00:00Z')
const fake = await startFakeRedDot({ accounts: [CARDS, WALLETS], clock: () => NOW })
const provider = createAdapter(fake.url)
const { secret_key: secret, merchant_api_signature_example: form } = examples

afterAll(() => fake.close())

/** Returns the names of a message's fields with the types of their values. */
const toShape = (message: object) =>
  Object.fromEntries(
    Object.entries(message)
      .map(([name, value]) => [name, typeof value] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

async function postJson(path: string, body: object): Promise<object> {
  const answer: object = await (
    await fetch(fake.url + path, { method: 'POST', body: JSON.stringify(body) })
  ).json()
  return answer
}

test('the fake Red Dot signs like the documented examples', () => {
  expect(isRequestSignatureValid(toStrings(examples.first_phase_request), secret)).toBe(true)
  expect(isSignatureValid(toStrings(examples.query_request), secret)).toBe(true)
  for (const { signature, ...message } of [
    examples.first_phase_response,
    examples.query_response_success,
    examples.query_response_declined,
  ])
    expect(signFakeMessage(message, secret).signature).toBe(signature)
  expect(isFormSignatureValid({ ...form.fields, signature: form.md5 }, form.secret_key)).toBe(true)
})

test('accepts the documented requests, and answers in the documented shapes', async () => {
  const opened = await postJson('/service/payment-api', examples.first_phase_request)
  expect(toShape(opened)).toEqual(toShape(examples.first_phase_response))
  const payment = fake.payments[0]
  if (!payment) throw new Error('no payment was opened')
  const { transactionId } = payment
  const question = signFakeMessage({ request_mid: CARDS.mid, transaction_id: transactionId }, CARDS.secretKey)
  const query = () => postJson('/service/Merchant_processor/query_redirection', question)
  await fake.press(String(Reflect.get(opened, 'payment_url')), 'pay')
  expect(toShape(await query())).toEqual(toShape(examples.query_response_success))
  payment.state = 'declined'
  expect(toShape(await query())).toEqual(toShape(examples.query_response_declined))
  expect(await query()).toMatchObject({
    response_code: -1,
    response_msg: 'bank rejected',
    authorized_amount: '',
  })
})

test('its webhook event has the same shape as a query’s answer', async () => {
  const payment = fake.payments.at(-1)
  if (!payment) throw new Error('no payment was opened')
  const webhookBody: object = JSON.parse(fake.toWebhookEvent(payment).body)
  expect(toShape(webhookBody)).toEqual(toShape(examples.query_response_declined))
})

test.each([
  [{ order_id: 'DS_1' }],
  [{ order_id: 'X'.repeat(21) }],
  [{ amount: '59.9' }],
  [{ ccy: 'sgd' }],
  [{ payment_type: 'A' }],
  [{ notify_url: 'nowhere' }],
  [{ payer_email: `${'a'.repeat(60)}@example.com` }],
  [{ made_up: '1' }],
  [{ mid: 'unknown' }],
])('rejects what the documentation does not allow: %j', async (change) => {
  expect(
    await postJson('/service/payment-api', { ...examples.first_phase_request, ...change }),
  ).toMatchObject({
    response_status: 'error',
  })
})

test('a page takes one decision, cancelling returns to the shop, and the page expires', async () => {
  const request = createPageRequest()
  const { paymentUrl } = await provider.start(request)
  expect(await fake.press(paymentUrl, 'cancel')).toBe(request.backUrl)
  await expect(fake.press(paymentUrl, 'pay')).rejects.toThrow('no such button')
  expect((await fetch(paymentUrl, { method: 'POST', body: 'choice=pay' })).status).toBe(404)
  const expiringFake = await startFakeRedDot({ accounts: [CARDS], clock: () => clock })
  let clock = NOW
  const expiredPage = await createAdapter(expiringFake.url).start(createPageRequest())
  clock = new Date(NOW.getTime() + 86_400_000)
  await expect(expiringFake.press(expiredPage.paymentUrl, 'pay')).rejects.toThrow('no such button')
  await expiringFake.close()
})

test('with unique order ids, the same id opens no second page', async () => {
  const unique = await startFakeRedDot({ accounts: [CARDS], clock: () => NOW, hasUniqueOrderIds: true })
  const request = createPageRequest()
  await createAdapter(unique.url).start(request)
  await expect(createAdapter(unique.url).start(request)).rejects.toMatchObject({ code: 'provider_refused' })
  expect(unique.payments).toHaveLength(1)
  await unique.close()
})

function toStrings(message: object): Record<string, string> {
  return Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]))
}
