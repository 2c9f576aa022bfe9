import { expect, test } from 'vitest'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import {
  listLedgerErrors,
  readClearing,
  readSandboxRefunds,
  payOutBalance,
  refundAsOperator,
  readSupplierBalances,
  readAllRefunds,
} from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  postAsSupplier,
  readOrderMoney,
  createPaidOrder,
  createSentOrder,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
// One item at 100.00 and its shipping, of which the marketplace keeps 15 per cent and nine per cent tax on that.
const [TOTAL, NET, COMMISSION] = [10_206, 8_537, 1_531]

test('an amount is given back by all who have a share of it, at the provider too', async () => {
  const order = await createSentOrder(shop)
  const answer = await refundAsOperator(order, { of: 'amount', amount: 3_000 })
  expect(answer.body).toMatchObject({
    refund: {
      state: 'asked',
      amount: 3_000,
      liability: { notEarned: 0, supplier: 2_509, commission: 450, tax: 41, marketplace: 0 },
    },
    balance: { paid: TOTAL, refunded: 3_000, left: TOTAL - 3_000, byHand: null },
  })
  await shop.work()
  expect(await readAllRefunds(shop)).toMatchObject([{ amount: 3_000, state: 'done' }])
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: 3_000 })
  expect(await readOrderMoney(shop, order)).toEqual({
    escrow: 0,
    pending: NET - 2_509,
    available: 0,
    commission: COMMISSION - 450,
  })
  expect(await readClearing(shop)).toBe(TOTAL - 3_000)
  expect(await listLedgerErrors(shop)).toEqual([])
  const emails = await readAllEmails(shop.db)
  expect(emails.filter(({ subject }) => subject.startsWith('Refund of $30.00'))).toHaveLength(2)
})

