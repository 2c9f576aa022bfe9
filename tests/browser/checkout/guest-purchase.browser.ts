import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createTestProduct } from '#tests/shop/factories.ts'
import { waitUntil } from '#tests/shop/running-shop.ts'
import { startDemoShop } from '../steps/browser-shop.ts'
import {
  ADDRESS,
  createStoredCartItem,
  expectTotals,
  hasFocus,
  withLocalStorage,
  tabTo,
} from '../steps/checkout-steps.ts'
import { DESKTOP, expectAccessible, freshPage, PHONE } from '../steps/chromium.ts'

const { shop, db, browser } = await startDemoShop()
const BUYER = 'mei@buyer.example'

async function findBySearch(page: Page, searchText: string): Promise<void> {
  await page.getByRole('button', { name: /menu/i }).first().click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('combobox').fill(searchText)
  await menu.getByRole('combobox').press('Enter')
  await menu.getByRole('option', { name: /\$/ }).first().click()
  await page.waitForURL(/\/product\//)
  await page.getByRole('tab', { name: 'Description' }).waitFor()
}

async function addToCart(page: Page): Promise<string> {
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await page.locator('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.waitForURL(/\/checkout/)
  return title
}

async function fillCheckout(page: Page): Promise<void> {
  await page.getByLabel('Email address').first().fill(BUYER)
  const fields: [string, string][] = [
    ['First name', 'Mei'],
    ['Last name', 'Tan'],
    ['Block number', '12'],
    ['Street name', 'Tanjong Pagar Road'],
    ['Unit number', '#04-11'],
    ['Postal code', '079903'],
    ['Mobile number', '91234567'],
  ]
  for (const [label, value] of fields) await page.getByLabel(label).fill(value)
}

/** Each supplier's shipment has its own rates, with the cheapest selected. */
async function expectTwoShipments(page: Page): Promise<void> {
  const shipments = page.getByRole('group', { name: /^From .+: shipping rates, cheapest first$/ })
  await shipments.nth(1).waitFor()
  expect(await shipments.count()).toBe(2)
  for (const shipment of await shipments.all())
    expect(await shipment.getByRole('radio').first().isChecked()).toBe(true)
}

function payButton(page: Page) {
  return page.getByRole('button', { name: /^Pay\b/ }).first()
}

/** The page's calls about its order, in order and without repeats. */
function recordCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/saveOrder|getOrderByID|getPymentURL/.test(pathname) && !calls.includes(pathname))
      calls.push(pathname)
  })
  return calls
}

type EmailData = { to: string; subject: string; text: string; links: string[] }

async function listEmails(to: string): Promise<EmailData[]> {
  const answer = await fetch(`${shop.url}/dev/mail.json?to=${encodeURIComponent(to)}`)
  const read: EmailData[] = JSON.parse(await answer.text())
  return read
}

test('a guest on a phone finds and buys items of two suppliers, and gets an email [API-39, ROLE-01, CHK-22, CHK-27, CHK2-01, PAY-03, PAY-05, CART-15, PAY-11, ENT-19, PROD-01, PROD-08]', async () => {
  const { page, errors, close } = await freshPage(browser, PHONE)
  await page.goto(shop.url)
  await findBySearch(page, 'emerald')
  await expectAccessible(page)
  const first = await addToCart(page)
  await page.goto(shop.url)
  await findBySearch(page, 'pearl')
  const second = await addToCart(page)
  expect(second).not.toBe(first)

  await fillCheckout(page)
  await expectTwoShipments(page)
  await expectAccessible(page)
  const calls = recordCalls(page)
  const read = page.waitForResponse('**/shop/getOrderByID/*')
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.waitForURL(/checkout-step-two\/?\?orderID=pur_/)
  const id = new URL(page.url()).searchParams.get('orderID')
  const { orderDetails }: { orderDetails: object } = await (await read).json()
  expect(orderDetails).toMatchObject({
    id,
    isGuest: true,
    guestEmail: BUYER,
    orderUser: null,
  })
  expect(await page.evaluate("localStorage.getItem('currentOrderID')")).toContain(id)
  await page.getByText('Tanjong Pagar Road').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: /Pay Now/ }).click()

  await page.waitForURL(/payments\/sandbox/)
  expect(calls).toEqual(['/shop/saveOrder', `/shop/getOrderByID/${id}`, '/shop/getPymentURL'])
  await expectAccessible(page)
  await payButton(page).click()
  await page.waitForURL(/paymentSuccess\?transaction_id=/)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await page.getByRole('link', { name: 'View Order Details' }).waitFor()
  expect(await page.getByText(/Transaction ID: #/).innerText()).toContain('#sbx_')
  await expectAccessible(page)
  expect(await page.evaluate("localStorage.getItem('cartItems') ?? '[]'")).toBe('[]')
  expect(await page.evaluate("localStorage.getItem('currentOrderID')")).toBeNull()

  await page.getByRole('link', { name: 'View Order Details' }).click()
  await page.waitForURL(/\/dashboard/)
  await page.getByText(first).first().waitFor()
  await page.getByText(second).first().waitFor()
  await expectAccessible(page)

  await waitUntil('the confirmation', async () => (await listEmails(BUYER)).length === 1)
  const [confirmation] = await listEmails(BUYER)
  expect(confirmation?.subject).toMatch(/^Your order C-\w{5}-\w{5} is confirmed$/)
  expect(confirmation?.links).toContain(`${shop.url}/dashboard?order=${id}`)
  expect(errors).toEqual([])
  await close()
})

