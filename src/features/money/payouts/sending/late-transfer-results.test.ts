import { afterAll, beforeEach, expect, test } from 'vitest'
import { stripeTransfers } from '#connectors/stripe/transfers.ts'
import { createSealer } from '#platform/security/sealing.ts'
import { getField } from '#tests/steps/chat.ts'
import { startFakeStripe } from '#tests/fakes/stripe/server.ts'
import { PASSWORD } from '#tests/shop/accounts.ts'
import {
  listBrokenRules,
  expectSuccess,
  createOperator,
  releaseBalance,
  readPayoutBalances,
  createPayableSupplier,
} from '#tests/steps/payouts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import type { PayoutDeps } from '../port.ts'
import { markUnansweredUnclear, transferPayout } from './transfer.ts'

// Results from Stripe that arrive after the payout became unclear, and operators' decisions before them.
const fake = await startFakeStripe(() => shop.now())
const KEY = Buffer.alloc(32, 7)
const shop = await createTestShop({
  STRIPE_SECRET_KEY: fake.secretKey,
  STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
  STRIPE_API_URL: fake.url,
  SECRETS_KEY: KEY.toString('base64'),
})
afterAll(fake.close)

let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  operator = await createOperator(shop)
  fake.fail('broken', 0)
  fake.transfers.length = 0
  fake.accounts.add('acct_1Known')
  fake.balance.set('usd', 1_000_000)
})

/** Creates a payout of 60.00 by Stripe that was not sent yet. */
async function preparedPayout() {
  const { supplier } = await createPayableSupplier(shop, null)
  const account = { account: 'acct_1Known', holder: 'Atelier', country: 'SG', password: PASSWORD }
  await expectSuccess(operator.post('/payout-accounts/stripe', { supplier: supplier.publicId, ...account }))
  await releaseBalance(shop, supplier, 6_000)
  const id = getField<string>(await expectSuccess(operator.post('/payouts/sweep')), 'made', '0')
  return { id, supplier }
}

/** Sends a transfer whose answer arrives only after `beforeResult`. */
async function delayResult(id: string, beforeResult: (deps: PayoutDeps) => Promise<unknown>) {
  const provider = stripeTransfers({ secretKey: fake.secretKey, baseUrl: fake.url, send: fetch })
  const deps: PayoutDeps = {
    settings: { minimum: 1, everyDays: 1, bank: undefined },
    sealer: createSealer({ secretsKey: KEY, dataDir: '' }),
    enqueue: shop.app.jobs.enqueue,
    publicUrl: 'http://localhost',
    provider: {
      ...provider,
      transfer: async (request) => {
        const answer = await provider.transfer(request)
        await beforeResult(deps)
        return answer
      },
    },
  }
  return transferPayout(shop.db, id, { deps, now: shop.now() })
}

/** Marks a payout as unclear, after half a day without an answer. */
async function markUnclear(deps: PayoutDeps): Promise<void> {
  shop.passTime(13 * 3_600_000)
  await markUnansweredUnclear(shop.db, { deps, now: shop.now() })
  operator = await createOperator(shop)
}

const mark = (id: string, event: string, more: object = {}) =>
  operator.post(`/payouts/${id}/mark`, { event, reason: 'So it is', ...more })
const readPayout = async (id: string) => getField<object>(await operator.get(`/payouts/${id}`), 'payout')

test('a late success from Stripe confirms a payout that became unclear', async () => {
  const { id, supplier } = await preparedPayout()
  expect(await delayResult(id, markUnclear)).toBe('moved')
  expect(await readPayout(id)).toMatchObject({ state: 'confirmed', externalId: fake.transfers[0]?.id })
  expect(await readPayoutBalances(shop, supplier, id)).toEqual({ available: 0, owed: 0, inTransit: 0 })
  expect((await mark(id, 'fail')).body).toMatchObject({ code: 'payout_state' })
  expect(await listBrokenRules(operator)).toEqual([])
})

test('a payout whose transfer exists at Stripe cannot be marked as failed', async () => {
  const { id } = await preparedPayout()
  await delayResult(id, async (deps) => {
    await markUnclear(deps)
    expect(await mark(id, 'fail')).toMatchObject({
      status: 409,
      body: { code: 'transfer_made', details: { externalId: fake.transfers[0]?.id } },
    })
  })
  expect(await readPayout(id)).toMatchObject({ state: 'confirmed' })
})

test('confirming an unclear payout finds its transfer ID at Stripe', async () => {
  const { id } = await preparedPayout()
  const became = await delayResult(id, async (deps) => {
    await markUnclear(deps)
    await expectSuccess(mark(id, 'confirm'))
  })
  expect(became).toBe('known')
  expect(await readPayout(id)).toMatchObject({ state: 'confirmed', externalId: fake.transfers[0]?.id })
})

test('a payout without a transfer at Stripe is confirmed with an ID that an operator enters, usable once', async () => {
  const [one, other] = [await preparedPayout(), await preparedPayout()]
  fake.balance.set('usd', 12_000)
  for (const { id } of [one, other]) await failTransfer(id)
  expect((await mark(one.id, 'confirm')).body).toMatchObject({ code: 'transfer_unknown' })
  expect((await mark(one.id, 'confirm', { externalId: 'no id' })).status).toBe(400)
  await expectSuccess(mark(one.id, 'confirm', { externalId: 'tr_byhand' }))
  expect(await readPayout(one.id)).toMatchObject({ state: 'confirmed', externalId: 'tr_byhand' })
  expect((await mark(other.id, 'confirm', { externalId: 'tr_byhand' })).body).toMatchObject({
    code: 'transfer_taken',
  })
  await expectSuccess(mark(other.id, 'fail'))
  expect(await readPayoutBalances(shop, other.supplier)).toMatchObject({ available: 6_000 })
})

/** Fails a request to Stripe, which creates nothing, and marks the payout as unclear. */
async function failTransfer(id: string): Promise<void> {
  fake.fail('broken', 100)
  await delayResult(id, () => Promise.resolve()).catch(() => undefined)
  fake.fail('broken', 0)
  const deps = { enqueue: shop.app.jobs.enqueue } as PayoutDeps
  await markUnclear(deps)
}

test('a transfer of a payout already marked as failed is recorded in its timeline for an operator', async () => {
  const { id } = await preparedPayout()
  const became = await delayResult(id, async (deps) => {
    await markUnclear(deps)
    // Hidden from Stripe's lookup for now.
    const hiddenTransfers = fake.transfers.splice(0)
    await expectSuccess(mark(id, 'fail'))
    fake.transfers.push(...hiddenTransfers)
  })
  expect(became).toBe('too_late')
  expect(await readPayout(id)).toMatchObject({
    state: 'failed',
    timeline: [
      {},
      {},
      {},
      { event: 'fail' },
      { event: 'moved_late', reason: expect.stringContaining('tr_') },
    ],
  })
})