test('an amount only, before anything was sent: the rest is earned when it is, and nothing more', async () => {
  const order = await createSubmittedOrder(shop)
  await refundAsOperator(order, { of: 'amount', amount: 1_000 })
  expect(await readOrderMoney(shop, order)).toMatchObject({ escrow: TOTAL - 1_000 })
  await postAsSupplier(order, 'accept')
  const parcelResponse = await postAsSupplier(order, 'parcels', {
    carrier: 'fedex',
    trackingNumber: '123456789012',
    idempotencyKey: 'parcel-1',
  })
  expect(parcelResponse.status).toBe(200)
  const { escrow, pending = 0, commission = 0 } = await readOrderMoney(shop, order)
  expect([escrow, commission]).toEqual([0, Math.round((TOTAL - 1_000) * 0.15)])
  expect(pending).toBeLessThan(NET)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('an order is never refunded by its status: what is not sent is cancelled, which gives its money back once', async () => {
  const order = await createSubmittedOrder(shop)
  const fullRefund = await refundAsOperator(order, { of: 'all' })
  expect([fullRefund.status, fullRefund.body]).toMatchObject([409, { code: 'cancel_first' }])
  await postAsSupplier(order, 'accept')
  await postAsSupplier(order, 'cancel', { reason: 'It cannot be made' })
  await shop.work()
  expect((await refundAsOperator(order, { of: 'all' })).body).toMatchObject({ code: 'nothing_left' })
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: TOTAL })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a part, then all: the second gives what the first has left, to the cent, and a third nothing', async () => {
  const order = await createSentOrder(shop)
  await refundAsOperator(order, { of: 'amount', amount: 3_333 })
  expect((await refundAsOperator(order, { of: 'amount', amount: TOTAL })).body).toMatchObject({
    code: 'more_than_left',
    details: { leftCents: TOTAL - 3_333 },
  })
  expect((await refundAsOperator(order, { of: 'all' })).body).toMatchObject({
    refund: { amount: TOTAL - 3_333 },
  })
  expect((await refundAsOperator(order, { of: 'amount', amount: 1 })).body).toMatchObject({
    code: 'nothing_left',
  })
  await shop.work()
  expect(await readSandboxRefunds(shop)).toEqual({ times: 2, amount: TOTAL })
  expect(await readOrderMoney(shop, order)).toEqual({ escrow: 0, pending: 0, available: 0, commission: 0 })
  expect(await readClearing(shop)).toBe(0)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('after the payout the supplier owes its part, which the next payout nets', async () => {
  const order = await createSentOrder(shop, { released: true })
  expect(await readSupplierBalances(order)).toEqual({ available: NET, owes: 0 })
  await payOutBalance(order, 'payout-1')
  await refundAsOperator(order, { of: 'all' })
  expect(await readSupplierBalances(order)).toEqual({ available: 0, owes: NET })
  await shop.work()
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: TOTAL })
  expect(await readOrderMoney(shop, order)).toMatchObject({ commission: 0 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('of what was released and not paid out, the supplier gives its part back at once', async () => {
  const order = await createSentOrder(shop, { released: true })
  await refundAsOperator(order, { of: 'amount', amount: 5_103 })
  const { available, owes } = await readSupplierBalances(order)
  expect([owes, (available ?? 0) < NET]).toEqual([0, true])
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('the shipping only, and once', async () => {
  const order = await createSentOrder(shop, { quantities: [2] })
  const answer = await refundAsOperator(order, { of: 'shipping' })
  expect(answer.body).toMatchObject({
    refund: { amount: 206 },
    balance: { shippingLeft: 0, unitsLeft: [2] },
  })
  expect((await refundAsOperator(order, { of: 'shipping' })).body).toMatchObject({ code: 'nothing_left' })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('units of lines go back once each, and only those that were sent', async () => {
  const order = await createSentOrder(shop, { quantities: [2, 1] })
  const lines = [{ line: 1, quantity: 1 }]
  expect((await refundAsOperator(order, { of: 'lines', lines })).body).toMatchObject({
    refund: { amount: 10_000 },
    balance: { unitsLeft: [1, 1] },
  })
  await refundAsOperator(order, { of: 'lines', lines })
  expect((await refundAsOperator(order, { of: 'lines', lines })).body).toMatchObject({
    code: 'units_not_there',
  })
  const none = { of: 'lines', lines: [{ line: 9, quantity: 1 }] }
  expect((await refundAsOperator(order, none)).body).toMatchObject({ code: 'units_not_there' })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('what the marketplace gives out of its own pocket costs the supplier nothing', async () => {
  const order = await createSentOrder(shop)
  const answer = await refundAsOperator(order, { of: 'amount', amount: 500 }, { byMarketplace: true })
  expect(answer.body).toMatchObject({ refund: { liability: { marketplace: 500, supplier: 0 } } })
  expect(await readOrderMoney(shop, order)).toMatchObject({ pending: NET, commission: COMMISSION })
  expect((await refundAsOperator(order, { of: 'all' })).body).toMatchObject({
    refund: { amount: TOTAL - 500 },
  })
  await shop.work()
  expect(await readSandboxRefunds(shop)).toEqual({ times: 2, amount: TOTAL })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('the same key is the same refund; with other content it is refused', async () => {
  const order = await createSentOrder(shop)
  const key = { idempotencyKey: 'the-same-key' }
  const first = await refundAsOperator(order, { of: 'amount', amount: 700 }, key)
  expect((await refundAsOperator(order, { of: 'amount', amount: 700 }, key)).body).toMatchObject({
    refund: { id: Reflect.get(Object(Reflect.get(Object(first.body), 'refund')), 'id') },
  })
  expect((await refundAsOperator(order, { of: 'amount', amount: 701 }, key)).body).toMatchObject({
    code: 'key_reused',
  })
  await shop.work()
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: 700 })
})

test('two refunds at the same moment never give more than was paid', async () => {
  const order = await createSentOrder(shop)
  const answers = await Promise.all(
    [1, 2, 3].map(() => refundAsOperator(order, { of: 'amount', amount: 6_000 })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await shop.work()
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: 6_000 })
})

test('a supplier gives back of its own orders, at its own cost, and of nobody else’s', async () => {
  const [made, other] = [await createSentOrder(shop), await createPaidOrder(shop)]
  const refundBody = (key: string, more = {}) => ({
    what: { of: 'amount', amount: 100 },
    reason: 'A scratch',
    idempotencyKey: `supplier-${key}`,
    ...more,
  })
  expect((await postAsSupplier(made, 'refunds', refundBody('1'))).body).toMatchObject({
    refund: { cameOf: 'supplier' },
  })
  const ofMarketplace = await postAsSupplier(made, 'refunds', refundBody('2', { byMarketplace: true }))
  expect([ofMarketplace.status, ofMarketplace.body]).toMatchObject([403, { code: 'not_yours' }])
  const strange = await postAsSupplier({ ...other, owner: made.owner }, 'refunds', refundBody('3'))
  expect([strange.status, strange.body]).toMatchObject([404, { code: 'order_not_found' }])
})
