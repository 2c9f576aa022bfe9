import { afterEach, expect, test } from 'vitest'
import type { StartedPayment } from '#features/money/payments/port.ts'
import { startFakeStripe } from '#tests/fakes/stripe/server.ts'
import { testProviderContract, testProviderFaults } from '#tests/contracts/provider-contract.ts'
import { createRequest, type FakeProvider } from '#tests/contracts/provider-steps.ts'
import { stripePay } from './stripe-pay.ts'

const NOW = new Date('2026-03-02T10:00:00Z')

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function startFake() {
  const fake = await startFakeStripe(() => NOW)
  closers.push(fake.close)
  const session = ({ providerRef }: StartedPayment) => {
    const storedSession = fake.find(providerRef)
    if (!storedSession) throw new Error('no such session')
    return storedSession
  }
  return {
    provider: stripePay({
      secretKey: fake.secretKey,
      webhookSecrets: [fake.webhookSecret],
      baseUrl: fake.url,
      send: (url, init) => fetch(url, init),
      pause: () => Promise.resolve(),
      timeoutMs: 500,
    }),
    now: () => NOW,
    payer: {
      pay: async (page) => fake.attempt(session(page), 'pay'),
      fail: async (page) => {
        fake.attempt(session(page), 'begin')
        fake.settle(session(page), false)
      },
      cancel: async (page) => fake.expire(session(page)),
    },
    webhookEvents: () => Promise.resolve(fake.takeWebhookEvents()),
    books: async () => {
      const { sessions, refunds } = fake
      const refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0)
      return { pages: sessions.length, refunds: refunds.length, refunded }
    },
    fail: fake.fail,
  } satisfies FakeProvider
}

testProviderContract('Stripe', startFake, { refusesOldWebhookEvents: true, reportsRefunds: true })
testProviderContract('Stripe with Alipay', startFake, {
  method: 'alipay',
  refusesOldWebhookEvents: true,
  reportsRefunds: true,
})
testProviderFaults('Stripe', startFake)

test('Stripe: reopens an open page if return URL, amount and reference are the same, and no other', async () => {
  const fake = await startFake()
  const request = createRequest(fake, {})
  const page = await fake.provider.start(request)
  const reopenRequest = { ...request, providerRef: page.providerRef }
  const { reopen } = fake.provider
  expect(await reopen?.(reopenRequest)).toEqual(page)
  for (const changed of [
    { redirectUrl: 'http://shop.test/elsewhere' },
    { backUrl: 'http://shop.test/elsewhere' },
    { amount: request.amount + 1 },
    { reference: 'txn_other' },
    { providerRef: 'cs_test_nobody' },
    { providerRef: '../refunds' },
  ])
    expect(await reopen?.({ ...reopenRequest, ...changed })).toBeUndefined()
  await fake.payer.pay(page)
  expect(await reopen?.(reopenRequest)).toBeUndefined()
  const second = await fake.provider.start({ ...request, reference: 'txn_second' })
  await fake.payer.cancel(second)
  expect(await reopen?.({ ...reopenRequest, ...second, reference: 'txn_second' })).toBeUndefined()
})

test('Stripe: a refused search or lookup leaves the payment’s state unknown', async () => {
  const fake = await startFake()
  const request = createRequest(fake, {})
  const page = await fake.provider.start(request)
  await fake.payer.pay(page)
  const { reference } = request
  for (const by of [{ reference }, page]) {
    fake.fail('refused', 1)
    await expect(fake.provider.find(by)).rejects.toMatchObject({ code: 'provider_unreachable' })
  }
  expect(await fake.provider.find({ reference })).toMatchObject({ state: 'paid' })
})

test('Stripe: fails to close an open page when Stripe refuses, and accepts one that has ended', async () => {
  const fake = await startFake()
  const page = await fake.provider.start(createRequest(fake, {}))
  fake.fail('refused', 1)
  await expect(fake.provider.close?.(page.providerRef)).rejects.toMatchObject({ kind: 'unavailable' })
  await fake.provider.close?.(page.providerRef)
  await fake.provider.close?.(page.providerRef)
  await fake.provider.close?.('cs_test_nobody')
})
