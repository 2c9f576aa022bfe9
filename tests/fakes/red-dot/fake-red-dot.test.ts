import { afterAll, expect, test } from 'vitest'
import examples from './examples.json' with { type: 'json' }
import { fakeRedDot } from './fake-red-dot.ts'
import { isFormRight, isRequestRight, isRight, signed } from './signing.ts'
import { adapterTo, CARDS, pageRequest, WALLETS } from './cashier.ts'

const NOW = new Date('2026-03-02T10:00:00Z')
const fake = await fakeRedDot({ accounts: [CARDS, WALLETS], clock: () => NOW })
const provider = adapterTo(fake.url)
const { secret_key: secret, merchant_api_signature_example: form } = examples

afterAll(() => fake.close())

/** The names of a message's fields with the types of their values. */
const shapeOf = (message: object) =>
  Object.fromEntries(
    Object.entries(message)
      .map(([name, value]) => [name, typeof value] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

async function answerOf(path: string, body: object): Promise<object> {
  const answer: object = await (
    await fetch(fake.url + path, { method: 'POST', body: JSON.stringify(body) })
  ).json()
  return answer
}

test('the played Red Dot signs as the documented examples are signed', () => {
  expect(isRequestRight(strings(examples.first_phase_request), secret)).toBe(true)
  expect(isRight(strings(examples.query_request), secret)).toBe(true)
  for (const { signature, ...message } of [
    examples.first_phase_response,
    examples.query_response_success,
    examples.query_response_declined,
  ])
    expect(signed(message, secret).signature).toBe(signature)
  expect(isFormRight({ ...form.fields, signature: form.md5 }, form.secret_key)).toBe(true)
})

test('it takes the documented request, and answers with the shapes of the documented answers', async () => {
  const opened = await answerOf('/service/payment-api', examples.first_phase_request)
  expect(shapeOf(opened)).toEqual(shapeOf(examples.first_phase_response))
  const payment = fake.payments[0]
  if (!payment) throw new Error('no payment was opened')
  const { transactionId } = payment
  const question = signed({ request_mid: CARDS.mid, transaction_id: transactionId }, CARDS.secretKey)
  const query = () => answerOf('/service/Merchant_processor/query_redirection', question)
  await fake.press(String(Reflect.get(opened, 'payment_url')), 'pay')
  expect(shapeOf(await query())).toEqual(shapeOf(examples.query_response_success))
  payment.state = 'declined'
  expect(shapeOf(await query())).toEqual(shapeOf(examples.query_response_declined))
  expect(await query()).toMatchObject({
    response_code: -1,
    response_msg: 'bank rejected',
    authorized_amount: '',
  })
})

test('its notice is the answer to the question, signed', async () => {
  const payment = fake.payments.at(-1)
  if (!payment) throw new Error('no payment was opened')
  const told: object = JSON.parse(fake.noticeOf(payment).body)
  expect(shapeOf(told)).toEqual(shapeOf(examples.query_response_declined))
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
])('it refuses what the documentation does not allow: %j', async (change) => {
  expect(
    await answerOf('/service/payment-api', { ...examples.first_phase_request, ...change }),
  ).toMatchObject({
    response_status: 'error',
  })
})

test('a page can be decided once, cancelling leads back to the shop, and a page ends with its time', async () => {
  const request = pageRequest()
  const { paymentUrl } = await provider.start(request)
  expect(await fake.press(paymentUrl, 'cancel')).toBe(request.backUrl)
  await expect(fake.press(paymentUrl, 'pay')).rejects.toThrow('no such button')
  expect((await fetch(paymentUrl, { method: 'POST', body: 'choice=pay' })).status).toBe(404)
  const over = await fakeRedDot({ accounts: [CARDS], clock: () => clock })
  let clock = NOW
  const late = await adapterTo(over.url).start(pageRequest())
  clock = new Date(NOW.getTime() + 86_400_000)
  await expect(over.press(late.paymentUrl, 'pay')).rejects.toThrow('no such button')
  await over.close()
})

test('where order ids are unique, the same one opens no second page', async () => {
  const unique = await fakeRedDot({ accounts: [CARDS], clock: () => NOW, hasUniqueOrderIds: true })
  const request = pageRequest()
  await adapterTo(unique.url).start(request)
  await expect(adapterTo(unique.url).start(request)).rejects.toMatchObject({ code: 'provider_refused' })
  expect(unique.payments).toHaveLength(1)
  await unique.close()
})

function strings(message: object): Record<string, string> {
  return Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]))
}
