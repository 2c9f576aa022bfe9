import { expect, test } from 'vitest'
import { actAsBuyer, openComplaint, actAsOperator } from '#tests/steps/cases.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  listBrokenRules,
  expectSuccess,
  createOperator,
  type PayableSupplier,
  readPayoutBalances,
  createPayableSupplier,
} from '#tests/steps/payouts.ts'
import { extractPdfTexts } from '#tests/oracles/pdf-text.ts'
import { refundAsOperator } from '#tests/steps/refunds.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import {
  readBookedCommission,
  readPayouts,
  sumStatedCommission,
  listStatementErrors,
} from '#tests/steps/statements.ts'
import {
  postAsGuest,
  type CreatedOrder,
  runOrderTimers,
  createSentOrder,
} from '#tests/steps/supplier-orders.ts'

// A statement is the invoice of the commission: what it says was kept is what the books have kept. One item at 100.00 and its
// shipping are sold for 102.06, of which 15.31 and the tax of 1.38 are kept.
const shop = await createTestShop({ PAYOUT_EVERY_DAYS: '1' })
const SOLD = { kind: 'released', gross: 102.06, commission: 15.31, tax: 1.38, amount: 85.37 }
const TEN_REFUNDED = { kind: 'refunded', gross: -10, commission: -1.5, tax: -0.14, amount: -8.36 }

async function releaseOrder(order: CreatedOrder): Promise<void> {
  await expectSuccess(postAsGuest(shop, order, 'received'))
  shop.passTime(14 * 86_400_000)
  await runOrderTimers(shop)
}

async function sweep(): Promise<void> {
  shop.passTime(86_400_000)
  await expectSuccess((await createOperator(shop)).post('/payouts/sweep'))
}

async function confirmAll(): Promise<void> {
  const operator = await createOperator(shop)
  const payOn = shop.now().toISOString().slice(0, 10)
  const file = getField(await expectSuccess(operator.post('/payout-files', { payOn })), 'file', 'id')
  await expectSuccess(operator.post(`/payout-files/${file}/mark`, { event: 'confirm' }))
}

/** What the supplier's payouts say, which has to agree with the books. */
async function readStatementLines({ supplier }: PayableSupplier) {
  const payouts = await readPayouts(shop, supplier)
  expect(await listStatementErrors(shop, supplier)).toEqual([])
  expect(sumStatedCommission(payouts)).toEqual(await readBookedCommission(shop, supplier))
  expect(await readPayoutBalances(shop, supplier)).toMatchObject({ available: 0, owed: 0 })
  expect(await listBrokenRules(await createOperator(shop))).toEqual([])
  return payouts
}

test('refunded before the release: the sale stays as sold, and the refund is a line of its own', async () => {
  const store = await createPayableSupplier(shop)
  const order = await createSentOrder(shop, { like: store })
  await expectSuccess(refundAsOperator(order, { of: 'amount', amount: 1_000 }))
  await releaseOrder(order)
  await sweep()
  expect(await readStatementLines(store)).toMatchObject([
    {
      amount: 77.01,
      lines: [SOLD, TEN_REFUNDED].map((line) => ({ ...line, order: { id: order.id } })),
      totals: { gross: 92.06, commission: 13.81, tax: 1.24, other: 0 },
    },
  ])
  expect(await readBookedCommission(shop, store.supplier)).toEqual({ commission: 1_381, tax: 124 })
})

test('the table and the document say the same as the answer, with totals of what was really kept', async () => {
  const store = await createPayableSupplier(shop)
  const order = await createSentOrder(shop, { like: store })
  await expectSuccess(refundAsOperator(order, { of: 'amount', amount: 1_000 }))
  await releaseOrder(order)
  await sweep()
  const [payout] = await readPayouts(shop, store.supplier)
  const { headers } = await createOperator(shop)
  const path = `/payouts/${payout?.id}/statement`
  const table = (await shop.get(path, headers)).text.trim().split('\r\n')
  expect(table.slice(1).map((line) => line.split(',').slice(3, 7).join())).toEqual([
    '102.06,15.31,1.38,85.37',
    '-10,-1.5,-0.14,-8.36',
    '92.06,13.81,1.24,77.01',
  ])
  const answer = await shop.app.http.request(`${SHOP_URL}${path}?format=pdf`, { headers })
  const texts = extractPdfTexts(new Uint8Array(await answer.arrayBuffer()))
  expect(texts).toEqual(
    expect.arrayContaining(['-$10.00', '-$1.50', '-$0.14', '-$8.36', '$92.06', '$13.81', '$1.24', '$77.01']),
  )
})

