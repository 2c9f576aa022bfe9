import { afterEach, expect, test } from 'vitest'
import { type FakeRedDot, startFakeRedDot } from '#tests/fakes/red-dot/fake-red-dot.ts'
import type { Choice } from '#tests/fakes/red-dot/page.ts'
import { createAdapter, CARDS, WALLETS } from '#tests/fakes/red-dot/test-adapter.ts'
import { testProviderContract } from '#tests/contracts/provider-contract.ts'
import { createRequest } from '#tests/contracts/provider-steps.ts'

const NOW = new Date('2026-03-02T10:00:00Z')
const fakes: FakeRedDot[] = []

afterEach(() => Promise.all(fakes.splice(0).map((fake) => fake.close())))

async function startFake() {
  const fake = await startFakeRedDot({
    accounts: [CARDS, WALLETS],
    clock: () => NOW,
    hasUniqueOrderIds: true,
  })
  fakes.push(fake)
  const press = (choice: Choice) => async (page: { paymentUrl: string }) =>
    void (await fake.press(page.paymentUrl, choice))
  return {
    fake,
    provider: createAdapter(fake.url, { hasUniqueOrderIds: true }),
    now: () => NOW,
    payer: { pay: press('pay'), fail: press('decline'), cancel: press('cancel') },
    webhookEvents: async () => fake.webhookEvents.splice(0).map(({ body }) => ({ body, headers: {} })),
    books: async () => ({
      pages: fake.payments.length,
      refunds: fake.payments.reduce((sum, { refunds }) => sum + refunds, 0),
      refunded: fake.payments.reduce((sum, { refunded }) => sum + refunded, 0),
    }),
  }
}

const traits = {
  refusesOldWebhookEvents: false,
  reportsRefunds: false,
  keepsPages: false,
  reportsCancellations: false,
}

testProviderContract('Red Dot by card', startFake, traits)
testProviderContract('Red Dot by wallet', startFake, { ...traits, method: 'alipay' })

test('Red Dot: a refused query leaves the payment’s state unknown, and the next merchant id is tried', async () => {
  const side = await startFake()
  const { provider, payer, fake } = side
  const { reference, ...request } = createRequest(side, { method: 'alipay' })
  const page = await provider.start({ ...request, reference })
  await payer.pay(page)
  const countRefusal = (find: () => unknown) => {
    fake.faults.push('refused')
    return Promise.resolve(find())
  }
  const unreachable = { code: 'provider_unreachable' }
  await expect(countRefusal(() => provider.find(page))).rejects.toMatchObject(unreachable)
  await expect(countRefusal(() => provider.find({ reference: 'txn_other' }))).rejects.toMatchObject(
    unreachable,
  )
  const body = fake.webhookEvents[0]?.body ?? ''
  await expect(
    countRefusal(() => provider.parseWebhookEvent(body, () => undefined, NOW)),
  ).rejects.toMatchObject(unreachable)
  expect(await countRefusal(() => provider.find({ reference }))).toMatchObject({ state: 'paid' })
})
