import { afterEach, expect, test } from 'vitest'
import type { StartedPayment } from '#features/money/payments/port.ts'
import { fakeStripe } from '#tests/fakes/stripe/server.ts'
import { providerContract, providerFaults } from '#tests/contracts/provider-contract.ts'
import { aRequest, type PlayedProvider } from '#tests/contracts/provider-steps.ts'
import { stripePay } from './stripe-pay.ts'

const NOW = new Date('2026-03-02T10:00:00Z')

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function play() {
  const fake = await fakeStripe(() => NOW)
  closing.push(fake.close)
  const session = ({ providerRef }: StartedPayment) => {
    const found = fake.find(providerRef)
    if (!found) throw new Error('no such session')
    return found
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
    notices: () => Promise.resolve(fake.takeNotices()),
    books: async () => {
      const { sessions, refunds } = fake
      const refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0)
      return { pages: sessions.length, refunds: refunds.length, refunded }
    },
    fail: fake.fail,
  } satisfies PlayedProvider
}

providerContract('Stripe', play, { refusesOldNotices: true, tellsRefunds: true })
providerContract('Stripe with Alipay', play, {
  method: 'alipay',
  refusesOldNotices: true,
  tellsRefunds: true,
})
providerFaults('Stripe', play)

test('Stripe: a page is given again while it is open, with the same way back, amount and reference; else none is', async () => {
  const played = await play()
  const request = aRequest(played, {})
  const page = await played.provider.start(request)
  const asked = { ...request, providerRef: page.providerRef }
  const { reopen } = played.provider
  expect(await reopen?.(asked)).toEqual(page)
  for (const other of [
    { redirectUrl: 'http://shop.test/elsewhere' },
    { backUrl: 'http://shop.test/elsewhere' },
    { amount: request.amount + 1 },
    { reference: 'txn_other' },
    { providerRef: 'cs_test_nobody' },
    { providerRef: '../refunds' },
  ])
    expect(await reopen?.({ ...asked, ...other })).toBeUndefined()
  await played.payer.pay(page)
  expect(await reopen?.(asked)).toBeUndefined()
  const second = await played.provider.start({ ...request, reference: 'txn_second' })
  await played.payer.cancel(second)
  expect(await reopen?.({ ...asked, ...second, reference: 'txn_second' })).toBeUndefined()
})

test('Stripe: a search or lookup that is refused says nothing of the payment, whether or not it was paid', async () => {
  const played = await play()
  const request = aRequest(played, {})
  const page = await played.provider.start(request)
  await played.payer.pay(page)
  const { reference } = request
  for (const by of [{ reference }, page]) {
    played.fail('refused', 1)
    await expect(played.provider.find(by)).rejects.toMatchObject({ code: 'provider_unreachable' })
  }
  expect(await played.provider.find({ reference })).toMatchObject({ state: 'paid' })
})

test('Stripe: a page whose end is refused while it is open is not closed; one that is over is', async () => {
  const played = await play()
  const page = await played.provider.start(aRequest(played, {}))
  played.fail('refused', 1)
  await expect(played.provider.close?.(page.providerRef)).rejects.toMatchObject({ kind: 'unavailable' })
  await played.provider.close?.(page.providerRef)
  await played.provider.close?.(page.providerRef)
  await played.provider.close?.('cs_test_nobody')
})
