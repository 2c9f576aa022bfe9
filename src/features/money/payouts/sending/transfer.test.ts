import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readAllEmails } from '#tests/steps/database-reads.ts'
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
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'

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
  fake.fail('broken', 0)
  fake.transfers.length = 0
  fake.accounts.clear()
  fake.balance.set('usd', 1_000_000)
})

/** Creates a store paid by Stripe with 60.00 due; returns it with its payout. */
async function payoutByStripe(account = 'acct_1Known') {
  const store = await createPayableSupplier(shop, null)
  const { publicId: supplier } = store.supplier
  await expectSuccess(
    operator.post('/payout-accounts/stripe', {
      supplier,
      account,
      holder: 'Atelier',
      country: 'SG',
      password: PASSWORD,
    }),
  )
  await releaseBalance(shop, store.supplier, 6_000)
  const swept = await expectSuccess(operator.post('/payouts/sweep'))
  return { ...store, id: getField(swept, 'made', '0') }
}

const readPayout = async (id: string) => getField<object>(await operator.get(`/payouts/${id}`), 'payout')

async function work(times = 1): Promise<void> {
  for (let attempt = 0; attempt < times; attempt++) await shop.work().catch(() => undefined)
}

test('a transfer is made once under the payout’s ID, and reduces the Stripe balance', async () => {
  fake.accounts.add('acct_1Known')
  const { id, supplier } = await payoutByStripe()
  await work()
  expect(fake.transfers).toMatchObject([
    {
      amount: 6_000,
      currency: 'usd',
      destination: 'acct_1Known',
      transfer_group: id,
      metadata: { payout_id: id },
    },
  ])
  expect(fake.requests.findLast(({ method }) => method === 'POST')).toMatchObject({ key: id })
  expect(await readPayout(id)).toMatchObject({ state: 'confirmed', externalId: fake.transfers[0]?.id })
  expect(await readPayoutBalances(shop, supplier, id)).toEqual({ available: 0, owed: 0, inTransit: 0 })
  const clearing = await operator.get('/ledger/explain/provider_clearing?subledger=stripe/connect')
  expect(clearing.body).toMatchObject({ amount: -6_000, postings: [{ key: `payout_done:${id}` }] })
  await shop.app.jobs.enqueue(shop.db, { job: 'payouts.transfer', input: { payoutId: id } })
  await work()
  expect(fake.transfers).toHaveLength(1)
  expect(await listBrokenRules(operator)).toEqual([])
})

test('a transfer to an account unknown to Stripe fails with Stripe’s message, and the money is available again', async () => {
  const { id, supplier } = await payoutByStripe('acct_1Strange')
  await work(2)
  expect(await readPayout(id)).toMatchObject({
    state: 'failed',
    timeline: [
      {},
      { event: 'send' },
      { event: 'fail', actor: 'provider', reason: "No such destination: 'acct_1Strange'" },
    ],
  })
  expect(await readPayoutBalances(shop, supplier, id)).toMatchObject({ available: 6_000, inTransit: 0 })
  expect((await readAllEmails(shop.db)).at(-1)?.text).toContain('No such destination')
  expect(getField(await expectSuccess(operator.post('/payouts/sweep')), 'made')).toEqual([])
})

test('a payout waits and is retried while the marketplace’s Stripe balance is too low', async () => {
  fake.accounts.add('acct_1Known')
  fake.balance.set('usd', 100)
  const { id, supplier } = await payoutByStripe()
  await work()
  for (const scenario of [
    ['prepare', 'send', 'wait'],
    ['prepare', 'send', 'wait', 'send', 'wait'],
  ]) {
    expect(await readPayout(id)).toMatchObject({
      state: 'prepared',
      timeline: scenario.map((event) => ({ event })),
    })
    expect(await readPayoutBalances(shop, supplier, id)).toEqual({ available: 0, owed: 0, inTransit: 6_000 })
    expect(getField(await expectSuccess(operator.post('/payouts/sweep')), 'made')).toEqual([])
    if (scenario.length < 5) await passHour()
  }
  fake.balance.set('usd', 10_000)
  await passHour()
  expect(await readPayout(id)).toMatchObject({ state: 'confirmed', externalId: fake.transfers[0]?.id })
  expect(fake.transfers).toHaveLength(1)
  expect((await readAllEmails(shop.db)).filter(({ text }) => text.includes('could not be paid'))).toEqual([])
  expect(await listBrokenRules(operator)).toEqual([])
})

async function passHour(): Promise<void> {
  shop.passTime(61 * 60_000)
  operator = await createOperator(shop)
  await shop.app.jobs.enqueue(shop.db, { job: 'payouts.find_unclear', input: {} })
  await work(2)
}

test('a lost answer is looked up, and the transfer is made once', async () => {
  fake.accounts.add('acct_1Known')
  const { id } = await payoutByStripe()
  // Including the lookup before it.
  fake.fail('lost_after', 12)
  await work()
  expect(await readPayout(id)).toMatchObject({ state: 'sent' })
  fake.fail('broken', 0)
  shop.passTime(2 * 86_400_000)
  operator = await createOperator(shop)
  await shop.app.jobs.enqueue(shop.db, { job: 'payouts.transfer', input: { payoutId: id } })
  await work()
  expect(await readPayout(id)).toMatchObject({ state: 'confirmed' })
  expect(fake.transfers).toHaveLength(1)
})

