import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { pieceOnSale, type MadePiece } from '#tests/factories.ts'
import { runningShop, type RunningShop } from '#tests/running-shop.ts'
import { expectTotals, fill, remembering, savedOrder } from './checkout-steps.ts'
import { axeViolations, DESK, freshPage, PHONE, sidewaysScroll, startBrowser } from './chromium.ts'
import { awake } from './storefront.ts'

let shop: RunningShop
let database: OpenDatabase
let browser: Browser
let ring: MadePiece

beforeAll(async () => {
  shop = await runningShop({ LOG_LEVEL: 'silent' })
  database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  ring = await pieceOnSale(database.db, { name: 'Harbour ring', price: 15_000, stock: 500 })
  browser = await startBrowser()
})

afterAll(async () => {
  await browser.close()
  await database.close()
  await shop.remove()
})

const CARD = {
  'Name on card': 'Mei Tan',
  'Card number': '4242424242424242',
  'Expiry date': '0899',
  'Security code': '737',
}

test('the review shows the order that waits in this browser, and nothing of a card leaves the page [ROUTE-17, REV3-01, REV3-02, REV3-03, REV3-06]', async () => {
  const { id } = await savedOrder(shop.url, ring)
  const { page, errors, close } = await freshPage(
    browser,
    remembering(PHONE, shop.url, { currentOrderID: id }),
  )
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(`${shop.url}/checkout-step-three`)
  await page.getByRole('heading', { name: 'Billing address' }).waitFor()
  await awake(page)
  expect(await page.getByRole('navigation', { name: 'Steps' }).innerText()).toMatch(
    /01\s+Shipping\s+02\s+Payment\s+03\s+Review/,
  )
  await expectTotals(page, '$150.00', '$0.00', '$150.00')
  expect(await axeViolations(page)).toEqual([])
  await fill(page, { ...CARD, 'Card number': '4242 4242 4242 4243' })
  await page.getByLabel('Card number').focus()
  await page.getByRole('button', { name: 'Check the card' }).click()
  await page.getByText('That is not a card number. Please look at the digits again.').waitFor()
  await expect
    .poll(() => page.getByLabel('Card number').evaluate((field) => field === document.activeElement))
    .toBe(true)
  expect(await axeViolations(page)).toEqual([])
  await fill(page, CARD)
  await page.getByRole('button', { name: 'Check the card' }).click()
  await page.getByRole('status').filter({ hasText: 'Your card looks right.' }).waitFor()
  expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
  expect(await page.getByLabel('Expiry date').inputValue()).toBe('08/99')
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Done' }).click()
  await page.locator('.hero').waitFor()
  expect(page.url()).toBe(`${shop.url}/`)
  expect(sent.filter((request) => /4242|737|08(%2F|\/)?99/.test(request))).toEqual([])
  const kept: string = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')
  expect(kept).not.toMatch(/4242/)
  await page.goBack()
  await page.getByLabel('Card number').waitFor()
  expect(await page.getByLabel('Card number').inputValue()).toBe('')
  expect(errors).toEqual([])
  await close()
})

test("'Back' leads to the payment of that order, 'Done' to the front page, also by keyboard [REV3-04, REV3-05, REV3-07]", async () => {
  const { id } = await savedOrder(shop.url, ring)
  const { page, close } = await freshPage(browser, remembering(DESK, shop.url, { currentOrderID: id }))
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

test('without an order the review says so, and leads on [REV3-06, REV3-04, REV3-05]', async () => {
  const { page, close } = await freshPage(browser, PHONE)
  await page.goto(`${shop.url}/checkout-step-three`)
  await page.getByRole('heading', { name: 'There is no order to review' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await page.getByRole('link', { name: 'Back', exact: true }).getAttribute('href')).toBe(
    '/checkout-step-two',
  )
  expect(await page.getByRole('link', { name: 'Done', exact: true }).getAttribute('href')).toBe('/')
  await page.goto(`${shop.url}/checkout-step-three?orderID=pur_0`)
  await page.getByRole('heading', { name: 'We cannot find that order' }).waitFor()
  await close()
})
