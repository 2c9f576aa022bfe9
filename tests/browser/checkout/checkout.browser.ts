import { sql } from 'drizzle-orm'
import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import type { CartItem } from '#web/shared/cart/cart-items.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import {
  ADDRESS,
  createShopCall,
  createStoredCartItem,
  eventually,
  expectRate,
  expectToast,
  expectTotals,
  fillFields,
  hasFocus,
  holdRequests,
  openCheckoutPage,
  getRateCards,
  readRateTexts,
  saveGuestOrder,
  readStorage,
} from '../steps/checkout-steps.ts'
import { waitForHydration } from '../shop/storefront.ts'
import { listAxeErrors, DESKTOP, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'

const { shop, db, browser } = await startBrowserShop()
const supplier = await createTestSupplier(db, { name: 'Harbour Setting' })
const ring = await createTestProduct(db, { supplier, name: 'Harbour ring', price: 15_000, stock: 500 })
const studs = await createTestProduct(db, { supplier, name: 'Pearl studs', price: 1_999, stock: 500 })

const openCheckout = (items: unknown, options: BrowserContextOptions = DESKTOP) =>
  openCheckoutPage(browser, { url: shop.url, items, options })

const createRingItem = (overrides: Partial<CartItem> = {}) =>
  createStoredCartItem(ring, { newPrice: 150, ...overrides })
const createStudsItem = (overrides: Partial<CartItem> = {}) =>
  createStoredCartItem(studs, { newPrice: 19.99, quantity: 2, ...overrides })

test('the header’s My Cart opens step one, whose cart survives a reload [ROUTE-15, CHK-01, CHK-02, CHK-04, CART-12]', async () => {
  const { page, errors, close } = await openCheckout([createRingItem(), createStudsItem()])
  await page.goto(shop.url)
  await waitForHydration(page)
  const myCart = page.getByRole('banner').getByRole('link', { name: /My Cart/ })
  expect(await myCart.innerText()).toContain('My Cart')
  await myCart.click()
  await page.waitForURL(`${shop.url}/checkout`)
  await expectTotals(page, '$189.98', '$0.00', '$189.98')
  await page.reload()
  await expectTotals(page, '$189.98', '$0.00', '$189.98')
  const stepsNavigation = page.getByRole('navigation', { name: 'Checkout steps' })
  expect(await stepsNavigation.getByRole('listitem').allInnerTexts()).toEqual(['Shipping', 'Review'])
  expect(await stepsNavigation.locator('[aria-current=step]').innerText()).toBe('Shipping')
  expect(await page.getByLabel('Email address', { exact: true }).first().isEditable()).toBe(true)
  expect(await page.getByRole('main').getByRole('link', { name: 'sign in' }).isVisible()).toBe(true)
  expect(await page.getByRole('radio', { name: 'Ship', exact: true }).isChecked()).toBe(true)
  await page.getByRole('radio', { name: 'Pick Up' }).check()
  expect(await page.getByRole('radio', { name: 'Ship', exact: true }).isChecked()).toBe(false)
  expect(errors).toEqual([])
  await close()
})

test('the country determines the address fields, and changing it clears the address [CHK-05, CHK-06, CHK-07, CHK-08, CHK-19]', async () => {
  const { page, close } = await openCheckout([createRingItem()])
  const country = page.getByRole('form', { name: 'Checkout' }).getByLabel('Country')
  expect(await country.inputValue()).toBe('SG')
  const { countries } = await createShopCall(shop.url)('GET /shop/getAllCountries')
  const options = await country
    .locator('option')
    .evaluateAll((all) =>
      all.map((option) => ({ code: option.getAttribute('value'), name: option.textContent })),
    )
  expect(options).toEqual(countries.map(({ code, name }) => ({ code, name })))

  const names = () =>
    page
      .locator('form[aria-label=Checkout] input:not([type=radio], [type=checkbox])')
      .evaluateAll((all) => all.map((input) => input.getAttribute('name')))
  const inSingapore = ['blockNumber', 'streetAddress', 'unitNumber', 'buildingName', 'zipCode']
  expect(await names()).toEqual(['email', 'firstName', 'lastName', ...inSingapore, 'mobileNumber'])
  await fillFields(page, ADDRESS)
  await page.getByRole('radio', { name: 'Express' }).check()
  await expectTotals(page, '$150.00', '$12.30', '$162.30')

  await country.selectOption('US')
  const elsewhere = ['streetAddress', 'address2', 'city', 'state', 'zipCode']
  expect(await names()).toEqual(['email', 'firstName', 'lastName', ...elsewhere, 'mobileNumber'])
  for (const label of ['Street address', 'City', 'State or region', 'Postal code'])
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe('')
  expect(await page.getByLabel('First name').inputValue()).toBe('Mei')
  expect(await getRateCards(page).count()).toBe(0)
  await expectTotals(page, '$150.00', '$0.00', '$150.00')
  await country.selectOption('SG')
  await fillFields(page, ADDRESS)
  await expectRate(page, 'Expedited')
  await close()
})

test('rates load once the address is complete, cheapest first and selected, and change the total [CHK-14, CHK-15, CHK-16, CHK-17, CHK-18, CHK-20, CHK-25]', async () => {
  const { page, errors, close } = await openCheckout([createRingItem(), createStudsItem()])
  const answer = await holdRequests(page, '**/shipping/rates')
  const { 'Postal code': postcode = '', ...rest } = ADDRESS
  await fillFields(page, rest)
  expect(await page.getByRole('heading', { name: 'Shipping method' }).count()).toBe(0)
  await fillFields(page, { 'Postal code': postcode })
  await page.getByText('Loading shipping rates...', { exact: true }).waitFor()
  answer()
  await expectRate(page, 'Expedited')
  expect(await readRateTexts(page)).toEqual([
    'Expedited, 3-5 days, $0.00',
    'Standard, 5-7 days, $0.00',
    'Economy, 15-25 days, $2.06',
    'Express, 1-2 days, $12.30',
  ])
  await expectTotals(page, '$189.98', '$0.00', '$189.98')
  await page.getByRole('radio', { name: 'Express' }).check()
  await expectTotals(page, '$189.98', '$12.30', '$202.28')

  await page.getByRole('radio', { name: 'Pick Up' }).check()
  expect(await getRateCards(page).count()).toBe(0)
  await expectTotals(page, '$189.98', '$0.00', '$189.98')
  await page.getByRole('radio', { name: 'Ship', exact: true }).check()
  await expectRate(page, 'Expedited')
  expect(errors).toEqual([])
  await close()
})

test('the address and the rates remain when scripts are no longer available after an update', async () => {
  const { page, close } = await openCheckout([createRingItem()])
  await expectTotals(page, '$150.00', '$0.00', '$150.00')
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/**', (route) => route.abort())
  await fillFields(page, ADDRESS)
  await expectRate(page, 'Expedited')
  expect(await page.getByLabel('First name').inputValue()).toBe('Mei')
  await close()
})

test('failed rates show an error in place of the picker, and can be loaded again [CHK-21, ERR-15]', async () => {
  const { page, close } = await openCheckout([createRingItem()])
  await fillFields(page, { ...ADDRESS, 'Postal code': '00' })
  const alert = page.getByRole('main').getByRole('alert')
  await page.getByText('Failed to fetch shipping rates', { exact: true }).waitFor()
  await page.getByText('This postcode doesn’t exist in the selected country.').waitFor()
  expect(await getRateCards(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectToast(page, 'This postcode doesn’t exist in the selected country.')
  await page.route('**/shipping/rates', (route) => route.abort())
  await fillFields(page, { 'Postal code': '079903' })
  await eventually(() => alert.allInnerTexts()).toEqual(['Error fetching shipping rates'])
  await page.unroute('**/shipping/rates')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectRate(page, 'Expedited')
  await close()
})

test('the panel lists the cart, with the same quantity limits and removal [CHK-23, CHK-24, CART-14]', async () => {
  const { page, close } = await openCheckout([createRingItem({ originalStock: 2 }), createStudsItem()], PHONE)
  const panel = page.getByRole('complementary', { name: 'Your order' })
  await eventually(() => panel.getByRole('listitem').count()).toBe(2)
  const rings = panel.getByRole('group', { name: 'Quantity of Harbour ring' })
  expect(await rings.getByLabel('Decrease quantity').isDisabled()).toBe(true)
  await rings.getByLabel('Increase quantity').click()
  expect(await rings.getByRole('status').innerText()).toBe('2')
  expect(await rings.getByLabel('Increase quantity').isDisabled()).toBe(true)
  await expectTotals(page, '$339.98', '$0.00', '$339.98')
  await rings.getByLabel('Decrease quantity').click()
  await panel.getByRole('button', { name: 'Remove Pearl studs' }).click()
  expect(await panel.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('Harbour ring')])
  await expectTotals(page, '$150.00', '$0.00', '$150.00')
  expect(await readStorage(page, 'cartItems')).not.toContain('Pearl studs')
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  await close()
})

