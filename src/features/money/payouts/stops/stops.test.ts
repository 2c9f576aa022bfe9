import { afterAll, beforeEach, expect, test } from 'vitest'
import { getField } from '#tests/steps/chat.ts'
import { startFakeStripe } from '#tests/fakes/stripe/server.ts'
import { PASSWORD } from '#tests/shop/accounts.ts'
import { expectSuccess, createOperator, releaseBalance, createPayableSupplier } from '#tests/steps/payouts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

// Operators can stop a supplier's payouts, for example on suspected fraud.
const fake = await startFakeStripe(() => shop.now())
const shop = await createTestShop({
  STRIPE_SECRET_KEY: fake.secretKey,
  STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
  STRIPE_API_URL: fake.url,
})
afterAll(fake.close)

let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  operator = await createOperator(shop)
})

const stop = (supplier: string, more: object = {}) =>
  operator.post('/payout-stops', { supplier, reason: 'Ten refunds in a day', ...more })
const resumePayouts = (supplier: string) =>
  operator.post(`/payout-stops/${supplier}/end`, { reason: 'All is well' })
const runSweep = async (supplier?: string) =>
  (await expectSuccess(operator.post('/payouts/sweep', { supplier }))).body

test('a supplier with stopped payouts is left out of sweeps and reported until they are resumed', async () => {
  const [{ supplier }, other] = [await createPayableSupplier(shop), await createPayableSupplier(shop)]
  for (const one of [supplier, other.supplier]) await releaseBalance(shop, one, 5_000)
  await expectSuccess(stop(supplier.publicId))
  expect(await runSweep(supplier.publicId)).toMatchObject({ made: [], stopped: [supplier.publicId] })
  expect(await runSweep()).toMatchObject({ made: [expect.any(String)], stopped: [supplier.publicId] })
  await expectSuccess(resumePayouts(supplier.publicId))
  expect(await runSweep()).toMatchObject({ made: [expect.any(String)], stopped: [] })
})

test('the supplier sees that payouts are stopped, and the reason only if the operator states one for them', async () => {
  const { supplier, owner } = await createPayableSupplier(shop)
  const screen = async () => (await expectSuccess(shop.get('/supplier/payouts', owner.headers))).body
  expect(await screen()).toMatchObject({ stopped: null })
  await expectSuccess(stop(supplier.publicId))
  expect(await screen()).toMatchObject({
    stopped: { since: shop.now().toISOString(), message: expect.stringContaining('The money stays yours') },
  })
  expect(JSON.stringify(await screen())).not.toContain('Ten refunds')
  await expectSuccess(resumePayouts(supplier.publicId))
  await expectSuccess(stop(supplier.publicId, { message: 'Please send us your licence.' }))
  expect(await screen()).toMatchObject({ stopped: { message: 'Please send us your licence.' } })
})

test('a payout prepared before the stop is in no bank file until payouts are resumed', async () => {
  const { supplier } = await createPayableSupplier(shop)
  await releaseBalance(shop, supplier, 5_000)
  await runSweep()
  await expectSuccess(stop(supplier.publicId))
  const bundle = () => operator.post('/payout-files', { payOn: '2027-01-04' })
  expect((await bundle()).body).toMatchObject({ code: 'nothing_to_pay' })
  await expectSuccess(resumePayouts(supplier.publicId))
  expect(getField(await expectSuccess(bundle()), 'file', 'payouts')).toBe(1)
})

test('a payout prepared before the stop is not sent to Stripe until payouts are resumed', async () => {
  fake.accounts.add('acct_1Known')
  fake.balance.set('usd', 10_000)
  const { supplier } = await createPayableSupplier(shop, null)
  const account = { account: 'acct_1Known', holder: 'Atelier', country: 'SG', password: PASSWORD }
  await expectSuccess(operator.post('/payout-accounts/stripe', { supplier: supplier.publicId, ...account }))
  await releaseBalance(shop, supplier, 5_000)
  await runSweep()
  await expectSuccess(stop(supplier.publicId))
  await shop.work()
  expect(fake.transfers).toHaveLength(0)
  await expectSuccess(resumePayouts(supplier.publicId))
  shop.passTime(61 * 60_000)
  await shop.app.jobs.enqueue(shop.db, { job: 'payouts.find_unclear', input: {} })
  await shop.work()
  await shop.work()
  expect(fake.transfers).toHaveLength(1)
})

test('stopping and resuming payouts records the operator and reason, and cannot be repeated', async () => {
  const { supplier } = await createPayableSupplier(shop)
  expect((await resumePayouts(supplier.publicId)).body).toMatchObject({ code: 'not_stopped' })
  await expectSuccess(stop(supplier.publicId))
  expect((await stop(supplier.publicId)).body).toMatchObject({ code: 'stopped_already' })
  expect((await stop('sup_0')).body).toMatchObject({ code: 'supplier_not_found' })
  expect((await stop(supplier.publicId, { reason: ' ' })).status).toBe(400)
  await expectSuccess(resumePayouts(supplier.publicId))
  await expectSuccess(stop(supplier.publicId, { reason: 'Again' }))
  const [current, past] = getField<object[]>(await expectSuccess(operator.get('/payout-stops')), 'stops')
  expect(current).toMatchObject({ reason: 'Again', endedAt: null, by: expect.stringContaining('@') })
  expect(past).toMatchObject({
    supplier: { id: supplier.publicId },
    reason: 'Ten refunds in a day',
    endReason: 'All is well',
    endedBy: expect.stringContaining('@'),
  })
  const { supplier: other } = await createPayableSupplier(shop)
  const list = async (id: string) => (await expectSuccess(operator.get(`/payout-stops?supplier=${id}`))).body
  expect(await list(supplier.publicId)).toMatchObject({ stops: [current, past], total: 2 })
  expect(await list(other.publicId)).toMatchObject({ stops: [], total: 0 })
})
