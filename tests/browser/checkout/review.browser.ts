import { expect, test } from 'vitest'
import { createTestProduct } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import {
  ADDRESS,
  createStoredCartItem,
  expectRate,
  expectTotals,
  fillFields,
  openCheckoutPage,
  withLocalStorage,
  saveGuestOrder,
  readStorage,
} from '../steps/checkout-steps.ts'
import { listAxeErrors, DESKTOP, freshPage, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { waitForHydration } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()
const ring = await createTestProduct(db, { name: 'Harbour ring', price: 15_000, stock: 500 })

const CARD = {
  'Name on card': 'Mei Tan',
  'Card number': '4242424242424242',
  'Expiry date': '0899',
  'Security code': '737',
}

test('Continue saves the order and opens its review, which the tab links to from then on [CHK-22, CHK-27, CHK-32, ROUTE-16, CHK2-11]', async () => {
  const { page, errors, close } = await openCheckoutPage(browser, {
    url: shop.url,
    items: [createStoredCartItem(ring, { newPrice: 150 })],
    options: DESKTOP,
  })
  const review = page.getByRole('navigation', { name: 'Checkout steps' })
  expect(await review.getByRole('button', { name: 'Review' }).isDisabled()).toBe(true)
  await fillFields(page, ADDRESS)
  await page.getByRole('radio', { name: 'Express' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/checkout-step-two\/\?orderID=pur_\w+$/)
  const address = page.url()
  const id = new URL(address).searchParams.get('orderID') ?? ''
  expect(await readStorage(page, 'currentOrderID')).toBe(id)
  await expectTotals(page, '$150.00', '$12.30', '$162.30')
  await page.goto(address.replace('two/?', 'two?'))
  await expectTotals(page, '$150.00', '$12.30', '$162.30')
  await review.getByRole('link', { name: 'Shipping' }).click()
  await page.waitForURL(`${shop.url}/checkout`)
  await expectRate(page, 'Express')
  await review.getByRole('link', { name: 'Review' }).click()
  await page.waitForURL(address)
  expect(errors).toEqual([])
  await close()
})

test('the review shows this browser’s items and recipient, and works without them', async () => {
  const { page, errors, close } = await openCheckoutPage(browser, {
    url: shop.url,
    items: [createStoredCartItem(ring, { newPrice: 150, quantity: 2 })],
    options: PHONE,
  })
  await fillFields(page, ADDRESS)
  await expectRate(page, 'Expedited')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/checkout-step-two\/\?orderID=pur_\w+$/)
  await page.goto(`${shop.url}/checkout-step-three`)
  const items = page.getByRole('region', { name: 'Items' })
  await items.getByText('Harbour ring').waitFor()
  await items.getByText('Quantity 2').waitFor()
  await items.getByText('$300.00').waitFor()
  const recipient = page.getByRole('region', { name: 'Ship to' })
  await recipient.getByText(`${ADDRESS['First name']} ${ADDRESS['Last name']}`).waitFor()
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  await page.evaluate("sessionStorage.clear(); localStorage.removeItem('cartItems')")
  await page.reload()
  await items.getByRole('link', { name: 'View the items in this order' }).click()
  await page.getByText('Harbour ring').first().waitFor()
  expect(errors).toEqual([])
  await close()
})

test('the review shows this browser’s order, and sends no card data [ROUTE-17, REV3-01, REV3-02, REV3-03, REV3-06]', async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const { page, errors, close } = await freshPage(
    browser,
    withLocalStorage(PHONE, shop.url, { currentOrderID: id }),
  )
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(`${shop.url}/checkout-step-three`)
  await page.getByRole('heading', { name: 'Billing address' }).waitFor()
  await waitForHydration(page)
  expect(await page.getByRole('navigation', { name: 'Steps' }).innerText()).toMatch(
    /01\s+Shipping\s+02\s+Payment\s+03\s+Review/,
  )
  await expectTotals(page, '$150.00', '$0.00', '$150.00')
  expect(await listAxeErrors(page)).toEqual([])
  await fillFields(page, { ...CARD, 'Card number': '4242 4242 4242 4243' })
  await page.getByLabel('Card number').focus()
  await page.getByRole('button', { name: 'Check card' }).click()
  await page.getByText('This card number isn’t valid. Check the digits.').waitFor()
  await expect
    .poll(() => page.getByLabel('Card number').evaluate((field) => field === document.activeElement))
    .toBe(true)
  expect(await listAxeErrors(page)).toEqual([])
  await fillFields(page, CARD)
  await page.getByRole('button', { name: 'Check card' }).click()
  await page.getByRole('status').filter({ hasText: 'Your card details look valid.' }).waitFor()
  expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
  expect(await page.getByLabel('Expiry date').inputValue()).toBe('08/99')
  expect(await getHorizontalOverflow(page)).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Done' }).click()
  await page.locator('.hero').waitFor()
  expect(page.url()).toBe(`${shop.url}/`)
  // The random order id may contain digits of the card.
  const withoutId = (text: string) => text.replaceAll(id, '')
  expect(requests.map(withoutId).filter((request) => /4242|737|08(%2F|\/)?99/.test(request))).toEqual([])
  const storedData: string = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')
  expect(withoutId(storedData)).not.toMatch(/4242/)
  await page.goBack()
  await page.getByLabel('Card number').waitFor()
  expect(await page.getByLabel('Card number').inputValue()).toBe('')
  expect(errors).toEqual([])
  await close()
})

test("'Back' leads to the payment of that order, 'Done' to the front page, also by keyboard [REV3-04, REV3-05, REV3-07]", async () => {
  const { id } = await saveGuestOrder(shop.url, ring)
  const { page, close } = await freshPage(
    browser,
    withLocalStorage(DESKTOP, shop.url, { currentOrderID: id }),
  )
  await page.goto(`${shop.url}/checkout-step-three`)
  await page.getByRole('main').getByRole('link', { name: 'Back' }).press('Enter')
  await page.getByRole('button', { name: 'Pay Now' }).waitFor()
  expect(page.url()).toBe(`${shop.url}/checkout-step-two/?orderID=${id}`)
  await page.goto(`${shop.url}/checkout-step-three`)
  await page.getByRole('main').getByRole('link', { name: 'Done' }).press('Enter')
  await page.locator('.hero').waitFor()
  expect(page.url()).toBe(`${shop.url}/`)
  await close()
})

test('without an order, the review says so and has links [REV3-06, REV3-04, REV3-05]', async () => {
  const { page, close } = await freshPage(browser, PHONE)
  await page.goto(`${shop.url}/checkout-step-three`)
  await page.getByRole('heading', { name: 'No order to review' }).waitFor()
  expect(await listAxeErrors(page)).toEqual([])
  expect(await page.getByRole('link', { name: 'Back', exact: true }).getAttribute('href')).toBe(
    '/checkout-step-two',
  )
  expect(await page.getByRole('link', { name: 'Done', exact: true }).getAttribute('href')).toBe('/')
  await page.goto(`${shop.url}/checkout-step-three?orderID=pur_0`)
  await page.getByRole('heading', { name: 'We can’t find this order' }).waitFor()
  await close()
})
