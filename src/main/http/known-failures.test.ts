import { expect, test } from 'vitest'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { completePayment } from '#tests/steps/payments.ts'
import {
  asOperator,
  listLedgerErrors,
  readSandboxRefunds,
  listSupplierOrderIds,
  refundAsOperator,
} from '#tests/steps/refunds.ts'
import { createPayableSupplier } from '#tests/steps/payouts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createParcelBody,
  postAsGuest,
  postAsSupplier,
  type CreatedOrder,
  readOrderMoney,
  runOrderTimers,
  readState,
} from '#tests/steps/supplier-orders.ts'

// Five known ways in which marketplaces lose track of money, each tested on one of two orders that were paid together:
// the money is refunded once, by the party that had it, and the other order does not change.
const shop = await createTestShop()
const DAY = 86_400_000

/** Creates a purchase of two suppliers and forwards both orders: the tested one, and the other one. */
async function createTwoOrders(): Promise<{ made: CreatedOrder; beside: CreatedOrder }> {
  const [store, neighbour] = [await createPayableSupplier(shop), await createPayableSupplier(shop)]
  const products = []
  for (const { supplier } of [store, neighbour]) products.push(await createTestProduct(shop.db, { supplier }))
  const { id: purchaseId } = await placeGuestOrder(shop, products)
  await completePayment(shop, purchaseId, 'pay')
  shop.passTime(10 * 60_000)
  await runOrderTimers(shop)
  const [id = '', other = ''] = await listSupplierOrderIds(shop, purchaseId)
  const of = { shop, purchaseId, variantIds: [] }
  return { made: { ...of, id, ...store }, beside: { ...of, id: other, ...neighbour } }
}

async function sendAndDeliver(created: CreatedOrder): Promise<void> {
  await postAsSupplier(created, 'accept')
  await postAsSupplier(created, 'parcels', createParcelBody('all'))
}

/**
 * Runs a failure and returns the provider's refunds. Expects that the ledger, the other order and the provider
 * agree on the total.
 */
async function measureRefund(
  { made, beside }: Awaited<ReturnType<typeof createTwoOrders>>,
  action: () => Promise<unknown>,
): Promise<number> {
  const untouched = await readOrderMoney(shop, beside)
  await action()
  await shop.work()
  expect(await readOrderMoney(shop, beside)).toEqual(untouched)
  expect(await listLedgerErrors(shop)).toEqual([])
  const refundedBefore = (await readSandboxRefunds(shop))?.amount ?? 0
  const { body } = await asOperator(shop, `/supplier/orders/${made.id}/refunds`)
  expect(body).toMatchObject({ balance: { refunded: refundedBefore } })
  return refundedBefore
}

test('known failure, refund of an amount only: suppliers share the liability, and later shipments earn the rest', async () => {
  const orders = await createTwoOrders()
  const { made } = orders
  const escrowBefore = (await readOrderMoney(shop, made)).escrow ?? 0
  expect(await measureRefund(orders, () => refundAsOperator(made, { of: 'amount', amount: 2_500 }))).toBe(
    2_500,
  )
  expect(await readOrderMoney(shop, made)).toMatchObject({ escrow: escrowBefore - 2_500 })
  await sendAndDeliver(made)
  const { escrow, pending = 0, commission = 0 } = await readOrderMoney(shop, made)
  expect(escrow).toBe(0)
  expect(pending + commission).toBeLessThanOrEqual(escrowBefore - 2_500)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('known failure, refund by setting the status: only a full refund makes an order refunded', async () => {
  const orders = await createTwoOrders()
  const { made } = orders
  const fullEscrow = (await readOrderMoney(shop, made)).escrow ?? 0
  expect(await measureRefund(orders, () => refundAsOperator(made, { of: 'all' }))).toBe(0)
  expect(await readState(shop, made)).toBe('submitted')
  const cancel = async () => {
    await postAsSupplier(made, 'accept')
    await postAsSupplier(made, 'cancel', { reason: 'It cannot be made' })
  }
  expect(await measureRefund(orders, cancel)).toBe(fullEscrow)
  expect(await measureRefund(orders, () => refundAsOperator(made, { of: 'all' }))).toBe(fullEscrow)
})

test('known failure, partial and then full refund: the second refunds the rest, and a third nothing', async () => {
  const orders = await createTwoOrders()
  const { made } = orders
  const fullEscrow = (await readOrderMoney(shop, made)).escrow ?? 0
  await sendAndDeliver(made)
  expect(await measureRefund(orders, () => refundAsOperator(made, { of: 'amount', amount: 3_333 }))).toBe(
    3_333,
  )
  expect(await measureRefund(orders, () => refundAsOperator(made, { of: 'all' }))).toBe(fullEscrow)
  expect(await measureRefund(orders, () => refundAsOperator(made, { of: 'all' }))).toBe(fullEscrow)
  expect(await readOrderMoney(shop, made)).toEqual({ escrow: 0, pending: 0, available: 0, commission: 0 })
})

test('known failure, refund after the payout: the buyer is refunded at once, and the supplier owes its share', async () => {
  const orders = await createTwoOrders()
  const { made, beside } = orders
  const fullEscrow = (await readOrderMoney(shop, made)).escrow ?? 0
  await sendAndDeliver(made)
  await sendAndDeliver(beside)
  await postAsGuest(shop, made, 'received')
  shop.passTime(14 * DAY)
  await runOrderTimers(shop)
  const swept = await asOperator(shop, '/payouts/sweep', { supplier: made.supplier.publicId })
  const [payout = ''] = Object(swept.body).made
  await asOperator(shop, '/payout-files', { payOn: shop.now().toISOString().slice(0, 10) })
  const confirmed = await asOperator(shop, `/payouts/${payout}/mark`, { event: 'confirm' })
  expect(confirmed.body).toMatchObject({ payout: { state: 'confirmed' } })
  const paidOut = Object(confirmed.body).payout.amount
  expect(await measureRefund(orders, () => refundAsOperator(made, { of: 'all' }))).toBe(fullEscrow)
  const owes = await asOperator(
    shop,
    `/ledger/explain/supplier_receivable?subledger=${made.supplier.publicId}`,
  )
  expect(owes.body).toMatchObject({ amount: Math.round(paidOut * 100) })
})

test('known failure, refund of shipping only: shipping is refunded once, and the products stay sold', async () => {
  const orders = await createTwoOrders()
  const { made } = orders
  await sendAndDeliver(made)
  const shipping = await measureRefund(orders, () => refundAsOperator(made, { of: 'shipping' }))
  expect(shipping).toBeGreaterThan(0)
  expect(await measureRefund(orders, () => refundAsOperator(made, { of: 'shipping' }))).toBe(shipping)
  const { body } = await asOperator(shop, `/supplier/orders/${made.id}/refunds`)
  expect(body).toMatchObject({ balance: { shippingLeft: 0, unitsLeft: [1] } })
})
