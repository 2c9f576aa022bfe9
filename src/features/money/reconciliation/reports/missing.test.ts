import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createRefundRequester, applyDispute } from '#features/money/refunds/service.ts'
import { listBrokenRules, expectSuccess } from '#tests/steps/payouts.ts'
import { AT, createUnpaidOrder, createReportSteps } from '#tests/steps/settlement-reports.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { postAsGuest, createPaidOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

test('a refund missing in the report of its days is a discrepancy until it is reported', async () => {
  const { handIn, discrepancies, kinds } = await createReportSteps(shop)
  const order = await createPaidOrder(shop)
  await postAsGuest(shop, order, 'cancel')
  await shop.work()
  const [found] = await queryRows<{ receipt: string; refund: string }>(
    shop.db,
    sql`select r.external_id as receipt, q.public_id as refund from receipts r join refund_requests q on q.receipt_id = r.id`,
  )
  const payment = `p,payment,${found?.receipt},,,USD,102.06,0,102.06,${AT}`
  await handIn([payment])
  const [discrepancy] = await discrepancies()
  expect(discrepancy).toMatchObject({
    kind: 'missing',
    about: found?.refund,
    expected: -102.06,
    reported: 0,
    canAdjust: false,
    message: expect.stringContaining('The buyer may not have received it'),
  })
  await handIn([`r,refund,${found?.receipt},,,USD,-102.06,0,-102.06,${AT}`])
  expect(await kinds()).toEqual([])
  expect(await discrepancies('yes')).toMatchObject([{ id: discrepancy?.id, note: 'It was reported later.' }])
})

test('a booked chargeback that no report has is missing', async () => {
  const { handIn, kinds } = await createReportSteps(shop)
  const { receipt, pay } = await createUnpaidOrder(shop)
  await pay()
  const { enqueue } = shop.app.jobs
  await applyDispute(shop.db, {
    provider: 'sandbox',
    dispute: {
      disputeId: 'dp_1',
      receiptId: receipt,
      currency: 'USD',
      amount: 10_206,
      fee: 0,
      feeCurrency: 'USD',
      state: 'open',
      reason: 'fraudulent',
      respondBy: undefined,
    },
    deps: { enqueue, refund: createRefundRequester(enqueue) },
    now: shop.now(),
  })
  await handIn([`p,payment,${receipt},,,USD,102.06,0,102.06,${AT}`])
  expect(await kinds()).toEqual([['missing', 'dp_1']])
  await handIn([`d,dispute,${receipt},,,USD,-102.06,0,-102.06,${AT}`])
  expect(await kinds()).toEqual([])
})

test('a row that changes twice gives two discrepancies, each with its change', async () => {
  const { handIn, discrepancies, resolve, booked, operator } = await createReportSteps(shop)
  const row = (net: string) => `x,other,,,,USD,${net},0,${net},${AT}`
  await handIn([row('5.00')])
  await expectSuccess(resolve((await discrepancies())[0]?.id, { note: 'A gift.', adjust: true }))
  await handIn([row('6.00')])
  await handIn([row('9.00')])
  const changed = await discrepancies()
  expect(changed).toMatchObject([
    { kind: 'changed', expected: 6, reported: 9, canAdjust: true },
    { kind: 'changed', expected: 5, reported: 6, canAdjust: true },
  ])
  for (const { id } of changed) await expectSuccess(resolve(id, { note: 'So it is.', adjust: true }))
  expect(await booked('provider_clearing')).toBe(900)
  expect(await listBrokenRules(operator)).toEqual([])
})

test('two wrong amounts in a row give two discrepancies', async () => {
  const { handIn, discrepancies } = await createReportSteps(shop)
  const { receipt, pay } = await createUnpaidOrder(shop)
  await pay()
  await handIn([`p,payment,${receipt},,,USD,101.06,1.00,99.00,${AT}`])
  expect(
    (await discrepancies()).map(({ kind, expected, reported }) => [kind, expected, reported]).toSorted(),
  ).toEqual([
    ['wrong_amount', 100.06, 99],
    ['wrong_amount', 102.06, 101.06],
  ])
})

test('refuses the report of a provider that the shop never used, and books nothing', async () => {
  const { handIn, booked } = await createReportSteps(shop)
  const fee = `f,fee,,,,USD,-1.00,0,-1.00,${AT}`
  const refused = await handIn([fee], { provider: 'sandbax' })
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { code: 'unknown_provider', message: expect.stringContaining('sandbox') },
  ])
  expect(await booked('provider_fees')).toBe(0)
})