test('an empty or invalid cart cannot be ordered [CHK-30, CART-13]', async () => {
  const { page, errors, close } = await openCheckout('{"not a cart')
  await page.getByRole('complementary').getByText('Your cart is empty.').waitFor()
  expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
  expect(await page.getByRole('link', { name: 'Go to the marketplace' }).isVisible()).toBe(true)
  expect(errors).toEqual([])
  await expect(saveGuestOrder(shop.url, ring, { items: [] })).rejects.toMatchObject({ code: 'cart_empty' })
  await close()
})

test('Continue with empty fields sends nothing, and marks each field with one message [CHK-29]', async () => {
  const { page, close } = await openCheckout([createRingItem()])
  const requests: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && requests.push(request.url())))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectToast(
    page,
    'Please fill in your email address, first name, last name, block number, street address, unit number, postal code and mobile number.',
  )
  expect(await page.locator('.Toastify__toast').count()).toBe(1)
  const marked = page.locator('form[aria-label=Checkout] [aria-invalid=true]')
  expect(await marked.evaluateAll((all) => all.map((field) => field.getAttribute('name')))).toEqual([
    'email',
    'firstName',
    'lastName',
    'blockNumber',
    'streetAddress',
    'unitNumber',
    'zipCode',
    'mobileNumber',
  ])
  expect(await marked.first().evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await listAxeErrors(page)).toEqual([])
  await fillFields(page, { 'First name': 'Mei' })
  expect(await marked.count()).toBe(7)
  expect(requests).toEqual([])
  await close()
})

