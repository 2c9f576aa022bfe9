import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { readAllEmails, readAllReceipts, listSupplierOrderTotals } from '#tests/steps/database-reads.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { startFakeRedDot } from '#tests/fakes/red-dot/fake-red-dot.ts'
import { ACCOUNTS, CARDS, WALLETS } from '#tests/fakes/red-dot/test-adapter.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import {
  ADDRESS,
  createStoredCartItem,
  eventually,
  expectToast,
  fillFields,
  openCheckoutPage,
  withLocalStorage,
  saveGuestOrder,
  readStorage,
} from '../steps/checkout-steps.ts'
import { expectAccessible, PHONE } from '../steps/chromium.ts'
import { expectPaid, openPaymentStep, pressPayNow, sendWebhooks } from '../steps/payment-steps.ts'

const fake = await startFakeRedDot({ accounts: [CARDS, WALLETS], clock: () => new Date() })
afterAll(fake.close)
const { shop, db, browser } = await startBrowserShop({
  SANDBOX_PAY: 'off',
  RED_DOT_ACCOUNTS: JSON.stringify(ACCOUNTS),
  RED_DOT_URL: fake.url,
})
const [harbour, hockley] = [
  await createTestSupplier(db, { name: 'Harbour Setting Co.' }),
  await createTestSupplier(db, { name: 'Hockley Bench' }),
]
const ring = await createTestProduct(db, {
  supplier: harbour,
  name: 'Harbour ring',
  price: 15_000,
  stock: 500,
})
const anklet = await createTestProduct(db, {
  supplier: hockley,
  name: 'Towpath anklet',
  price: 10_800,
  stock: 500,
})
const HOSTED_PAGE_PATTERN = `${fake.url}/service/payment/**`

const getLastPayment = () => {
  const payment = fake.payments.at(-1)
  if (!payment) throw new Error('no page was opened')
  return payment
}
const notify = (webhooks: Parameters<typeof sendWebhooks>[1]) =>
  sendWebhooks(`${shop.url}/payments/notify/reddot`, webhooks)
const choose = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click()

const getBottom = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().bottom)

/** Opens the payment step of a guest's order of the ring on a phone. */
async function openRingPayment() {
  const { id } = await saveGuestOrder(shop.url, ring)
  const cartItems = [createStoredCartItem(ring, { newPrice: 150 })]
  const options = withLocalStorage(PHONE, shop.url, { cartItems, currentOrderID: id })
  return { id, ...(await openPaymentStep(browser, { url: shop.url, orderID: id, options })) }
}

test('a guest on a phone buys items of two suppliers by UnionPay at Red Dot, and the order is paid', async () => {
  const items = [
    createStoredCartItem(ring, { newPrice: 150 }),
    createStoredCartItem(anklet, { newPrice: 108 }),
  ]
  const opened = await openCheckoutPage(browser, { url: shop.url, items, options: PHONE })
  const { page, errors, close } = opened
  await fillFields(page, ADDRESS)
  // Each shipment has its own rate, as free shipping may apply to only one of them.
  await page.getByRole('radio', { name: /Expedited/, checked: true }).waitFor()
  await page.getByRole('radio', { name: /Standard/, checked: true }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/checkout-step-two\/?\?orderID=pur_/)
  const id = new URL(page.url()).searchParams.get('orderID') ?? ''
  await page.getByRole('radio', { name: 'UnionPay' }).check()
  await expectAccessible(page)
  await pressPayNow(page, HOSTED_PAGE_PATTERN)
  expect(getLastPayment().request).toMatchObject({ mid: ACCOUNTS.upop.mid, ccy: 'USD' })
  await choose(page, 'Pay')

  await expectPaid(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View Order Details' }).click()
  await page.getByRole('heading', { name: /^Order C-/ }).waitFor()
  for (const text of ['Harbour Setting Co.', 'Hockley Bench', 'Harbour ring', 'Towpath anklet'])
    await page.getByText(text).first().waitFor()
  expect(await page.getByText(`$${getLastPayment().authorized}`).first().isVisible()).toBe(true)
  expect(await page.getByRole('article').getByText('Paid', { exact: true }).first().isVisible()).toBe(true)
  expect(await page.getByRole('link', { name: 'Pay this order' }).count()).toBe(0)
  await expectAccessible(page)
  expect((await listSupplierOrderTotals(db, id)).map(({ state }) => state)).toEqual([
    'paid_hold',
    'paid_hold',
  ])
  const progressItems = page.getByRole('list', { name: 'Progress of the order' }).getByRole('listitem')
  for (const width of [320, 560, 820, 1152]) {
    await page.setViewportSize({ width, height: 844 })
    expect(
      await progressItems.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth)),
    ).toEqual([])
  }
  expect(errors).toEqual([])
  await close()
})

