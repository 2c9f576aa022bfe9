import { expect, test } from 'vitest'
import { pieceOnSale, placeGuestOrder } from '#tests/shop/factories.ts'
import { playPayment } from '#tests/steps/paying.ts'
import { asOperator, brokenRules, givenBySandbox, partIds, refundBy } from '#tests/steps/refunds.ts'
import { storeToPay } from '#tests/steps/payouts.ts'
import { testShop } from '#tests/shop/shop.ts'
import {
  aParcel,
  asGuest,
  asSupplier,
  type MadeOrder,
  moneyOf,
  runOrderTimers,
  stateOf,
} from '#tests/steps/supplier-orders.ts'

// Five ways in which marketplaces are known to lose track of money, each played on one of two orders that were paid together:
// the money goes back once, whoever had it gives it, and the other order is not touched.
const shop = await testShop()
const DAY = 86_400_000

/** A purchase of two suppliers, handed over to both: the order that it is about, and the one beside it. */
async function twoOrders(): Promise<{ made: MadeOrder; beside: MadeOrder }> {
  const [store, neighbour] = [await storeToPay(shop), await storeToPay(shop)]
  const pieces = []
  for (const { supplier } of [store, neighbour]) pieces.push(await pieceOnSale(shop.db, { supplier }))
  const { id: purchaseId } = await placeGuestOrder(shop, pieces)
  await playPayment(shop, purchaseId, 'pay')
  shop.passTime(10 * 60_000)
  await runOrderTimers(shop)
  const [id = '', other = ''] = await partIds(shop, purchaseId)
  const of = { shop, purchaseId, variantIds: [] }
  return { made: { ...of, id, ...store }, beside: { ...of, id: other, ...neighbour } }
}

async function sent(made: MadeOrder): Promise<void> {
  await asSupplier(made, 'accept')
  await asSupplier(made, 'parcels', aParcel('all'))
}

/** Plays it; gives what the provider has given back, after the books, the other order and the provider agree that it is all. */
async function givenBackBy(
  { made, beside }: Awaited<ReturnType<typeof twoOrders>>,
  play: () => Promise<unknown>,
): Promise<number> {
  const untouched = await moneyOf(shop, beside)
  await play()
  await shop.work()
  expect(await moneyOf(shop, beside)).toEqual(untouched)
  expect(await brokenRules(shop)).toEqual([])
  const given = (await givenBySandbox(shop))?.amount ?? 0
  const { body } = await asOperator(shop, `/supplier/orders/${made.id}/refunds`)
  expect(body).toMatchObject({ standing: { refunded: given } })
  return given
}

test('known failure, a refund of an amount only: whoever has a share of it bears it, and what is sent later earns the rest', async () => {
  const orders = await twoOrders()
  const { made } = orders
  const before = (await moneyOf(shop, made)).escrow ?? 0
  expect(await givenBackBy(orders, () => refundBy(made, { of: 'amount', amount: 2_500 }))).toBe(2_500)
  expect(await moneyOf(shop, made)).toMatchObject({ escrow: before - 2_500 })
  await sent(made)
  const { escrow, pending = 0, commission = 0 } = await moneyOf(shop, made)
  expect(escrow).toBe(0)
  expect(pending + commission).toBeLessThanOrEqual(before - 2_500)
  expect(await brokenRules(shop)).toEqual([])
})

test('known failure, a refund by setting the status: an order ends refunded only by its money', async () => {
  const orders = await twoOrders()
  const { made } = orders
  const whole = (await moneyOf(shop, made)).escrow ?? 0
  expect(await givenBackBy(orders, () => refundBy(made, { of: 'all' }))).toBe(0)
  expect(await stateOf(shop, made)).toBe('submitted')
  const cancel = async () => {
    await asSupplier(made, 'accept')
    await asSupplier(made, 'cancel', { reason: 'It cannot be made' })
  }
  expect(await givenBackBy(orders, cancel)).toBe(whole)
  expect(await givenBackBy(orders, () => refundBy(made, { of: 'all' }))).toBe(whole)
})

test('known failure, a part and then all: the second gives the rest, and a third nothing', async () => {
  const orders = await twoOrders()
  const { made } = orders
  const whole = (await moneyOf(shop, made)).escrow ?? 0
  await sent(made)
  expect(await givenBackBy(orders, () => refundBy(made, { of: 'amount', amount: 3_333 }))).toBe(3_333)
  expect(await givenBackBy(orders, () => refundBy(made, { of: 'all' }))).toBe(whole)
  expect(await givenBackBy(orders, () => refundBy(made, { of: 'all' }))).toBe(whole)
  expect(await moneyOf(shop, made)).toEqual({ escrow: 0, pending: 0, available: 0, commission: 0 })
})

test('known failure, a refund after the payout: the buyer has it at once, and the supplier owes its part', async () => {
  const orders = await twoOrders()
  const { made, beside } = orders
  const whole = (await moneyOf(shop, made)).escrow ?? 0
  await sent(made)
  await sent(beside)
  await asGuest(shop, made, 'received')
  shop.passTime(14 * DAY)
  await runOrderTimers(shop)
  const swept = await asOperator(shop, '/payouts/sweep', { supplier: made.supplier.publicId })
  const [payout = ''] = Object(swept.body).made
  await asOperator(shop, '/payout-files', { payOn: shop.now().toISOString().slice(0, 10) })
  const confirmed = await asOperator(shop, `/payouts/${payout}/mark`, { event: 'confirm' })
  expect(confirmed.body).toMatchObject({ payout: { state: 'confirmed' } })
  const paidOut = Object(confirmed.body).payout.amount
  expect(await givenBackBy(orders, () => refundBy(made, { of: 'all' }))).toBe(whole)
  const owes = await asOperator(
    shop,
    `/ledger/explain/supplier_receivable?subledger=${made.supplier.publicId}`,
  )
  expect(owes.body).toMatchObject({ amount: Math.round(paidOut * 100) })
})

test('known failure, a refund of the shipping only: it is given once, and the pieces stay sold', async () => {
  const orders = await twoOrders()
  const { made } = orders
  await sent(made)
  const shipping = await givenBackBy(orders, () => refundBy(made, { of: 'shipping' }))
  expect(shipping).toBeGreaterThan(0)
  expect(await givenBackBy(orders, () => refundBy(made, { of: 'shipping' }))).toBe(shipping)
  const { body } = await asOperator(shop, `/supplier/orders/${made.id}/refunds`)
  expect(body).toMatchObject({ standing: { shippingLeft: 0, unitsLeft: [1] } })
})