test('a payout whose job was lost before the transfer is sent later', async () => {
  fake.accounts.add('acct_1Known')
  const { id } = await payoutByStripe()
  await shop.db.execute(sql`delete from pgboss.job where name = 'payouts.transfer'`)
  shop.passTime(13 * 3_600_000)
  operator = await createOperator(shop)
  await shop.app.jobs.enqueue(shop.db, { job: 'payouts.find_unclear', input: {} })
  await work(2)
  expect(await readPayout(id)).toMatchObject({ state: 'confirmed' })
  expect(fake.transfers).toHaveLength(1)
})

test('a transfer in Stripe’s report matches its payout, and an unknown transfer is a discrepancy', async () => {
  fake.accounts.add('acct_1Known')
  await payoutByStripe()
  await work()
  const heads = 'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id'
  const row = (id: string, transfer = '', amount = '-60.00') =>
    `${id},2026-03-02 10:00:00,usd,${amount},0.00,${amount},transfer,${transfer}`
  const transferId = fake.transfers[0]?.id
  const csv = [
    heads,
    row('txn_1', transferId),
    row('txn_2', 'tr_strange'),
    row('txn_3', transferId, '-61.00'),
  ].join('\n')
  const query = 'format=stripe&from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z'
  const { headers } = operator
  await shop.app.http.request(`${SHOP_URL}/settlement-reports/stripe?${query}`, {
    method: 'POST',
    headers,
    body: csv,
  })
  expect((await operator.get('/settlement-discrepancies')).body).toMatchObject({
    discrepancies: [
      { kind: 'unknown', about: 'txn_3' },
      { kind: 'unknown', about: 'txn_2' },
    ],
  })
})

test('a reversed transfer is a discrepancy until its payout is marked as returned', async () => {
  fake.accounts.add('acct_1Known')
  const { id } = await payoutByStripe()
  await work()
  const heads = 'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id'
  const transferRow = `txn_1,2026-03-02 10:00:00,usd,-60.00,0.00,-60.00,transfer,${fake.transfers[0]?.id}`
  const reversalRow = 'txn_2,2026-03-02 11:00:00,usd,60.00,0.00,60.00,transfer_reversal,trr_1'
  const { headers } = operator
  const handIn = (...lines: string[]) =>
    shop.app.http.request(
      `${SHOP_URL}/settlement-reports/stripe?format=stripe&from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z`,
      { method: 'POST', headers, body: [heads, ...lines].join('\n') },
    )
  const listDiscrepancies = async () =>
    getField<object[]>(await operator.get('/settlement-discrepancies'), 'discrepancies')
  await handIn(transferRow, reversalRow)
  const expectedMessage = expect.stringContaining('Mark the payout as returned')
  expect(await listDiscrepancies()).toMatchObject([
    { kind: 'unknown', about: 'txn_2', canAdjust: false, message: expectedMessage },
  ])
  await expectSuccess(
    operator.post(`/payouts/${id}/mark`, { event: 'return', reason: 'The account was closed.' }),
  )
  await handIn(reversalRow)
  expect(await listDiscrepancies()).toEqual([])
  await handIn(reversalRow.replace('txn_2', 'txn_3'))
  expect(await listDiscrepancies()).toMatchObject([{ kind: 'doubled', about: 'txn_3', canAdjust: false }])
  expect(await listBrokenRules(operator)).toEqual([])
})

test('a payout without an answer is unclear after half a day, and an operator can have it looked up again', async () => {
  fake.accounts.add('acct_1Known')
  const { id, supplier } = await payoutByStripe()
  fake.fail('broken', 100)
  await work()
  expect((await operator.post(`/payouts/${id}/mark`, { event: 'fail', reason: 'x' })).status).toBe(409)
  shop.passTime(13 * 3_600_000)
  operator = await createOperator(shop)
  await shop.app.jobs.enqueue(shop.db, { job: 'payouts.find_unclear', input: {} })
  await work()
  expect(await readPayout(id)).toMatchObject({ state: 'unclear' })
  expect(await readPayoutBalances(shop, supplier, id)).toMatchObject({ available: 0, inTransit: 6_000 })
  fake.fail('broken', 0)
  await expectSuccess(operator.post(`/payouts/${id}/mark`, { event: 'ask_again', reason: 'Stripe is back' }))
  await work()
  expect(await readPayout(id)).toMatchObject({ state: 'confirmed' })
  expect(fake.transfers).toHaveLength(1)
})

test('changing a payout account requires an operator’s password too', async () => {
  const { supplier } = await createPayableSupplier(shop, null)
  const account = { supplier: supplier.publicId, account: 'acct_1Known', holder: 'Atelier', country: 'SG' }
  const save = (password?: string) => operator.post('/payout-accounts/stripe', { ...account, password })
  expect((await save()).body).toMatchObject({ code: 'password_needed' })
  expect((await save('not mine')).body).toMatchObject({ code: 'password_wrong' })
  await expectSuccess(save(PASSWORD))
})

test('operators see a supplier’s payout account masked, and others do not', async () => {
  const { supplier, owner } = await createPayableSupplier(shop, null)
  const path = `/payout-accounts/${supplier.publicId}`
  expect((await operator.get(path)).body).toMatchObject({ account: null, canUseStripe: true })
  const account = { account: 'acct_1Known', holder: 'Atelier', country: 'SG', password: PASSWORD }
  await expectSuccess(operator.post('/payout-accounts/stripe', { supplier: supplier.publicId, ...account }))
  const found = await operator.get(path)
  expect(found.body).toMatchObject({
    account: { method: 'stripe', holder: 'Atelier', country: 'SG', maskedNumber: 'Stripe … nown' },
  })
  expect(found.text).not.toContain('acct_1Known')
  expect((await shop.get(path, owner.headers)).status).toBe(403)
  expect((await operator.get('/payout-accounts/sup_none')).body).toMatchObject({ code: 'supplier_not_found' })
})
