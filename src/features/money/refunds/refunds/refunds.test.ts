import { expect, test } from 'vitest'
import { allMails } from '#tests/steps/books.ts'
import {
  brokenRules,
  clearing,
  givenBySandbox,
  payOut,
  refundBy,
  supplierOf,
  allRefunds,
} from '#tests/steps/refunds.ts'
import { testShop } from '#tests/shop/shop.ts'
import { asSupplier, moneyOf, paidOrder, sentOrder, submittedOrder } from '#tests/steps/supplier-orders.ts'

const shop = await testShop()
// One piece at 100.00 and its shipping, of which the marketplace keeps 15 per cent and nine per cent tax on that.
const [TOTAL, NET, COMMISSION] = [10_206, 8_537, 1_531]

test('an amount is given back by all who have a share of it, at the provider too', async () => {
  const order = await sentOrder(shop)
  const answer = await refundBy(order, { of: 'amount', amount: 3_000 })
  expect(answer.body).toMatchObject({
    refund: {
      state: 'asked',
      amount: 3_000,
      borneBy: { notEarned: 0, supplier: 2_509, commission: 450, tax: 41, marketplace: 0 },
    },
    standing: { paid: TOTAL, refunded: 3_000, left: TOTAL - 3_000, byHand: null },
  })
  await shop.work()
  expect(await allRefunds(shop)).toMatchObject([{ amount: 3_000, state: 'done' }])
  expect(await givenBySandbox(shop)).toEqual({ times: 1, amount: 3_000 })
  expect(await moneyOf(shop, order)).toEqual({
    escrow: 0,
    pending: NET - 2_509,
    available: 0,
    commission: COMMISSION - 450,
  })
  expect(await clearing(shop)).toBe(TOTAL - 3_000)
  expect(await brokenRules(shop)).toEqual([])
  const emails = await allMails(shop.db)
  expect(emails.filter(({ subject }) => subject.startsWith('$30.00 of'))).toHaveLength(2)
})

test('an amount only, before anything was sent: the rest is earned when it is, and nothing more', async () => {
  const order = await submittedOrder(shop)
  await refundBy(order, { of: 'amount', amount: 1_000 })
  expect(await moneyOf(shop, order)).toMatchObject({ escrow: TOTAL - 1_000 })
  await asSupplier(order, 'accept')
  const parcelResponse = await asSupplier(order, 'parcels', {
    carrier: 'fedex',
    trackingNumber: '123456789012',
    idempotencyKey: 'parcel-1',
  })
  expect(parcelResponse.status).toBe(200)
  const { escrow, pending = 0, commission = 0 } = await moneyOf(shop, order)
  expect([escrow, commission]).toEqual([0, Math.round((TOTAL - 1_000) * 0.15)])
  expect(pending).toBeLessThan(NET)
  expect(await brokenRules(shop)).toEqual([])
})

test('an order is never refunded by its status: what is not sent is cancelled, which gives its money back once', async () => {
  const order = await submittedOrder(shop)
  const fullRefund = await refundBy(order, { of: 'all' })
  expect([fullRefund.status, fullRefund.body]).toMatchObject([409, { code: 'cancel_first' }])
  await asSupplier(order, 'accept')
  await asSupplier(order, 'cancel', { reason: 'It cannot be made' })
  await shop.work()
  expect((await refundBy(order, { of: 'all' })).body).toMatchObject({ code: 'nothing_left' })
  expect(await givenBySandbox(shop)).toEqual({ times: 1, amount: TOTAL })
  expect(await brokenRules(shop)).toEqual([])
})

test('a part, then all: the second gives what the first has left, to the cent, and a third nothing', async () => {
  const order = await sentOrder(shop)
  await refundBy(order, { of: 'amount', amount: 3_333 })
  expect((await refundBy(order, { of: 'amount', amount: TOTAL })).body).toMatchObject({
    code: 'more_than_left',
    details: { leftCents: TOTAL - 3_333 },
  })
  expect((await refundBy(order, { of: 'all' })).body).toMatchObject({ refund: { amount: TOTAL - 3_333 } })
  expect((await refundBy(order, { of: 'amount', amount: 1 })).body).toMatchObject({ code: 'nothing_left' })
  await shop.work()
  expect(await givenBySandbox(shop)).toEqual({ times: 2, amount: TOTAL })
  expect(await moneyOf(shop, order)).toEqual({ escrow: 0, pending: 0, available: 0, commission: 0 })
  expect(await clearing(shop)).toBe(0)
  expect(await brokenRules(shop)).toEqual([])
})

