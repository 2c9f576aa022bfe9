import { afterEach } from 'vitest'
import type { StartedPayment } from '#features/payments/port.ts'
import { fakeStripe } from '#tests/fake-stripe/server.ts'
import { providerContract, providerFaults } from '#tests/provider-contract.ts'
import type { PlayedProvider } from '#tests/provider-steps.ts'
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
