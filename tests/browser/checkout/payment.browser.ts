import { sql } from 'drizzle-orm'
import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import {
  waitForEffects,
  createShopCall,
  createStoredCartItem,
  pressPaymentButton,
  eventually,
  expectToast,
  hasFocus,
  holdRequests,
  withLocalStorage,
  saveGuestOrder,
  readStorage,
} from '../steps/checkout-steps.ts'
import { listAxeErrors, DESKTOP, freshPage, WITH_MOTION } from '../steps/chromium.ts'
import { openPaymentStep } from '../steps/payment-steps.ts'

const { shop, db, browser } = await startBrowserShop()
const ring = await createTestProduct(db, { name: 'Harbour ring', price: 15_000, stock: 500 })

const createRingItem = () => createStoredCartItem(ring, { newPrice: 150 })

/** Returns the settings of a browser that has just saved this order. */
function createShopperContext(orderID: string): BrowserContextOptions {
  return withLocalStorage(DESKTOP, shop.url, { cartItems: [createRingItem()], currentOrderID: orderID })
}

const openPayment = (orderID: string) =>
  openPaymentStep(browser, { url: shop.url, orderID, options: createShopperContext(orderID) })

test('has five payment methods with the card first, and Pay Now opens the provider’s page [CHK2-03, CHK2-04, CHK2-05]', async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const { page, errors, close } = await openPayment(id)
  const methods = page.getByRole('group', { name: 'Payment method' }).getByRole('radio')
  expect(await methods.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
    'vm',
    'discover',
    'paynow',
    'upop',
    'alipay',
  ])
  expect(await page.locator('input[name=paymentMethod]:checked').inputValue()).toBe('vm')
  await page.getByRole('radio', { name: 'PayNow' }).check()
  let paymentUrl = ''
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/shop/getPymentURL', async (route) => {
    const response = await route.fetch()
    paymentUrl = /"payment_url":"([^"]+)"/.exec(await response.text())?.[1] ?? ''
    await held
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Pay Now' }).click()
  expect(await page.getByRole('button', { name: 'Processing...' }).isDisabled()).toBe(true)
  release()
  await page.waitForURL(/payments\/sandbox/)
  expect(page.url()).toBe(paymentUrl)
  await page.getByRole('heading', { name: 'PayNow QR' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a payment that fails to start shows an error, and can be started again [CHK2-06, CHK2-09, CHK2-10, ERR-15]', async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const { page, close } = await openPayment(id)
  const pay = page.getByRole('button', { name: 'Pay Now' })
  const noPage = (code: number) => ({
    success: true,
    redirectURLData: { response_code: code, payment_url: '' },
  })
  const refusal = { success: false, code: 'provider_refused', message: 'The provider sleeps.' }
  for (const [status, json, message] of [
    [200, noPage(0), 'Invalid response! Something went wrong'],
    [200, noPage(9), 'We couldn’t start your payment. Please try again.'],
    [409, refusal, 'The provider sleeps.'],
  ] as const) {
    await page.route('**/shop/getPymentURL', (route) => route.fulfill({ status, json }), { times: 1 })
    await pay.press('Enter')
    await expectToast(page, message)
    await eventually(() => hasFocus(pay)).toBe(true)
    expect(await pay.isEnabled()).toBe(true)
  }
  await page.route('**/shop/getPymentURL', (route) => route.abort(), { times: 1 })
  await pay.click()
  await eventually(() => pay.isEnabled()).toBe(true)
  expect(await page.locator('.Toastify__toast').filter({ hasText: 'Failed to fetch' }).count()).toBe(0)
  await pay.click()
  await page.waitForURL(/payments\/sandbox/)
  await page.goBack()
  await eventually(() => pay.isEnabled()).toBe(true)
  await close()
})

test('Pay Now before hydration keeps the order and the method', async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const { page, close } = await freshPage(browser, { ...DESKTOP, javaScriptEnabled: false })
  await page.goto(`${shop.url}/checkout-step-two/?orderID=${id}`)
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await page.waitForURL(/paymentMethod=vm/)
  expect(await page.getByRole('button', { name: 'Pay Now' }).isEnabled()).toBe(true)
  await close()
})

