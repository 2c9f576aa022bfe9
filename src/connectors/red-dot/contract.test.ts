import { afterEach } from 'vitest'
import { type FakeRedDot, fakeRedDot } from '#tests/fake-red-dot/fake-red-dot.ts'
import type { Choice } from '#tests/fake-red-dot/page.ts'
import { adapterTo, CARDS, WALLETS } from '#tests/fake-red-dot/till.ts'
import { providerContract } from '#tests/provider-contract.ts'

const NOW = new Date('2026-03-02T10:00:00Z')
const played: FakeRedDot[] = []

afterEach(() => Promise.all(played.splice(0).map((fake) => fake.close())))

async function play() {
  const fake = await fakeRedDot({ accounts: [CARDS, WALLETS], clock: () => NOW, hasUniqueOrderIds: true })
  played.push(fake)
  const press = (choice: Choice) => async (page: { paymentUrl: string }) =>
    void (await fake.press(page.paymentUrl, choice))
  return {
    provider: adapterTo(fake.url, { hasUniqueOrderIds: true }),
    now: () => NOW,
    payer: { pay: press('pay'), fail: press('decline'), cancel: press('cancel') },
    notices: async () => fake.notices.splice(0).map(({ body }) => ({ body, headers: {} })),
    books: async () => ({
      pages: fake.payments.length,
      refunds: fake.payments.reduce((sum, { refunds }) => sum + refunds, 0),
      refunded: fake.payments.reduce((sum, { refunded }) => sum + refunded, 0),
    }),
  }
}

const traits = { refusesOldNotices: false, tellsRefunds: false, keepsPages: false, tellsCancels: false }

providerContract('Red Dot by card', play, traits)
providerContract('Red Dot by wallet', play, { ...traits, method: 'alipay' })
