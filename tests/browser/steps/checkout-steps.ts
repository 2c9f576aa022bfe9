import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { GUEST_FORM } from '#tests/shop/factories.ts'
import type { OrderFormInput, CreatedProduct } from '#tests/shop/factories.ts'
import { createCall } from '#web/app/calls/api.ts'
import type { Call } from '#web/app/calls/api.ts'
import type { CartItem } from '#web/shared/cart/cart-items.ts'
import { freshPage } from './chromium.ts'
import { waitForHydration } from '../shop/storefront.ts'

/** The address of a shopper in Singapore, by the form's labels. */
export const ADDRESS: Readonly<Record<string, string>> = {
  'Email address': 'mei@shopper.example',
  'First name': 'Mei',
  'Last name': 'Tan',
  'Block number': '12',
  'Street name': 'Tanjong Pagar Road',
  'Unit number': '#04-11',
  'Postal code': '079903',
  'Mobile number': '91234567',
}

/** Calls to the shop as its pages make them, from outside the browser. */
export function createShopCall(shopUrl: string): Call {
  return createCall({ send: (path, init) => fetch(shopUrl + path, init), log: () => undefined })
}

/** Returns a product as the stored cart has it; `newPrice` is in dollars. */
export function createStoredCartItem(
  product: CreatedProduct,
  overrides: Partial<CartItem> & { newPrice: number },
): Readonly<Record<string, unknown>> {
  return {
    id: product.id,
    variantId: product.variantId,
    store_id: 'sup_1',
    title: product.name,
    description: '',
    origPrice: overrides.newPrice,
    originalStock: 5,
    quantity: 1,
    image: '',
    category: 'Rings',
    sku: 'SKU',
    manufacturer: 'Atelier',
    warehouse: 'Atelier Warehouse',
    reviewCount: 0,
    rating: 0,
    ...overrides,
  }
}

/** Returns options of a browser session that begins with these entries of local storage. */
export function withLocalStorage(
  options: BrowserContextOptions,
  shopUrl: string,
  entries: Readonly<Record<string, unknown>>,
): BrowserContextOptions {
  const localStorage = Object.entries(entries).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
  return { ...options, storageState: { cookies: [], origins: [{ origin: shopUrl, localStorage }] } }
}

/** Returns an entry of local storage. */
export function readStorage(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key)
}

/** Types the values into the fields of these labels. */
export async function fillFields(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}

/** Returns the offered rates of all shipments; none without the picker. */
export function getRateCards(page: Page): Locator {
  return page.getByRole('group', { name: 'Shipping rates, cheapest first' }).getByRole('radio')
}

/** Returns the texts of each rate in the picker: service, days and price. */
export async function readRateTexts(page: Page): Promise<string[]> {
  const cards = await page.locator('label:has(input[name=selectedShippingRate])').allInnerTexts()
  return cards.map((text) =>
    text
      .replace('Estimated delivery: ', '')
      .split(/\s*\n\s*/)
      .join(', '),
  )
}

/** Repeats a check until it passes. */
export function eventually<Answer>(read: () => Answer) {
  return expect.poll(read)
}

/** Waits until this rate is selected. */
export async function expectRate(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name, checked: true }).waitFor()
}

/** Waits until the panel shows this subtotal, shipping and total. */
export async function expectTotals(page: Page, ...totals: readonly string[]): Promise<void> {
  // The first dd of a row is its sum; those of the shipments follow.
  const read = () =>
    page
      .locator('main dl > div')
      .evaluateAll((all) =>
        all.map((row) => ['dt', 'dd'].map((tag) => row.querySelector(tag)?.textContent).join(' ')),
      )
  await eventually(read).toEqual(
    ['Subtotal', 'Shipping', 'Total'].map((label, place) => `${label} ${totals[place]}`),
  )
}

/** Waits for a message at the top right. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await page.locator('.Toastify__toast').getByText(text, { exact: true }).first().waitFor()
}

/** Delays a call until the returned function is called. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/**
 * Waits until rendered effects have started their timers. React starts them in a message of its own, and ours comes
 * behind it.
 */
export async function waitForEffects(page: Page): Promise<void> {
  const waitForMessages = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve())
      port1.start()
      port2.postMessage(0)
    })
  await page.evaluate(waitForMessages)
  await page.evaluate(waitForMessages)
}

/** Presses Tab until `target` has the visible focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not get there')
}

/** Returns whether an element has the keyboard's focus, with a visible ring. */
export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement && element.matches(':focus-visible'))
}

/** Saves a guest's order that is picked up, without a browser. */
export async function saveGuestOrder(
  shopUrl: string,
  product: CreatedProduct,
  change: Partial<OrderFormInput> = {},
) {
  const items = [{ id: product.id, variantId: product.variantId, quantity: 1 }]
  const body = { ...GUEST_FORM, shippingMethod: 'pickup' as const, items, ...change }
  return (await createShopCall(shopUrl)('POST /shop/saveOrder', { body })).completeOrder
}

/** Opens the provider's page for an order and presses one of its buttons; returns the transaction's id. */
export async function pressPaymentButton(shopUrl: string, orderID: string, action: string): Promise<string> {
  const call = createShopCall(shopUrl)
  const { totalAmount: amount } = (await call('GET /shop/getOrderByID/{id}', { params: { id: orderID } }))
    .orderDetails
  const body = { orderID, amount, paymentMethod: 'vm' as const }
  const { redirectURLData } = await call('POST /shop/getPymentURL', { body })
  await fetch(redirectURLData.payment_url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `action=${action}`,
  })
  return redirectURLData.transaction_id
}

/** Opens the checkout of a browser with these products in its cart. */
export async function openCheckoutPage(
  browser: Browser,
  { url, items, options }: { url: string; items: unknown; options: BrowserContextOptions },
) {
  const opened = await freshPage(browser, withLocalStorage(options, url, { cartItems: items }))
  await opened.page.goto(`${url}/checkout`)
  await opened.page.getByRole('form', { name: 'Checkout' }).waitFor()
  await waitForHydration(opened.page)
  return opened
}