test('a URL without an order, or with an unknown one, links back to checkout [CHK2-12]', async () => {
  for (const address of ['/checkout-step-two/', '/checkout-step-two/?orderID=pur_unknown']) {
    const { page, close } = await freshPage(browser, DESKTOP)
    await page.goto(shop.url + address)
    await page.getByRole('heading', { name: 'We can’t find this order' }).waitFor()
    await page.getByText(/has no order number|no order with this number/).waitFor()
    expect(await page.getByRole('button', { name: 'Pay Now' }).isDisabled()).toBe(true)
    expect(await page.getByRole('link', { name: 'Back to checkout' }).getAttribute('href')).toBe('/checkout')
    await close()
  }
})

test('an order paid elsewhere is not paid twice, and its cart is emptied [CHK2-13]', async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const { page, close } = await openPayment(id)
  const transaction = await pressPaymentButton(shop.url, id, 'pay')
  await createShopCall(shop.url)('GET /shop/updateOrder/{id}', { params: { id: transaction } })
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await expectToast(page, 'This order has already been paid.')
  await page.getByRole('heading', { name: 'This order is paid' }).waitFor()
  await eventually(() => readStorage(page, 'cartItems')).toBe('[]')
  await page.reload()
  await page.getByRole('heading', { name: 'This order is paid' }).waitFor()
  expect(await page.getByRole('button', { name: 'Pay Now' }).count()).toBe(0)
  await close()
})

