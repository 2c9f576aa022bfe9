import { expect, test, afterAll } from 'vitest'
import { createTestProduct } from '#tests/shop/factories.ts'
import { startFakeStripe } from '#tests/fakes/stripe/server.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createStoredCartItem, withLocalStorage, saveGuestOrder } from '../steps/checkout-steps.ts'
import { listAxeErrors, DESKTOP, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { expectPaid, openPaymentStep, pressPayNow, sendWebhooks } from '../steps/payment-steps.ts'

const fake = await startFakeStripe(() => new Date())
afterAll(fake.close)
const { shop, db, browser } = await startBrowserShop({
  STRIPE_SECRET_KEY: fake.secretKey,
  STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
  STRIPE_API_URL: fake.url,
  PAYMENT_PROVIDERS: 'stripe',
})
const ring = await createTestProduct(db, { name: 'Harbour ring', price: 15_000, stock: 500 })

test('a card is declined at Stripe, then pays, and the shopper returns to the shop', async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const cartItems = [createStoredCartItem(ring, { newPrice: 150 })]
  const options = withLocalStorage(DESKTOP, shop.url, { cartItems, currentOrderID: id })
  const { page, errors, close } = await openPaymentStep(browser, { url: shop.url, orderID: id, options })
  await pressPayNow(page, `${fake.url}/c/pay/**`)
  await page.getByRole('button', { name: 'Decline' }).click()
  expect(await page.getByRole('alert').innerText()).toBe('Your card was declined.')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()

  await expectPaid(page)
  expect(page.url()).toContain('transaction_id=txn_')
  await sendWebhooks(`${shop.url}/payments/notify/stripe`, fake.takeWebhookEvents())
  expect(errors).toEqual([])
  await close()
})

test('an unavailable payment method gives the reason, and is accessible on a phone', async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const options = withLocalStorage(PHONE, shop.url, { currentOrderID: id })
  const { page, errors, close } = await openPaymentStep(browser, { url: shop.url, orderID: id, options })
  const paynow = page.getByRole('radio', { name: /PayNow Not available in US dollars/ })
  expect(await paynow.isDisabled()).toBe(true)
  expect(await page.getByRole('radio', { name: /Alipay/ }).isEnabled()).toBe(true)
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  expect(errors).toEqual([])
  await close()
})
