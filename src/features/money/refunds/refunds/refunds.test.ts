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
// One item at 100.00 and its shipping, with 15 per cent commission and nine per cent tax on the commission.
const [TOTAL, NET, COMMISSION] = [10_206, 8_537, 1_531]

test('a refund of an amount is shared by all parties, and made at the provider', async () => {
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

test('after a partial refund before shipping, the rest is earned when shipped', async () => {
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

test('an unshipped order is refunded by cancelling it, once', async () => {
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

test('a full refund after a partial one refunds the rest, and a third one is refused', async () => {
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

test('a refund after the payout is owed by the supplier', async () => {
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

test('a refund of released money is taken from the supplier’s available balance', async () => {
  const order = await createSentOrder(shop, { released: true })
  await refundAsOperator(order, { of: 'amount', amount: 5_103 })
  const { available, owes } = await readSupplierBalances(order)
  expect([owes, (available ?? 0) < NET]).toEqual([0, true])
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('the shipping alone can be refunded, once', async () => {
  const order = await createSentOrder(shop, { quantities: [2] })
  const answer = await refundAsOperator(order, { of: 'shipping' })
  expect(answer.body).toMatchObject({
    refund: { amount: 206 },
    balance: { shippingLeft: 0, unitsLeft: [2] },
  })
  expect((await refundAsOperator(order, { of: 'shipping' })).body).toMatchObject({ code: 'nothing_left' })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('units of lines can be refunded once each, and only shipped ones', async () => {
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

test('a refund at the marketplace’s expense costs the supplier nothing', async () => {
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

test('an idempotency key returns its refund, and is refused with other content', async () => {
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

test('concurrent refunds never exceed the payment', async () => {
  const order = await createSentOrder(shop)
  const answers = await Promise.all(
    [1, 2, 3].map(() => refundAsOperator(order, { of: 'amount', amount: 6_000 })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await shop.work()
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: 6_000 })
})

test('a supplier can refund its own orders at its own expense, and no others', async () => {
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