test('the page shows by itself when the payment time runs out, and keeps the cart', async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const { page, errors, close } = await freshPage(browser, createShopperContext(id))
  await page.clock.install()
  await page.goto(`${shop.url}/checkout-step-two/?orderID=${id}`)
  await page.getByRole('timer').waitFor()
  expect(await page.getByRole('button', { name: 'Pay Now' }).isEnabled()).toBe(true)
  await queryRows(db, sql`update purchases set expires_at = now() where public_id = ${id}`)
  await page.clock.fastForward('16:00')
  await page.getByRole('heading', { name: 'This order has expired' }).waitFor()
  expect(await page.getByRole('button', { name: 'Pay Now' }).count()).toBe(0)
  expect(await readStorage(page, 'cartItems')).toContain(ring.id)
  expect(await listAxeErrors(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to checkout' }).click()
  await page.getByRole('form', { name: 'Checkout' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a confirmed payment shows icon, text and button at 300, 800 and 1300 ms after processing [ROUTE-26, PAY-02, PAY-04, PAY-06, CART-15]', async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const transaction = await pressPaymentButton(shop.url, id, 'silent')
  const { page, errors, close } = await freshPage(browser, { ...createShopperContext(id), ...WITH_MOTION })
  await page.clock.install()
  const confirm = await holdRequests(page, '**/shop/updateOrder/**')
  await page.goto(`${shop.url}/paymentSuccess?transaction_id=${transaction}`)
  await page.getByRole('heading', { name: 'Processing Your Order' }).waitFor()
  await page.getByText('Please wait while we confirm your payment...', { exact: true }).waitFor()
  expect(await page.locator('main svg.animate-spin').isVisible()).toBe(true)
  expect(await readStorage(page, 'cartItems')).toContain(ring.id)
  expect(await readStorage(page, 'currentOrderID')).toBe(id)

  await page.clock.pauseAt(Date.now() + 60_000)
  confirm()
  const title = page.getByText('Payment Successful!', { exact: true }).and(page.locator('h1'))
  await title.waitFor({ state: 'attached' })
  await waitForEffects(page)
  const icon = page.locator('main section svg')
  const details = page.locator('main a').filter({ hasText: 'View Order Details' })
  const readVisibility = async () => [
    await icon.isVisible(),
    await title.isVisible(),
    await details.isVisible(),
  ]
  const passed = [299, 1, 499, 1, 499, 1]
  const expectedSteps = [0, 1, 1, 2, 2, 3]
  for (const [step, ms] of passed.entries()) {
    await page.clock.runFor(ms)
    await eventually(readVisibility).toEqual([0, 1, 2].map((stage) => stage < (expectedSteps[step] ?? 0)))
  }
  expect(await details.getAttribute('href')).toBe(`/dashboard?order=${id}`)
  expect(await readStorage(page, 'cartItems')).toBe('[]')
  expect(await readStorage(page, 'currentOrderID')).toBeNull()
  expect(errors).toEqual([])
  await close()
})

test('a payment that is not confirmed stays in processing with the reason and a retry [PAY-07, PAY-13, PAY-14, ERR-14]', async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const declined = await pressPaymentButton(shop.url, id, 'decline')
  const sentences = [
    ['an-invented-number', 'There is no payment with this number.'],
    [declined, 'The payment was declined. Try again with another payment method.'],
  ]
  for (const [transaction, sentence = ''] of sentences) {
    const { page, close } = await freshPage(browser, createShopperContext(id))
    await page.goto(`${shop.url}/paymentSuccess?transaction_id=${transaction}`)
    await expectToast(page, sentence)
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Processing Your Order'])
    const updateRequest = page.waitForRequest('**/shop/updateOrder/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await updateRequest
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.getByText('Payment Successful!').count()).toBe(0)
    expect(await readStorage(page, 'cartItems')).toContain(ring.id)
    expect(await readStorage(page, 'currentOrderID')).toBe(id)
    await close()
  }
  const { orderDetails } = await createShopCall(shop.url)('GET /shop/getOrderByID/{id}', { params: { id } })
  expect(orderDetails.status).toBe('awaiting_payment')
})

test('without a usable answer, shows no success, and a retry can confirm the payment [PAY-08, PAY-09, ERR-15]', async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const transaction = await pressPaymentButton(shop.url, id, 'pay')
  const { page, close } = await freshPage(browser, createShopperContext(id))
  await page.route('**/shop/updateOrder/**', (route) => route.abort())
  await page.goto(`${shop.url}/paymentSuccess?transaction_id=${transaction}`)
  await expectToast(page, 'We couldn’t confirm your payment. Please try again.')
  await page.getByRole('heading', { name: 'We couldn’t confirm your payment' }).waitFor()
  expect(await page.getByText('Payment Successful!').count()).toBe(0)
  expect(await page.locator('.Toastify__toast').filter({ hasText: 'Failed to fetch' }).count()).toBe(0)
  expect(await readStorage(page, 'cartItems')).toContain(ring.id)
  expect(await listAxeErrors(page)).toEqual([])
  await page.unroute('**/shop/updateOrder/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await close()
})

test('without a transaction id, requests nothing and links home [PAY-12]', async () => {
  const { page, errors, close } = await freshPage(browser, DESKTOP)
  const requests: string[] = []
  page.on(
    'request',
    (request) => void (request.url().includes('/updateOrder') && requests.push(request.url())),
  )
  await page.goto(`${shop.url}/paymentSuccess`, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { name: 'No payment to confirm' }).waitFor()
  expect(await page.getByText('Payment Successful!').count()).toBe(0)
  await page.getByRole('link', { name: 'Back to home' }).click()
  await page.waitForURL(`${shop.url}/`)
  expect(requests).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('cancelling at the provider shows Payment Error, with links to the cart and other methods [ROUTE-27, PAY-15, CART-15]', async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const { page, errors, close } = await openPayment(id)
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await page.waitForURL(`${shop.url}/paymentError`)
  expect(await page.getByRole('heading').first().innerText()).toBe('Payment Error')
  await page.getByText('Your payment didn’t go through, but your cart is saved.').waitFor()
  expect(await page.getByRole('link', { name: 'Back to checkout' }).getAttribute('href')).toBe('/checkout')
  expect(await readStorage(page, 'cartItems')).toContain(ring.id)
  expect(await listAxeErrors(page)).toEqual([])
  await page.getByRole('link', { name: 'Try another payment method' }).click()
  await page.waitForURL(`${shop.url}/checkout-step-two/?orderID=${id}`)
  expect(errors).toEqual([])
  await close()
})

test('the dashboard shows a guest the order of this browser and its progress, with links [ROUTE-32]', async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const { page, errors, close } = await freshPage(browser, createShopperContext(id))
  await page.goto(`${shop.url}/dashboard`)
  await page.waitForURL(`${shop.url}/dashboard?order=${id}`)
  await page.getByRole('heading', { name: /^Order C-/ }).waitFor()
  await page.getByText(ring.name).first().waitFor()
  expect(await page.getByRole('link', { name: 'Pay this order' }).isVisible()).toBe(true)
  const transaction = await pressPaymentButton(shop.url, id, 'pay')
  await createShopCall(shop.url)('GET /shop/updateOrder/{id}', { params: { id: transaction } })
  await page.reload()
  await page.getByRole('heading', { name: /^Order C-/ }).waitFor()
  expect(await page.getByRole('link', { name: 'Pay this order' }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()

  const fresh = await freshPage(browser, DESKTOP)
  const answer = await fresh.page.goto(`${shop.url}/dashboard`)
  expect(answer?.status()).toBe(200)
  await fresh.page.getByRole('heading', { name: 'No order here yet' }).waitFor()
  expect(await fresh.page.getByRole('link', { name: 'Go to the marketplace' }).isVisible()).toBe(true)
  await fresh.close()
})
