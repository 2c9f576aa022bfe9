import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createTestProduct } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { fillSignIn } from '../steps/account-steps.ts'
import { DESKTOP, freshPage, PHONE } from '../steps/chromium.ts'
import { getToast, waitForHydration } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()
const product = await createTestProduct(db, { name: 'Harbour ring', price: 20_000, offer: 15_000, stock: 3 })

test('lazy sections are rendered by the server and hydrate near the viewport without layout shift', async () => {
  const { page, errors, close } = await freshPage(browser, DESKTOP)
  const scripts = recordScripts(page)
  await page.goto(`${shop.url}/product/${product.id}`, { waitUntil: 'networkidle' })
  const supplier = page.getByRole('heading', { name: 'Know your supplier' })
  expect(await supplier.count()).toBe(1)
  const heightBefore = await getHeight(page)
  const supplierElement = await supplier.elementHandle()
  await page.getByRole('button', { name: 'Increase quantity' }).first().click()
  await supplier.scrollIntoViewIfNeeded()
  await expect.poll(() => scripts.some((url) => url.includes('related-sections'))).toBe(true)
  await page.waitForLoadState('networkidle')
  // The element that the server rendered is still there: React hydrated it instead of rendering it again.
  expect(await supplierElement?.evaluate((element) => element.isConnected)).toBe(true)
  expect(await getHeight(page)).toBe(heightBefore)
  expect(errors).toEqual([])
  await close()
})

test('a lazy component whose script fails to load stays as the server rendered it', async () => {
  const { page, close } = await freshPage(browser, DESKTOP)
  await page.route('**/related-sections-*.js', (route) => route.abort())
  await page.goto(`${shop.url}/product/${product.id}`, { waitUntil: 'networkidle' })
  const supplier = page.getByRole('heading', { name: 'Know your supplier' })
  await supplier.scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Increase quantity' }).first().click()
  expect(await page.locator('output').first().textContent()).toBe('2')
  expect(await supplier.isVisible()).toBe(true)
  expect(await page.getByRole('heading', { level: 1, name: 'Harbour ring' }).isVisible()).toBe(true)
  await close()
})

test('taps before a page or a lazy component is hydrated are handled once each', async () => {
  const { page, errors, close } = await freshPage(browser, DESKTOP)
  const line = { base: Promise.withResolvers<void>(), 'delivery-estimate': Promise.withResolvers<void>() }
  for (const [name, { promise }] of Object.entries(line))
    await page.route(`**/assets/${name}-*.js`, async (route) => {
      await promise
      await route.continue()
    })
  await page.goto(`${shop.url}/product/${product.id}`, { waitUntil: 'commit' })
  const more = page.getByRole('button', { name: 'Increase quantity' }).first()
  await waitForEarlyClicks(page)
  await more.click()
  line.base.resolve()
  await expect.poll(() => page.locator('output').first().textContent()).toBe('2')
  await more.click()
  await page.getByRole('button', { name: 'Change delivery country' }).click()
  line['delivery-estimate'].resolve()
  await page.getByRole('main').getByRole('button', { name: 'Denmark' }).waitFor()
  expect(await page.locator('output').first().textContent()).toBe('3')
  expect(errors).toEqual([])
  await close()
})

test('Sign In pressed before the page is hydrated is sent once', async () => {
  const { page, close } = await freshPage(browser, PHONE)
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/base-*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/users/login') && sent.push(request.method()))
  await page.goto(`${shop.url}/login`, { waitUntil: 'commit' })
  await waitForEarlyClicks(page)
  await fillSignIn(page, { email: 'nobody@home.example', password: 'amber over slate' })
  scripts.resolve()
  await getToast(page, 'error', 'User not found').waitFor()
  expect(sent).toEqual(['POST'])
  await close()
})

test('text typed before hydration stays in its field and is sent', async () => {
  const { page, errors, close } = await freshPage(browser, DESKTOP)
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/base-*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(shop.url, { waitUntil: 'commit' })
  const header = page.getByRole('combobox', { name: 'Search products' })
  const hero = page.getByRole('combobox', { name: 'What are you looking for?' })
  const newsletter = page.getByRole('contentinfo').locator('form')
  const email = newsletter.getByRole('textbox')
  await header.fill('pearl')
  await hero.fill('harbour')
  await email.fill('mei@shopper')
  scripts.resolve()
  await waitForHydration(page)
  expect([await header.inputValue(), await hero.inputValue()]).toEqual(['pearl', 'harbour'])
  expect(await email.inputValue()).toBe('mei@shopper')
  await email.scrollIntoViewIfNeeded()
  await waitForHydration(page)
  await newsletter.getByRole('button', { name: 'Subscribe' }).click()
  await getToast(page, 'error', 'Enter a valid email address.').waitFor()
  await page.locator('.hero').scrollIntoViewIfNeeded()
  await page.locator('.hero').getByRole('button', { name: 'Search' }).click()
  await page.locator('.hero').locator(`a[href^="/product/${product.id}"]`).waitFor()
  expect(errors.filter((error) => !error.includes('400'))).toEqual([])
  await close()
})

test('a product opened by a link in the shop shows its whole page at once', async () => {
  const { page, close } = await freshPage(browser, DESKTOP)
  await page.goto(`${shop.url}/marketplace`, { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Harbour ring' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Harbour ring' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Know your supplier' }).count()).toBe(1)
  await close()
})

test('a menu whose script is missing reloads the page once, then shows an error', async () => {
  const { page, close } = await freshPage(browser, PHONE)
  await page.route('**/mobile-menu-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto(shop.url)
  await waitForHydration(page)
  const loadedAgain = page.waitForNavigation()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await loadedAgain
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('alert').filter({ hasText: 'We couldn’t load this.' }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Reload the page' }).isVisible()).toBe(true)
  await close()
})

test('a page whose scripts are missing after an update reloads and renders', async () => {
  const { page, close } = await freshPage(browser, DESKTOP)
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().endsWith('/marketplace')) isOld = false
  })
  await page.route('**/marketplace-page-*.js', (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto(shop.url)
  await waitForHydration(page)
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Marketplace' })
    .click()
  // Until the styles have arrived, the heading of the phone's filters counts as visible, too.
  await page.getByRole('heading', { name: 'Advance Search' }).first().waitFor()
  expect([page.url(), isOld]).toEqual([`${shop.url}/marketplace`, false])
  expect(await page.getByText('Unexpected Application Error!').count()).toBe(0)
  await waitForHydration(page)
  await close()
})

/** Waits until the first script of the page has run. */
async function waitForEarlyClicks(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
    .toContainEqual(expect.stringContaining('/assets/hydrate-'))
  await page.waitForLoadState('domcontentloaded')
}

function recordScripts(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') urls.push(request.url())
  })
  return urls
}

function getHeight(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight)
}
