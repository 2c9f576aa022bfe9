import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { createRefundRequester, takeDispute } from '#features/money/refunds/service.ts'
import { brokenRules, good } from '#tests/steps/payouts.ts'
import { AT, orderToPay, reportsTo } from '#tests/steps/settlement-reports.ts'
import { testShop } from '#tests/shop/shop.ts'
import { asGuest, paidOrder } from '#tests/steps/supplier-orders.ts'

const shop = await testShop()

test('a refund that the report of its days does not have is missing, until it is reported', async () => {
  const { handIn, doubts, kinds } = await reportsTo(shop)
  const order = await paidOrder(shop)
  await asGuest(shop, order, 'cancel')
  await shop.work()
  const [found] = await rows<{ receipt: string; refund: string }>(
    shop.db,
    sql`select r.external_id as receipt, q.public_id as refund from receipts r join refund_requests q on q.receipt_id = r.id`,
  )
  const payment = `p,payment,${found?.receipt},,,USD,102.06,0,102.06,${AT}`
  await handIn([payment])
  const [doubt] = await doubts()
  expect(doubt).toMatchObject({
    kind: 'missing',
    about: found?.refund,
    expected: -102.06,
    reported: 0,
    canAdjust: false,
    words: expect.stringContaining('The buyer may not have got it'),
  })
  await handIn([`r,refund,${found?.receipt},,,USD,-102.06,0,-102.06,${AT}`])
  expect(await kinds()).toEqual([])
  expect(await doubts('yes')).toMatchObject([{ id: doubt?.id, note: 'It was reported later.' }])
})

test('so is what a bank has taken by our books', async () => {
  const { handIn, kinds } = await reportsTo(shop)
  const { receipt, pay } = await orderToPay(shop)
  await pay()
  const { enqueue } = shop.app.jobs
  await takeDispute(shop.db, {
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
    desk: { enqueue, refund: createRefundRequester(enqueue) },
    now: shop.now(),
  })
  await handIn([`p,payment,${receipt},,,USD,102.06,0,102.06,${AT}`])
  expect(await kinds()).toEqual([['missing', 'dp_1']])
  await handIn([`d,dispute,${receipt},,,USD,-102.06,0,-102.06,${AT}`])
  expect(await kinds()).toEqual([])
})

test('a row that changes twice is two differences, each of what changed then', async () => {
  const { handIn, doubts, resolve, booked, operator } = await reportsTo(shop)
  const row = (net: string) => `x,other,,,,USD,${net},0,${net},${AT}`
  await handIn([row('5.00')])
  await good(resolve((await doubts())[0]?.id, { note: 'A gift.', adjust: true }))
  await handIn([row('6.00')])
  await handIn([row('9.00')])
  const changed = await doubts()
  expect(changed).toMatchObject([
    { kind: 'changed', expected: 6, reported: 9, canAdjust: true },
    { kind: 'changed', expected: 5, reported: 6, canAdjust: true },
  ])
  for (const { id } of changed) await good(resolve(id, { note: 'So it is.', adjust: true }))
  expect(await booked('provider_clearing')).toBe(900)
  expect(await brokenRules(operator)).toEqual([])
})

test('two amounts of a row that are wrong are two differences', async () => {
  const { handIn, doubts } = await reportsTo(shop)
  const { receipt, pay } = await orderToPay(shop)
  await pay()
  await handIn([`p,payment,${receipt},,,USD,101.06,1.00,99.00,${AT}`])
  expect(
    (await doubts()).map(({ kind, expected, reported }) => [kind, expected, reported]).toSorted(),
  ).toEqual([
    ['wrong_amount', 100.06, 99],
    ['wrong_amount', 102.06, 101.06],
  ])
})

test('the report of a provider that this shop has never had is refused, and books nothing', async () => {
  const { handIn, booked } = await reportsTo(shop)
  const fee = `f,fee,,,,USD,-1.00,0,-1.00,${AT}`
  const refused = await handIn([fee], { provider: 'sandbax' })
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { code: 'unknown_provider', message: expect.stringContaining('sandbox') },
  ])
  expect(await booked('provider_fees')).toBe(0)
})
