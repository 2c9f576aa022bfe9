import { expect, test } from 'vitest'
import { AppError, unavailable } from '#core/errors.ts'
import type { Capability, PaymentProvider, ProviderRefund } from '#features/money/payments/port.ts'
import { readAllRefunds, asOperator } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { postAsGuest, createPaidOrder } from '#tests/steps/supplier-orders.ts'
import { sendRefund } from './send-refund.ts'

const shop = await createTestShop()
const MINUTE = 60_000

const CARD: Capability = {
  method: 'vm',
  currencies: 'any',
  min: 1,
  max: 99_999_999,
  refunds: 'many',
  refundDays: undefined,
  chargebacks: true,
  capture: 'at_once',
}

/** Returns a fake provider with overridden calls, which counts refund requests. */
function provider(overrides: Partial<PaymentProvider>, capability: Partial<Capability> = {}) {
  const requestCount = { times: 0 }
  const never = () => Promise.reject(new Error('is not asked'))
  const fakeProvider: PaymentProvider = {
    name: 'sandbox',
    capabilities: [{ ...CARD, ...capability }],
    start: never,
    find: never,
    findRefund: never,
    parseWebhookEvent: () => ({ eventId: '', about: 'nothing' }),
    ...overrides,
    refund: (request) => {
      requestCount.times += 1
      return (overrides.refund ?? never)(request)
    },
  }
  return { played: fakeProvider, asked: requestCount }
}

/** Creates a refund that was not sent yet; returns a way to send it by a provider. */
async function waitingRefund() {
  const order = await createPaidOrder(shop)
  await postAsGuest(shop, order, 'cancel')
  const [refund] = await readAllRefunds(shop)
  const id = refund?.id ?? ''
  const send = ({ played }: ReturnType<typeof provider>) =>
    sendRefund(shop.db, id, { providers: [played], enqueue: shop.app.jobs.enqueue, now: shop.now() })
  return { id, send, stateOf: async () => (await readAllRefunds(shop))[0] }
}

const SUCCEEDED: ProviderRefund = {
  providerRefundId: 're_1',
  refundId: undefined,
  receiptId: 'r',
  currency: 'USD',
  amount: 1,
  state: 'succeeded',
  reason: undefined,
}

test('a refusal by the provider leaves the refund to an operator, with the provider’s message', async () => {
  const refund = () =>
    Promise.reject(new AppError('refused', 'refund_refused', 'Refunds are made by hand in the panel.'))
  const { send, stateOf, id } = await waitingRefund()
  await send(provider({ refund }))
  expect(await stateOf()).toMatchObject({
    state: 'refused',
    problem: 'Refunds are made by hand in the panel.',
  })
  const paid = await asOperator(shop, `/refunds/${id}/paid`, { how: 'provider_panel', reference: 'Panel 17' })
  expect(paid.body).toMatchObject({
    refund: { state: 'paid_by_hand', manualPaymentMethod: 'provider_panel' },
  })
})

test('a refund with a lost answer is not sent again, and goes to an operator if the provider cannot look it up', async () => {
  const lost = provider({
    refund: () => Promise.reject(unavailable('provider_unreachable', 'No answer.')),
    findRefund: () => Promise.resolve('cannot_tell' as const),
  })
  const { send, stateOf } = await waitingRefund()
  await send(lost)
  expect(await stateOf()).toMatchObject({ state: 'unknown' })
  await send(lost)
  expect(lost.asked.times).toBe(1)
  shop.passTime(MINUTE)
  await send(lost)
  expect(lost.asked.times).toBe(1)
  expect(await stateOf()).toMatchObject({ state: 'refused', problem: expect.stringContaining('can’t say') })
})

test('a refund is requested again only if the provider does not have it', async () => {
  let providerState: ProviderRefund | 'none' = 'none'
  const failing = provider({
    refund: () => Promise.reject(unavailable('provider_unreachable', 'No answer.')),
    findRefund: () => Promise.resolve(providerState),
  })
  const { send, stateOf } = await waitingRefund()
  await send(failing)
  shop.passTime(MINUTE)
  await send(failing)
  expect(failing.asked.times).toBe(2)
  providerState = SUCCEEDED
  shop.passTime(5 * MINUTE)
  await send(failing)
  expect(failing.asked.times).toBe(2)
  expect(await stateOf()).toMatchObject({ state: 'done' })
})

test('concurrent sends request the refund once', async () => {
  const good = provider({ refund: () => Promise.resolve(SUCCEEDED) })
  const { send, stateOf } = await waitingRefund()
  await Promise.all([send(good), send(good), send(good)])
  expect([good.asked.times, (await stateOf())?.state]).toEqual([1, 'done'])
})

test.each([
  [{ refunds: 'none' }, 'support refunds'],
  [{ refunds: 'many', refundDays: 0 }, 'after 0 days'],
] as const)(
  'a refund that its payment method does not support is not requested: %j',
  async (capability, words) => {
    const good = provider({ refund: () => Promise.resolve(SUCCEEDED) }, capability)
    const { send, stateOf } = await waitingRefund()
    shop.passTime(MINUTE)
    await send(good)
    expect(good.asked.times).toBe(0)
    expect(await stateOf()).toMatchObject({ state: 'refused', problem: expect.stringContaining(words) })
  },
)

test('a refund of a provider that is no longer set up goes to an operator', async () => {
  const { id, stateOf } = await waitingRefund()
  await sendRefund(shop.db, id, { providers: [], enqueue: shop.app.jobs.enqueue, now: shop.now() })
  expect(await stateOf()).toMatchObject({ state: 'refused', problem: 'sandbox is no longer set up.' })
})

test('a refund that never reached the provider is retried as a first attempt, a refused one with its number of refusals', async () => {
  const details = { isRequested: false }
  const answers = [
    new AppError('unavailable', 'provider_unreachable', 'No answer.', { details }),
    new AppError('refused', 'refund_refused', 'Refunds are made by hand.', { details }),
    new AppError('refused', 'refund_refused', 'There is not enough money.'),
  ]
  const [refusals, looked]: [number[], number[]] = [[], []]
  const fakeProvider = provider({
    refund: (request) => {
      refusals.push(request.refusals)
      const answer = answers.shift()
      return answer ? Promise.reject(answer) : Promise.resolve(SUCCEEDED)
    },
    findRefund: () => {
      looked.push(answers.length)
      return Promise.resolve('none' as const)
    },
  })
  const { id, send, stateOf } = await waitingRefund()
  const retryRefund = () => asOperator(shop, `/refunds/${id}/ask-again`, {})
  await send(fakeProvider)
  expect(await stateOf()).toMatchObject({ state: 'asked', problem: 'No answer.' })
  shop.passTime(5 * MINUTE)
  await send(fakeProvider)
  expect(await stateOf()).toMatchObject({ state: 'refused', problem: 'Refunds are made by hand.' })
  await retryRefund()
  await send(fakeProvider)
  expect(await stateOf()).toMatchObject({ state: 'refused', problem: 'There is not enough money.' })
  await retryRefund()
  await send(fakeProvider)
  expect(await stateOf()).toMatchObject({ state: 'done' })
  expect(refusals).toEqual([0, 0, 0, 1])
  // Only requests that reached the provider are looked up before the next attempt.
  expect(looked).toEqual([0])
})