test('a failed save shows the server’s message or the page’s own, and never creates two orders [CHK-26, ERR-15]', async () => {
  const { page, close } = await openCheckout([createStudsItem()])
  await fillFields(page, { ...ADDRESS, 'Mobile number': '123' })
  await expectRate(page, 'Economy')
  const next = page.getByRole('button', { name: 'Continue' })
  await next.click()
  await expectToast(page, 'Enter a valid phone number.')
  const phone = page.getByLabel('Mobile number', { exact: true })
  await eventually(() => phone.getAttribute('aria-invalid')).toBe('true')
  await eventually(() => hasFocus(phone)).toBe(true)
  await phone.fill('91234567')

  // The server saves the order, and its answer is lost.
  let id = ''
  await page.route('**/shop/saveOrder', async (route) => {
    id = /pur_\w+/.exec(await (await route.fetch()).text())?.[0] ?? ''
    await route.abort()
  })
  await next.click()
  await expectToast(page, 'Failed to save order. Please try again.')
  expect(await page.locator('.Toastify__toast').filter({ hasText: 'Failed to fetch' }).count()).toBe(0)
  expect(id).toMatch(/^pur_/)
  await page.unroute('**/shop/saveOrder')
  await page.reload()
  await expectRate(page, 'Economy')
  await next.click()
  await page.waitForURL(`${shop.url}/checkout-step-two/?orderID=${id}`)
  await close()
})

test('marks a postcode that the server rejects with the order', async () => {
  const { page, close } = await openCheckout([createRingItem()])
  await fillFields(page, ADDRESS)
  await expectRate(page, 'Expedited')
  await page.route('**/shop/saveOrder', (route) => {
    const body: object = JSON.parse(route.request().postData() ?? '{}')
    return route.continue({ postData: JSON.stringify({ ...body, zipCode: '99' }) })
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectToast(page, 'This postcode doesn’t exist in the selected country.')
  const postcode = page.getByLabel('Postal code', { exact: true })
  await eventually(() => hasFocus(postcode)).toBe(true)
  expect(await postcode.getAttribute('aria-invalid')).toBe('true')
  await close()
})

test('changes of stock, price and availability are shown and applied to the cart, which can then be ordered [CART-16, CHK-26]', async () => {
  const few = await createTestProduct(db, { name: 'Anklet', price: 2_000, stock: 5 })
  const removedProduct = await createTestProduct(db, { name: 'Old charm', price: 1_000 })
  const { page, close } = await openCheckout(
    [
      createStoredCartItem(few, { newPrice: 20, quantity: 4 }),
      createStoredCartItem(removedProduct, { newPrice: 10 }),
      createRingItem({ newPrice: 1 }),
    ],
    PHONE,
  )
  await queryRows(db, sql`update products set status = 'draft' where id = ${removedProduct.productKey}`)
  await queryRows(db, sql`update products set stock = 2 where id = ${few.productKey}`)
  await queryRows(db, sql`update product_variants set stock = 2 where id = ${few.variantKey}`)
  await fillFields(page, ADDRESS)
  await expectRate(page, 'Expedited')
  const next = page.getByRole('button', { name: 'Continue' })
  const cartNotice = page.getByRole('group', { name: 'Your cart has changed' })

  await next.click()
  await expectToast(page, 'An item in your cart is no longer available. Please remove it.')
  await cartNotice.getByText('Old charm is no longer available. We removed it from your cart.').waitFor()
  await eventually(() => cartNotice.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await readStorage(page, 'cartItems')).not.toContain('Old charm')
  await next.click()
  await expectToast(page, 'The price of Harbour ring has changed. Please check your cart.')
  await cartNotice.getByText('The price of Harbour ring changed from $1.00 to $150.00.').waitFor()
  await next.click()
  await expectToast(page, 'Only 2 of Anklet left.')
  await cartNotice.getByText('Anklet: only 2 left in stock. We updated your cart.').waitFor()
  await expectTotals(page, '$190.00', '$2.06', '$192.06')
  expect(await listAxeErrors(page)).toEqual([])
  await next.click()
  await page.waitForURL(/checkout-step-two/)
  await expectTotals(page, '$190.00', '$2.06', '$192.06')
  await close()
})
