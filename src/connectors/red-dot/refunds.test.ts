import { afterAll, expect, test } from 'vitest'
import { getPymentURL } from '#features/sales/checkout/contract.ts'
import { pieceOnSale, placeGuestOrder } from '#tests/shop/factories.ts'
import { fakeRedDot } from '#tests/fakes/red-dot/fake-red-dot.ts'
import { ACCOUNTS, CARDS, WALLETS } from '#tests/fakes/red-dot/cashier.ts'
import { allRefunds, brokenRules, dueRefunds, partIds } from '#tests/steps/refunds.ts'
import { SHOP_URL, testShop } from '#tests/shop/shop.ts'

const fake = await fakeRedDot({ accounts: [CARDS, WALLETS], clock: () => shop.now() })
const shop = await testShop({
  SANDBOX_PAY: 'off',
  RED_DOT_ACCOUNTS: JSON.stringify(ACCOUNTS),
  RED_DOT_URL: fake.url,
  RED_DOT_REFUND_URL: `${fake.url}/merchant-api`,
})
afterAll(() => fake.close())

/** An order that was paid at Red Dot and is cancelled by the guest. */
async function cancelPaidOrder() {
  const order = await placeGuestOrder(shop, [await pieceOnSale(shop.db)])
  const body = { orderID: order.id, amount: order.totalAmount, paymentMethod: 'vm' } as const
  const { redirectURLData } = await shop.call(getPymentURL, { body })
  await fake.press(redirectURLData.payment_url, 'pay')
  for (const { url, body: notice } of fake.notices.splice(0))
    await shop.post(url.replace(SHOP_URL, ''), notice)
  await shop.work()
  const [part] = await partIds(shop, order.id)
  await shop.post(`/orders/${order.id}/parts/${part}/cancel`, {})
  return fake.payments.at(-1)
}

test('Red Dot gives money back once, and is never asked twice, as it knows no numbers of refunds', async () => {
  const payment = await cancelPaidOrder()
  await shop.work()
  expect(await allRefunds(shop)).toMatchObject([{ state: 'done', amount: 10_206 }])
  expect(payment).toMatchObject({ refunds: 1, refunded: 10_206 })
  await dueRefunds(shop)
  expect(payment).toMatchObject({ refunds: 1 })
  expect(await brokenRules(shop)).toEqual([])
})

test('while Red Dot is down nothing was asked for, so it is asked later, once', async () => {
  const payment = await cancelPaidOrder()
  fake.faults.push('gone')
  await shop.work()
  expect(await allRefunds(shop)).toMatchObject([{ state: 'asked' }])
  expect(payment).toMatchObject({ refunds: 0 })
  shop.passTime(10 * 60_000)
  await dueRefunds(shop)
  await dueRefunds(shop)
  expect(await allRefunds(shop)).toMatchObject([{ state: 'done', amount: 10_206 }])
  expect(payment).toMatchObject({ refunds: 1, refunded: 10_206 })
  expect(await brokenRules(shop)).toEqual([])
})