test('after the payout the supplier owes its part, which the next payout nets', async () => {
  const order = await sentOrder(shop, { released: true })
  expect(await supplierOf(order)).toEqual({ available: NET, owes: 0 })
  await payOut(order, 'payout-1')
  await refundBy(order, { of: 'all' })
  expect(await supplierOf(order)).toEqual({ available: 0, owes: NET })
  await shop.work()
  expect(await givenBySandbox(shop)).toEqual({ times: 1, amount: TOTAL })
  expect(await moneyOf(shop, order)).toMatchObject({ commission: 0 })
  expect(await brokenRules(shop)).toEqual([])
})

test('of what was released and not paid out, the supplier gives its part back at once', async () => {
  const order = await sentOrder(shop, { released: true })
  await refundBy(order, { of: 'amount', amount: 5_103 })
  const { available, owes } = await supplierOf(order)
  expect([owes, (available ?? 0) < NET]).toEqual([0, true])
  expect(await brokenRules(shop)).toEqual([])
})

test('the shipping only, and once', async () => {
  const order = await sentOrder(shop, { quantities: [2] })
  const answer = await refundBy(order, { of: 'shipping' })
  expect(answer.body).toMatchObject({
    refund: { amount: 206 },
    standing: { shippingLeft: 0, unitsLeft: [2] },
  })
  expect((await refundBy(order, { of: 'shipping' })).body).toMatchObject({ code: 'nothing_left' })
  expect(await brokenRules(shop)).toEqual([])
})

test('units of lines go back once each, and only those that were sent', async () => {
  const order = await sentOrder(shop, { quantities: [2, 1] })
  const lines = [{ line: 1, quantity: 1 }]
  expect((await refundBy(order, { of: 'lines', lines })).body).toMatchObject({
    refund: { amount: 10_000 },
    standing: { unitsLeft: [1, 1] },
  })
  await refundBy(order, { of: 'lines', lines })
  expect((await refundBy(order, { of: 'lines', lines })).body).toMatchObject({ code: 'units_not_there' })
  const none = { of: 'lines', lines: [{ line: 9, quantity: 1 }] }
  expect((await refundBy(order, none)).body).toMatchObject({ code: 'units_not_there' })
  expect(await brokenRules(shop)).toEqual([])
})

test('what the marketplace gives out of its own pocket costs the supplier nothing', async () => {
  const order = await sentOrder(shop)
  const answer = await refundBy(order, { of: 'amount', amount: 500 }, { byMarketplace: true })
  expect(answer.body).toMatchObject({ refund: { borneBy: { marketplace: 500, supplier: 0 } } })
  expect(await moneyOf(shop, order)).toMatchObject({ pending: NET, commission: COMMISSION })
  expect((await refundBy(order, { of: 'all' })).body).toMatchObject({ refund: { amount: TOTAL - 500 } })
  await shop.work()
  expect(await givenBySandbox(shop)).toEqual({ times: 2, amount: TOTAL })
  expect(await brokenRules(shop)).toEqual([])
})

test('the same key is the same refund; with other content it is refused', async () => {
  const order = await sentOrder(shop)
  const key = { idempotencyKey: 'the-same-key' }
  const first = await refundBy(order, { of: 'amount', amount: 700 }, key)
  expect((await refundBy(order, { of: 'amount', amount: 700 }, key)).body).toMatchObject({
    refund: { id: Reflect.get(Object(Reflect.get(Object(first.body), 'refund')), 'id') },
  })
  expect((await refundBy(order, { of: 'amount', amount: 701 }, key)).body).toMatchObject({
    code: 'key_reused',
  })
  await shop.work()
  expect(await givenBySandbox(shop)).toEqual({ times: 1, amount: 700 })
})

test('two refunds at the same moment never give more than was paid', async () => {
  const order = await sentOrder(shop)
  const answers = await Promise.all([1, 2, 3].map(() => refundBy(order, { of: 'amount', amount: 6_000 })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await shop.work()
  expect(await givenBySandbox(shop)).toEqual({ times: 1, amount: 6_000 })
})

test('a supplier gives back of its own orders, at its own cost, and of nobody else’s', async () => {
  const [made, other] = [await sentOrder(shop), await paidOrder(shop)]
  const refundBody = (key: string, more = {}) => ({
    what: { of: 'amount', amount: 100 },
    reason: 'A scratch',
    idempotencyKey: `supplier-${key}`,
    ...more,
  })
  expect((await asSupplier(made, 'refunds', refundBody('1'))).body).toMatchObject({
    refund: { cameOf: 'supplier' },
  })
  const ofMarketplace = await asSupplier(made, 'refunds', refundBody('2', { byMarketplace: true }))
  expect([ofMarketplace.status, ofMarketplace.body]).toMatchObject([403, { code: 'not_yours' }])
  const strange = await asSupplier({ ...other, owner: made.owner }, 'refunds', refundBody('3'))
  expect([strange.status, strange.body]).toMatchObject([404, { code: 'order_not_found' }])
})
