import { beforeEach, expect, test } from 'vitest'
import { getField } from '#tests/steps/chat.ts'
import {
  listBrokenRules,
  createCompletedOrder,
  GERMAN_ACCOUNT,
  expectSuccess,
  createOperator,
  readPayoutBalances,
} from '#tests/steps/payouts.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { extractPdfTexts } from '#tests/oracles/pdf-text.ts'
import { refundAsOperator } from '#tests/steps/refunds.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { type CreatedOrder, createSentOrder } from '#tests/steps/supplier-orders.ts'

// Refunds before, during and after the payout of an order. One item at 100.00 and its shipping earn 85.37.
const shop = await createTestShop({ PAYOUT_EVERY_DAYS: '1' })
const NET = 8_537

let order: CreatedOrder
let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  const first = await createCompletedOrder(shop)
  const { supplier } = first
  const owner = await createSignedInAccount(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: supplier,
    withPassword: true,
  })
  await expectSuccess(shop.post('/supplier/payout-account', GERMAN_ACCOUNT, owner.headers))
  order = { ...first, owner }
  operator = await createOperator(shop)
})

type Line = Readonly<{ amount: number; order?: { number: string } }>
type Payout = Readonly<{ id: string; reference: string; amount: number; lines: Line[] }>

/** Runs a sweep; returns the created payout with its lines. */
async function runSweep() {
  const [id] = getField<string[]>(await expectSuccess(operator.post('/payouts/sweep')), 'made')
  return id === undefined ? undefined : getField<Payout>(await operator.get(`/payouts/${id}`), 'payout')
}

async function confirmPayout(id: string): Promise<void> {
  await expectSuccess(operator.post('/payout-files', { payOn: '2027-01-04' }))
  await expectSuccess(operator.post(`/payouts/${id}/mark`, { event: 'confirm' }))
}

async function passDay(): Promise<void> {
  shop.passTime(86_400_000)
  operator = await createOperator(shop)
}

test('a refund before the sweep reduces the payout, and its statement shows the order', async () => {
  await expectSuccess(refundAsOperator(order, { of: 'amount', amount: 1_000 }))
  const payout = await runSweep()
  const { lines = [], amount = 0 } = payout ?? {}
  expect(lines).toMatchObject([
    { kind: 'released', order: { id: order.id }, amount: 85.37 },
    { kind: 'refunded', order: { id: order.id } },
  ])
  const refunded = Number(Reflect.get(lines[1] ?? {}, 'amount'))
  expect(refunded).toBeLessThan(0)
  expect(Math.round((85.37 + refunded) * 100)).toBe(Math.round(amount * 100))
  expect(await listBrokenRules(operator)).toEqual([])
})

test('a payout statement is available as PDF with all amounts', async () => {
  await expectSuccess(refundAsOperator(order, { of: 'amount', amount: 1_000 }))
  const { id = '', reference = '', lines = [] } = (await runSweep()) ?? {}
  const path = `${SHOP_URL}/payouts/${id}/statement`
  const answer = await shop.app.http.request(`${path}?format=pdf`, { headers: operator.headers })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('content-disposition')).toContain(`payout-${reference}.pdf`)
  expect(answer.headers.get('cache-control')).toContain('no-store')
  const texts = extractPdfTexts(new Uint8Array(await answer.arrayBuffer()))
  const number = lines[0]?.order?.number
  expect(texts).toEqual(expect.arrayContaining([order.supplier.name, reference, number, 'IBAN DE … 3000']))
  // Gross, commission, tax, net, the refund's share, and the total.
  expect(texts).toEqual(expect.arrayContaining(['$102.06', '$15.31', '$1.38', '$85.37', '-$8.36', '$77.01']))
  const badFormat = await shop.app.http.request(`${path}?format=doc`, { headers: operator.headers })
  expect(badFormat.status).toBe(400)
})

test('a refund after the payout is owed by the supplier, and deducted from the next payout', async () => {
  const first = await runSweep()
  expect(first).toMatchObject({ amount: 85.37 })
  await confirmPayout(first?.id ?? '')
  await expectSuccess(refundAsOperator(order, { of: 'all' }))
  expect(await readPayoutBalances(shop, order.supplier)).toEqual({ available: 0, owed: NET, inTransit: 0 })
  await createSentOrder(shop, { released: true, like: order, quantities: [3] })
  const { available = 0 } = await readPayoutBalances(shop, order.supplier)
  await passDay()
  const next = await runSweep()
  expect(next).toMatchObject({
    amount: (available - NET) / 100,
    lines: [
      { kind: 'refunded', order: { id: order.id }, amount: -85.37 },
      { kind: 'released', amount: available / 100 },
    ],
  })
  expect(await readPayoutBalances(shop, order.supplier)).toMatchObject({ available: 0, owed: 0 })
  expect(await listBrokenRules(operator)).toEqual([])
})

test('a refund during a payout is owed by the supplier, and netted if the payout fails', async () => {
  const first = await runSweep()
  const id = first?.id ?? ''
  await expectSuccess(refundAsOperator(order, { of: 'all' }))
  expect(await readPayoutBalances(shop, order.supplier, id)).toEqual({
    available: 0,
    owed: NET,
    inTransit: NET,
  })
  await expectSuccess(operator.post(`/payouts/${id}/mark`, { event: 'fail', reason: 'The bank has closed' }))
  expect(await readPayoutBalances(shop, order.supplier, id)).toEqual({
    available: NET,
    owed: NET,
    inTransit: 0,
  })
  await passDay()
  expect(await runSweep()).toBeUndefined()
  expect(await readPayoutBalances(shop, order.supplier, id)).toEqual({ available: 0, owed: 0, inTransit: 0 })
  expect(await listBrokenRules(operator)).toEqual([])
})

test('a returned payout is paid again, and the ledger stays sound', async () => {
  const { id = '' } = (await runSweep()) ?? {}
  await confirmPayout(id)
  await expectSuccess(
    operator.post(`/payouts/${id}/mark`, { event: 'return', reason: 'The account was closed' }),
  )
  expect(await listBrokenRules(operator)).toEqual([])
  await passDay()
  expect(await runSweep()).toMatchObject({ amount: 85.37 })
  expect(await listBrokenRules(operator)).toEqual([])
})
