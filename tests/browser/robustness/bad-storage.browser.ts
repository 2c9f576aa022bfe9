import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createTestProduct } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import {
  createStoredCartItem,
  expectToast,
  expectTotals,
  withLocalStorage,
  readStorage,
} from '../steps/checkout-steps.ts'
import { DESKTOP, freshPage } from '../steps/chromium.ts'
import { waitForHydration } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()
const ring = await createTestProduct(db, { name: 'Harbour ring', price: 15_000, stock: 500 })
const studs = await createTestProduct(db, { name: 'Pearl studs', price: 2_000, stock: 500 })

const ringItem = createStoredCartItem(ring, { newPrice: 150 })
const studsItem = createStoredCartItem(studs, { newPrice: 20 })

/** All storage keys of the shop. */
const LOCAL_KEYS = ['cartItems', 'currentOrderID', 'lastOrderID', 'deliverTo']
const SESSION_KEYS = ['checkoutForm', 'orderAttempt']
const KEYS = [...LOCAL_KEYS, ...SESSION_KEYS]

const PAGES = [
  '/',
  '/marketplace',
  `/product/${ring.id}`,
  '/checkout',
  '/checkout-step-two',
  '/dashboard',
  '/paymentSuccess',
  '/paymentError',
]

const SOMETHING_WENT_WRONG = 'Something went wrong, please try again later.'

/** Opens a browser session in which `prepare` runs before any script of a page. */
async function createSession<Input>(prepare: (input: Input) => void, given: Input) {
  const opened = await freshPage(browser, DESKTOP)
  await opened.page.addInitScript({ content: `(${String(prepare)})(${JSON.stringify(given)})` })
  return opened
}

/** Opens every page, and expects that it hydrates, has its heading and does not fail. */
async function visitPages(page: Page): Promise<void> {
  for (const path of PAGES) {
    await page.goto(shop.url + path, { waitUntil: 'domcontentloaded' })
    await waitForHydration(page)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect([path, await page.getByText('Unexpected Application Error!').count()]).toEqual([path, 0])
  }
}

/** Stores `value` under each of the keys. */
function fillStorage({ keys, value }: { keys: readonly string[]; value: string }): void {
  const session = ['checkoutForm', 'orderAttempt']
  for (const key of keys) (session.includes(key) ? sessionStorage : localStorage).setItem(key, value)
}

// Further invalid values are tested without a page in tests/app/bad-storage.test.ts.
test.each([
  '{"broken',
  '{"code":{},"name":[],"country":7,"email":{},"body":null,"idempotencyKey":[],"contentHash":""}',
  '{"code":"ZZ","name":"<img src=x onerror=alert(1)>","country":"ZZ","email":"<b>","shippingMethod":"fly"}',
])('every page works with the stored value %s', async (value) => {
  const { page, errors, close } = await createSession(fillStorage, { keys: KEYS, value })
  await visitPages(page)
  await page.goto(`${shop.url}/checkout`)
  const country = page.getByRole('form', { name: 'Checkout' }).getByLabel('Country')
  await expect.poll(() => country.inputValue()).toBe('SG')
  // The server refuses the unserved country, and the page says so.
  expect(errors.filter((error) => !/status of 400|GET \/shipping\/estimate/.test(error))).toEqual([])
  await close()
})

test('pages stay fast with millions of characters under every storage key', async () => {
  // Four copies in each value, so that four keys stay just below the browser's storage limit.
  const long = 'x'.repeat(280_000)
  const value = JSON.stringify({ code: 'PT', name: long, email: long, id: long, body: { long } })
  const { page, errors, close } = await createSession(fillStorage, { keys: KEYS, value })
  await visitPages(page)
  expect(await page.getByRole('banner').innerText()).not.toContain('xxx')
  expect(errors).toEqual([])
  await close()
})

test('a cart of 8,000 lines is cut to the limit of one order, and keeps the valid lines', async () => {
  const many = Array.from({ length: 8_000 }, (_, n) => ({ ...ringItem, id: `prd_${n}`, title: `Ring ${n}` }))
  const huge = await freshPage(browser, withLocalStorage(DESKTOP, shop.url, { cartItems: many }))
  await huge.page.goto(`${shop.url}/checkout`)
  const lines = huge.page.getByRole('complementary', { name: 'Your order' }).getByRole('listitem')
  await expect.poll(() => lines.count()).toBe(200)
  await huge.page.getByRole('button', { name: 'Remove Ring 0' }).click()
  await expect.poll(() => lines.count()).toBe(199)
  await huge.close()

  const mixed = [
    { ...ringItem, quantity: 1e9, originalStock: null, title: 'R'.repeat(50_000) },
    { ...ringItem, quantity: 3 },
    { ...studsItem, newPrice: 1e300 },
    { ...studsItem, newPrice: 'NaN' },
    { ...studsItem, quantity: -1 },
    { productId: studs.id, price: 20, qty: 1 },
    { ...studsItem, newPrice: '20.00', image: 'javascript:alert(1)' },
  ]
  const { page, errors, close } = await freshPage(
    browser,
    withLocalStorage(DESKTOP, shop.url, { cartItems: mixed }),
  )
  await page.goto(`${shop.url}/checkout`)
  // 999 rings at 150 dollars and one pair of studs at 20.
  await expectTotals(page, '$149,870.00', '$0.00', '$149,870.00')
  expect(errors).toEqual([])
  await close()
})