test('repeated and unordered webhook events after the shopper’s return change nothing', async () => {
  const { page, id, errors, close } = await openRingPayment()
  await pressPayNow(page, HOSTED_PAGE_PATTERN)
  const early = fake.toWebhookEvent(getLastPayment())
  await choose(page, 'Pay')
  await expectPaid(page)
  const confirmations = async () => (await readAllEmails(db)).filter(({ text }) => text.includes(id)).length
  await eventually(confirmations).toBe(1)
  const [parts, receipts] = [await listSupplierOrderTotals(db, id), await readAllReceipts(db)]
  const paid = fake.toWebhookEvent(getLastPayment())
  await notify([paid, early, paid, early])
  expect([await listSupplierOrderTotals(db, id), await readAllReceipts(db)]).toEqual([parts, receipts])
  expect(await confirmations()).toBe(1)
  await page.reload()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a declined payment shows its message, keeps the cart, and can be paid another way', async () => {
  const { page, close } = await openRingPayment()
  await pressPayNow(page, HOSTED_PAGE_PATTERN)
  await choose(page, 'Decline')
  await page.waitForURL(/paymentSuccess\?transaction_id=/)
  const declined = 'The payment was declined. Try again with another payment method.'
  await expectToast(page, declined)
  // The toast covers the header, but no content.
  expect(await getBottom(page.locator('.Toastify__toast'))).toBeLessThanOrEqual(
    await getBottom(page.getByRole('banner')),
  )
  await page.getByRole('main').getByText(declined).waitFor()
  expect(await page.getByText('Payment Successful!').count()).toBe(0)
  expect(await readStorage(page, 'cartItems')).toContain(ring.id)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Try another payment method' }).click()
  await page.getByRole('timer').waitFor()
  await page.getByRole('radio', { name: 'Alipay' }).check()
  await pressPayNow(page, HOSTED_PAGE_PATTERN)
  expect(getLastPayment().request['mid']).toBe(ACCOUNTS.alipay.mid)
  await choose(page, 'Pay')
  await expectPaid(page)
  await close()
})

test('cancelling at Red Dot shows Payment Error, and the same order can still be paid', async () => {
  const { page, id, errors, close } = await openRingPayment()
  await pressPayNow(page, HOSTED_PAGE_PATTERN)
  await choose(page, 'Cancel')
  await page.waitForURL(`${shop.url}/paymentError`)
  await page.getByRole('heading', { level: 1, name: 'Payment Error' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Try another payment method' }).click()
  await page.waitForURL(`${shop.url}/checkout-step-two/?orderID=${id}`)
  await page.getByRole('timer').waitFor()
  await pressPayNow(page, HOSTED_PAGE_PATTERN)
  await choose(page, 'Pay')
  await expectPaid(page)
  expect(errors).toEqual([])
  await close()
})

test('a slow wallet’s payment is pending, and a retry confirms it', async () => {
  const { page, close } = await openRingPayment()
  await pressPayNow(page, HOSTED_PAGE_PATTERN)
  await choose(page, 'Pay by a slow wallet')
  await page.getByRole('heading', { name: 'Processing Your Order' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  fake.decideLate(getLastPayment(), 'paid')
  await notify([...fake.webhookEvents.splice(0), fake.toWebhookEvent(getLastPayment())])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectPaid(page)
  await close()
})