test('refunded after the release: the line that takes it off says what of the commission went back', async () => {
  const store = await createPayableSupplier(shop)
  const order = await createSentOrder(shop, { like: store, released: true })
  await expectSuccess(refundAsOperator(order, { of: 'amount', amount: 1_000 }))
  await sweep()
  expect(await readStatementLines(store)).toMatchObject([{ amount: 77.01, lines: [SOLD, TEN_REFUNDED] }])
})

test('refunded after the payout: the next statement has the refund in place of a debt without a name', async () => {
  const store = await createPayableSupplier(shop)
  const order = await createSentOrder(shop, { like: store, released: true })
  await sweep()
  await confirmAll()
  await expectSuccess(refundAsOperator(order, { of: 'all' }))
  await createSentOrder(shop, { like: store, released: true, quantities: [3] })
  await sweep()
  const [first, next] = await readStatementLines(store)
  expect(first).toMatchObject({ amount: 85.37, lines: [SOLD] })
  expect(next?.lines).toMatchObject([
    {
      kind: 'refunded',
      order: { id: order.id },
      gross: -102.06,
      commission: -15.31,
      tax: -1.38,
      amount: -85.37,
    },
    { kind: 'released' },
  ])
})

test('a refund that is paid from the free balance and by a debt is one line, in one statement', async () => {
  const store = await createPayableSupplier(shop)
  const order = await createSentOrder(shop, { like: store, released: true, quantities: [2] })
  await sweep()
  await confirmAll()
  await createSentOrder(shop, { like: store, released: true })
  await expectSuccess(refundAsOperator(order, { of: 'all' }))
  await createSentOrder(shop, { like: store, released: true, quantities: [3] })
  await sweep()
  const next = (await readStatementLines(store)).at(-1)
  expect(next?.lines.map(({ kind }) => kind)).toEqual(['released', 'refunded', 'released'])
  expect(next?.totals.other).toBe(0)
})

test('what a case has frozen and given to the buyer is told as a refund beside the sale', async () => {
  const store = await createPayableSupplier(shop)
  const order = await createSentOrder(shop, { like: store })
  await expectSuccess(openComplaint(order, { amount: 3_000 }))
  const cases = await expectSuccess((await createOperator(shop)).get('/cases'))
  const id = getField<string>(cases, 'cases', '0', 'id')
  await actAsBuyer(order, id, { action: 'escalate' })
  await expectSuccess(actAsOperator(order, id, { action: 'rule', amount: 3_000, text: 'So it is ruled.' }))
  shop.passTime(14 * 86_400_000)
  await runOrderTimers(shop)
  await sweep()
  expect(await readStatementLines(store)).toMatchObject([{ lines: [SOLD, { kind: 'refunded', gross: -30 }] }])
})

test('a payout that failed and the one after it state the same sale, and only one of them counts', async () => {
  const store = await createPayableSupplier(shop)
  const order = await createSentOrder(shop, { like: store, released: true })
  await sweep()
  const [first] = await readPayouts(shop, store.supplier)
  await expectSuccess(refundAsOperator(order, { of: 'amount', amount: 1_000 }))
  const fail = { event: 'fail', reason: 'The bank has closed' }
  await expectSuccess((await createOperator(shop)).post(`/payouts/${first?.id}/mark`, fail))
  await sweep()
  expect(await readStatementLines(store)).toMatchObject([
    { state: 'failed', amount: 85.37, lines: [SOLD] },
    { amount: 77.01, lines: [SOLD, TEN_REFUNDED] },
  ])
})