/** Disables both storages, like a browser that forbids them. */
function forbidStorage(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, get: refuse })
}

test('every page works without storage, and adding to the cart shows an error', async () => {
  const { page, errors, close } = await createSession(forbidStorage, null)
  await visitPages(page)
  await page.goto(`${shop.url}/product/${ring.id}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await expectToast(page, SOMETHING_WENT_WRONG)
  await page.getByRole('button', { name: 'Deliver to Singapore' }).click()
  await page
    .getByRole('list', { name: 'Countries we ship to' })
    .getByRole('button', { name: 'Portugal' })
    .click()
  expect(errors).toEqual([])
  await close()
})

test('a full storage shows an error at every cart change, and the cart stays unchanged', async () => {
  const { page, errors, close } = await freshPage(
    browser,
    withLocalStorage(DESKTOP, shop.url, { cartItems: [ringItem] }),
  )
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await visitPages(page)
  await page.goto(`${shop.url}/checkout`)
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expectToast(page, SOMETHING_WENT_WRONG)
  await expectTotals(page, '$150.00', '$0.00', '$150.00')
  await page.goto(`${shop.url}/product/${studs.id}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await expectToast(page, SOMETHING_WENT_WRONG)
  expect(errors).toEqual([])
  await close()
})

async function openCheckoutTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${shop.url}/checkout`)
  await page.getByRole('button', { name: 'Remove Harbour ring' }).waitFor()
  return page
}

test('two tabs that change the cart at once end with the same stored cart', async () => {
  const options = withLocalStorage(DESKTOP, shop.url, {
    cartItems: [ringItem, { ...studsItem, quantity: 5 }],
  })
  const context = await browser.newContext(options)
  const [one, otherPage] = [await openCheckoutTab(context), await openCheckoutTab(context)]
  const stepper = (page: Page, name: string) => page.getByRole('group', { name: `Quantity of ${name}` })
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await Promise.all([
      stepper(one, 'Harbour ring').getByLabel('Increase quantity').click(),
      stepper(otherPage, 'Pearl studs').getByLabel('Decrease quantity').click(),
    ])
    // Browsers may keep only the later of two changes within a few milliseconds, but the same one for all tabs.
    const readCarts = () =>
      Promise.all([
        readStoredCart(one),
        readStoredCart(otherPage),
        readShownCart(one),
        readShownCart(otherPage),
      ])
    await expect.poll(async () => new Set((await readCarts()).map(String)).size).toBe(1)
  }
  await context.close()
})

test('a cart change in one tab shows in other tabs, also when it is emptied', async () => {
  const options = withLocalStorage(DESKTOP, shop.url, {
    cartItems: [ringItem, { ...studsItem, quantity: 5 }],
  })
  const context = await browser.newContext(options)
  const [one, otherPage] = [await openCheckoutTab(context), await openCheckoutTab(context)]
  await one.getByRole('button', { name: 'Remove Pearl studs' }).click()
  for (const page of [one, otherPage]) await expectTotals(page, '$150.00', '$0.00', '$150.00')
  await otherPage.getByRole('button', { name: 'Increase quantity' }).click()
  for (const page of [one, otherPage]) await expectTotals(page, '$300.00', '$0.00', '$300.00')

  const third = await context.newPage()
  await third.goto(`${shop.url}/product/${studs.id}`)
  await waitForHydration(third)
  await third.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await third.waitForURL('**/checkout')
  for (const page of [one, otherPage, third]) await expectTotals(page, '$320.00', '$0.00', '$320.00')
  await third.evaluate(() => localStorage.clear())
  for (const page of [one, otherPage])
    await page.getByRole('complementary').getByText('Your cart is empty.').waitFor()
  await context.close()
})

/** Returns the quantities of the stored cart. */
async function readStoredCart(page: Page): Promise<number[]> {
  const storedItems: { quantity: number }[] = JSON.parse((await readStorage(page, 'cartItems')) ?? '')
  return storedItems.map(({ quantity }) => quantity)
}

/** Returns the quantities that a tab shows. */
async function readShownCart(page: Page): Promise<number[]> {
  const panel = page.getByRole('complementary', { name: 'Your order' })
  return (await panel.getByRole('listitem').getByRole('status').allInnerTexts()).map(Number)
}