test('the emailed link opens the order on another device without signing in', async () => {
  const { page, close } = await freshPage(browser, PHONE)
  const [confirmation] = await listEmails(BUYER)
  await page.goto(confirmation?.links[0] ?? '')
  await page
    .getByText(confirmation?.subject.split(' ')[2] ?? '')
    .first()
    .waitFor()
  await expectAccessible(page)
  await close()
})

test('the printed order is a receipt with issuer, items, recipient and total, and no buttons', async () => {
  const { page, close } = await freshPage(browser, PHONE)
  const [confirmation] = await listEmails(BUYER)
  await page.goto(confirmation?.links[0] ?? '')
  await page.getByRole('button', { name: 'Print this order' }).waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const receipt = await page.locator('main').innerText()
  for (const text of [
    'Cabochon',
    '68 Circular Road',
    'Delivery to',
    'Tanjong Pagar Road',
    'Total',
    'Paid on',
  ])
    expect(receipt.toLowerCase()).toContain(text.toLowerCase())
  for (const hidden of [page.getByRole('banner'), page.locator('footer'), page.locator('button')])
    expect(await hidden.filter({ visible: true }).count()).toBe(0)
  const colours: unknown = await page.evaluate(
    '[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color].join()',
  )
  expect(colours).toBe('rgb(255, 255, 255),rgb(0, 0, 0)')
  expect((await page.pdf({ preferCSSPageSize: true })).subarray(0, 5).toString()).toBe('%PDF-')
  await close()
})

test('the whole checkout works by keyboard, with a visible focus', async () => {
  const ring = await createTestProduct(db, { name: 'Harbour ring', price: 15_000 })
  const { page, errors, close } = await freshPage(
    browser,
    withLocalStorage(DESKTOP, shop.url, { cartItems: [createStoredCartItem(ring, { newPrice: 150 })] }),
  )
  await page.goto(`${shop.url}/checkout`)
  await page.getByRole('form', { name: 'Checkout' }).waitFor()
  await page.keyboard.press('Tab')
  expect(await hasFocus(page.getByRole('link', { name: 'Skip to content' }))).toBe(true)
  await page.keyboard.press('Enter')
  for (const [label, value] of Object.entries(ADDRESS)) {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(value)
  }
  await tabTo(page, page.getByRole('radio', { name: 'Expedited' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expectTotals(page, '$150.00', '$2.06', '$152.06')
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  await page.getByRole('timer').waitFor()
  await tabTo(page, page.getByRole('radio', { name: 'Credit or debit card' }))
  await page.keyboard.press('ArrowUp')
  expect(await page.locator('input[name=paymentMethod]:checked').inputValue()).toBe('alipay')
  await tabTo(page, page.getByRole('button', { name: 'Pay Now' }))
  await page.keyboard.press('Space')
  await page.getByRole('heading', { name: 'Alipay' }).waitFor()
  await tabTo(page, payButton(page))
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'View Order Details' }).waitFor()
  await tabTo(page, page.getByRole('link', { name: 'View Order Details' }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Order C-/ }).waitFor()
  expect(errors).toEqual([])
  await close()
})
