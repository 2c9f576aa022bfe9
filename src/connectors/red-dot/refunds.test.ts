import { afterAll, expect, test } from 'vitest'
import { getPymentURL } from '#features/sales/checkout/contract.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { startFakeRedDot } from '#tests/fakes/red-dot/fake-red-dot.ts'
import { ACCOUNTS, CARDS, WALLETS } from '#tests/fakes/red-dot/test-adapter.ts'
import {
  readAllRefunds,
  listLedgerErrors,
  runDueRefunds,
  listSupplierOrderIds,
} from '#tests/steps/refunds.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'

const fake = await startFakeRedDot({ accounts: [CARDS, WALLETS], clock: () => shop.now() })
const shop = await createTestShop({
  SANDBOX_PAY: 'off',
  RED_DOT_ACCOUNTS: JSON.stringify(ACCOUNTS),
  RED_DOT_URL: fake.url,
  RED_DOT_REFUND_URL: `${fake.url}/merchant-api`,
})
afterAll(() => fake.close())

/** Creates an order that was paid at Red Dot and cancelled by the guest. */
async function cancelPaidOrder() {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const body = { orderID: order.id, amount: order.totalAmount, paymentMethod: 'vm' } as const
  const { redirectURLData } = await shop.call(getPymentURL, { body })
  await fake.press(redirectURLData.payment_url, 'pay')
  for (const { url, body: webhookEvent } of fake.webhookEvents.splice(0))
    await shop.post(url.replace(SHOP_URL, ''), webhookEvent)
  await shop.work()
  const [part] = await listSupplierOrderIds(shop, order.id)
  await shop.post(`/orders/${order.id}/supplier-orders/${part}/cancel`, {})
  return fake.payments.at(-1)
}

test('requests a refund from Red Dot once and never again, as Red Dot has no refund ids', async () => {
  const payment = await cancelPaidOrder()
  await shop.work()
  expect(await readAllRefunds(shop)).toMatchObject([{ state: 'done', amount: 10_206 }])
  expect(payment).toMatchObject({ refunds: 1, refunded: 10_206 })
  await runDueRefunds(shop)
  expect(payment).toMatchObject({ refunds: 1 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('retries a refund that did not reach Red Dot, once', async () => {
  const payment = await cancelPaidOrder()
  fake.faults.push('gone')
  await shop.work()
  expect(await readAllRefunds(shop)).toMatchObject([{ state: 'asked' }])
  expect(payment).toMatchObject({ refunds: 0 })
  shop.passTime(10 * 60_000)
  await runDueRefunds(shop)
  await runDueRefunds(shop)
  expect(await readAllRefunds(shop)).toMatchObject([{ state: 'done', amount: 10_206 }])
  expect(payment).toMatchObject({ refunds: 1, refunded: 10_206 })
  expect(await listLedgerErrors(shop)).toEqual([])
})
