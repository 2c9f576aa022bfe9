import { beforeEach, expect, test } from 'vitest'
import { field } from '#tests/steps/chat.ts'
import { brokenRules, completedOrder, GERMAN, good, operatorOf, standingOf } from '#tests/steps/payouts.ts'
import { personSignedIn } from '#tests/shop/people.ts'
import { pdfTexts } from '#tests/oracles/pdf-text.ts'
import { refundBy } from '#tests/steps/refunds.ts'
import { SHOP_URL, testShop } from '#tests/shop/shop.ts'
import { type MadeOrder, sentOrder } from '#tests/steps/supplier-orders.ts'

// What is given back of an order before, while and after it is paid out. One piece at 100.00 and its shipping bring 85.37.
const shop = await testShop({ PAYOUT_EVERY_DAYS: '1' })
const NET = 8_537

let order: MadeOrder
let operator: Awaited<ReturnType<typeof operatorOf>>
beforeEach(async () => {
  const first = await completedOrder(shop)
  const { supplier } = first
  const owner = await personSignedIn(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: supplier,
    withPassword: true,
  })
  await good(shop.post('/supplier/payout-account', GERMAN, owner.headers))
  order = { ...first, owner }
  operator = await operatorOf(shop)
})

type Line = Readonly<{ amount: number; order?: { number: string } }>
type Payout = Readonly<{ id: string; reference: string; amount: number; lines: Line[] }>

/** Sweeps; gives the payout that was made, whole. */
async function runSweep() {
  const [id] = field<string[]>(await good(operator.post('/payouts/sweep')), 'made')
  return id === undefined ? undefined : field<Payout>(await operator.get(`/payouts/${id}`), 'payout')
}

async function confirmPayout(id: string): Promise<void> {
  await good(operator.post('/payout-files', { payOn: '2027-01-04' }))
  await good(operator.post(`/payouts/${id}/mark`, { event: 'confirm' }))
}

async function passDay(): Promise<void> {
  shop.passTime(86_400_000)
  operator = await operatorOf(shop)
}

test('refunded before the sweep: the payout is less, and its statement says by which order', async () => {
  await good(refundBy(order, { of: 'amount', amount: 1_000 }))
  const payout = await runSweep()
  const { lines = [], amount = 0 } = payout ?? {}
  expect(lines).toMatchObject([
    { kind: 'released', order: { id: order.id }, amount: 85.37 },
    { kind: 'refunded', order: { id: order.id } },
  ])
  const refunded = Number(Reflect.get(lines[1] ?? {}, 'amount'))
  expect(refunded).toBeLessThan(0)
  expect(Math.round((85.37 + refunded) * 100)).toBe(Math.round(amount * 100))
  expect(await brokenRules(operator)).toEqual([])
})

test('the statement of a payout is a document as well, by which the supplier can reckon it', async () => {
  await good(refundBy(order, { of: 'amount', amount: 1_000 }))
  const { id = '', reference = '', lines = [] } = (await runSweep()) ?? {}
  const path = `${SHOP_URL}/payouts/${id}/statement`
  const answer = await shop.app.http.request(`${path}?format=pdf`, { headers: operator.headers })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('content-disposition')).toContain(`payout-${reference}.pdf`)
  expect(answer.headers.get('cache-control')).toContain('no-store')
  const texts = pdfTexts(new Uint8Array(await answer.arrayBuffer()))
  const number = lines[0]?.order?.number
  expect(texts).toEqual(expect.arrayContaining([order.supplier.name, reference, number, 'IBAN DE … 3000']))
  // What was earned, what was kept of it, what a refund took back, and what is left of that.
  expect(texts).toEqual(expect.arrayContaining(['$102.06', '$15.31', '$1.38', '$85.37', '-$8.36', '$77.01']))
  const badFormat = await shop.app.http.request(`${path}?format=doc`, { headers: operator.headers })
  expect(badFormat.status).toBe(400)
})

test('refunded after the payout: the supplier owes it, and the next payout is less by that', async () => {
  const first = await runSweep()
  expect(first).toMatchObject({ amount: 85.37 })
  await confirmPayout(first?.id ?? '')
  await good(refundBy(order, { of: 'all' }))
  expect(await standingOf(shop, order.supplier)).toEqual({ available: 0, owed: NET, inTransit: 0 })
  await sentOrder(shop, { released: true, like: order, quantities: [3] })
  const { available = 0 } = await standingOf(shop, order.supplier)
  await passDay()
  const next = await runSweep()
  expect(next).toMatchObject({
    amount: (available - NET) / 100,
    lines: [
      { kind: 'refunded', order: { id: order.id }, amount: -85.37 },
      { kind: 'released', amount: available / 100 },
    ],
  })
  expect(await standingOf(shop, order.supplier)).toMatchObject({ available: 0, owed: 0 })
  expect(await brokenRules(operator)).toEqual([])
})

test('refunded while the payout is on its way: it goes on, and the money is owed; when it fails all is netted', async () => {
  const first = await runSweep()
  const id = first?.id ?? ''
  await good(refundBy(order, { of: 'all' }))
  expect(await standingOf(shop, order.supplier, id)).toEqual({ available: 0, owed: NET, inTransit: NET })
  await good(operator.post(`/payouts/${id}/mark`, { event: 'fail', reason: 'The bank has closed' }))
  expect(await standingOf(shop, order.supplier, id)).toEqual({ available: NET, owed: NET, inTransit: 0 })
  await passDay()
  expect(await runSweep()).toBeUndefined()
  expect(await standingOf(shop, order.supplier, id)).toEqual({ available: 0, owed: 0, inTransit: 0 })
  expect(await brokenRules(operator)).toEqual([])
})

test('a payout that had arrived and came back is paid anew, and the books are sound all the while', async () => {
  const { id = '' } = (await runSweep()) ?? {}
  await confirmPayout(id)
  await good(operator.post(`/payouts/${id}/mark`, { event: 'return', reason: 'The account was closed' }))
  expect(await brokenRules(operator)).toEqual([])
  await passDay()
  expect(await runSweep()).toMatchObject({ amount: 85.37 })
  expect(await brokenRules(operator)).toEqual([])
})
