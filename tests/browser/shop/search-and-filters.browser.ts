import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDemoShop } from '../steps/browser-shop.ts'
import { listAxeErrors, DESKTOP, freshPage, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { holdSearches, waitForHydration, readHrefs, readTexts } from './storefront.ts'

const { shop, browser } = await startDemoShop()

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const readCount = async (page: Page) =>
  Number((await page.locator('main p', { hasText: /^[\d,]+ products?$/ }).innerText()).replaceAll(/\D/g, ''))

async function open(path: string, options: BrowserContextOptions = DESKTOP) {
  const session = await freshPage(browser, options)
  await session.page.goto(shop.url + path, { waitUntil: 'domcontentloaded' })
  if (options.javaScriptEnabled !== false) await waitForHydration(session.page)
  return session
}

/** Opens a facet of the desktop bar; returns its list. */
async function facet(page: Page, name: string) {
  const entry = page.locator(`details[data-facet="${name}"]`)
  await entry.locator('summary').click()
  return entry.locator('a')
}

test('facets filter the list as counted and in the URL, and Back removes them one by one', async () => {
  const { page, errors, close } = await open('/marketplace')
  const silver = (await facet(page, 'metal')).filter({ hasText: 'Silver' })
  const expectedCount = Number((await silver.innerText()).replaceAll(/\D/g, ''))
  await silver.click()
  await page.waitForURL('**/marketplace?metal=silver')
  await expect.poll(() => readCount(page)).toBe(expectedCount)
  const platinum = page.locator('details[data-facet="metal"] a', { hasText: 'Platinum' })
  await platinum.click()
  await page.waitForURL('**/marketplace?metal=platinum.silver')
  await expect.poll(() => readCount(page)).toBeGreaterThan(expectedCount)
  const pearl = (await facet(page, 'stone')).filter({ hasText: 'Pearl' })
  const pearls = Number((await pearl.innerText()).replaceAll(/\D/g, ''))
  await pearl.click()
  await page.waitForURL('**/marketplace?metal=platinum.silver&stone=pearl')
  await expect.poll(() => readCount(page)).toBe(pearls)
  await page.getByText(`${pearls} products, page 1 of 1`).waitFor({ state: 'attached' })
  // Otherwise the header covers half of the form, and its visible button is too small.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await listAxeErrors(page)).toEqual([])
  await page.goBack()
  await page.waitForURL('**/marketplace?metal=platinum.silver')
  await page.goBack()
  await page.waitForURL('**/marketplace?metal=silver')
  await expect.poll(() => readCount(page)).toBe(expectedCount)
  await page.getByRole('link', { name: 'Remove filter: Silver' }).click()
  await page.waitForURL('**/marketplace')
  expect(errors).toEqual([])
  await close()
})

test('a shared URL shows the same products without scripts, with working forms and links', async () => {
  const { page, close } = await open('/marketplace?metal=silver&onOffer=1', {
    ...DESKTOP,
    javaScriptEnabled: false,
  })
  // Cards outside the window are not painted, so they have no inner text.
  const headings = await cards(page).getByRole('heading').allTextContents()
  const scripted = await open('/marketplace?metal=silver&onOffer=1')
  expect(await cards(scripted.page).getByRole('heading').allTextContents()).toEqual(headings)
  await scripted.close()
  const price = await facet(page, 'price')
  await price.first().waitFor()
  const sheet = page.locator('details[data-facet="price"]')
  await sheet.getByLabel('Minimum price').fill('50')
  await sheet.getByLabel('Maximum price').fill('150')
  await sheet.getByRole('button', { name: 'Apply price range' }).click()
  await page.waitForURL(/metal=silver.*onOffer=1.*minPrice=50&maxPrice=150|minPrice=50.*metal=silver/)
  expect(await readTexts(page.getByRole('list', { name: 'Active filters' }).getByRole('link'))).toEqual([
    '$50 to $150',
    'Silver',
    'On offer',
    'Clear all',
  ])
  await page.getByRole('link', { name: 'Clear all' }).click()
  await page.waitForURL('**/marketplace')
  await close()
})

test('on a phone the facets are in a drawer, which updates its count with each selection', async () => {
  const { page, close } = await open('/marketplace', PHONE)
  await page.locator('summary', { hasText: 'Filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.locator('summary', { hasText: 'Metal' }).click()
  await drawer.getByRole('link', { name: /^Silver/ }).click()
  await page.waitForURL('**/marketplace?metal=silver')
  const showButton = drawer.getByRole('button', { name: /^Show \d+ products$/ })
  await expect
    .poll(() => drawer.getByRole('link', { name: /^Silver/ }).getAttribute('aria-current'))
    .toBe('true')
  expect(await listAxeErrors(page)).toEqual([])
  const productCount = Number((await showButton.innerText()).replaceAll(/\D/g, ''))
  await showButton.click()
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
  expect(await readCount(page)).toBe(productCount)
  expect(await getHorizontalOverflow(page)).toBe(0)
  expect(await listAxeErrors(page)).toEqual([])
  await close()
})

test('corrects words that match no name, and an empty result has links', async () => {
  const { page, close } = await open('/marketplace?productName=dimond+rign')
  await page.getByText('No results for “dimond rign”').waitFor()
  expect(await cards(page).count()).toBeGreaterThan(0)
  await page.goto(`${shop.url}/marketplace?productName=pearl&metal=mithril`, {
    waitUntil: 'domcontentloaded',
  })
  await waitForHydration(page)
  await page.getByText('No products found').waitFor()
  await page.getByRole('heading', { name: 'Best sellers' }).waitFor()
  expect(await listAxeErrors(page)).toEqual([])
  await page.getByRole('link', { name: /^Without Mithril/ }).click()
  await page.waitForURL('**/marketplace?productName=pearl')
  await expect.poll(() => cards(page).count()).toBeGreaterThan(0)
  await close()
})

test('the header’s lists are sorted by sales, by age and by discount', async () => {
  const { page, close } = await open('/')
  const bar = page.getByRole('navigation', { name: 'Categories' })
  for (const [name, query] of [
    ['Top ranking', 'sort=popular'],
    ['New arrivals', 'sort=newest'],
    ['Top deals', 'sort=discount'],
  ] as const) {
    await bar.getByRole('link', { name }).click()
    await page.waitForURL(`**/marketplace?**${query}`)
    const expectedResponse = await page.request.get(`${shop.url}/shop/getAllProducts?limit=10&${query}`)
    const { getProduct }: { getProduct: { id: string }[] } = JSON.parse(await expectedResponse.text())
    const first = () => readHrefs(cards(page).locator('a[href^="/product/"]'))
    await expect
      .poll(async () => [...new Set(await first())].slice(0, 10))
      .toEqual(getProduct.map(({ id }) => `/product/${id}`))
  }
  const total = await readCount(page)
  const offers = await page.request.get(`${shop.url}/shop/getFacets?onOffer=1`)
  expect(JSON.parse(await offers.text())).toMatchObject({ total })
  await close()
})

test('the search box is a combobox: arrows select, Enter opens, Escape closes, and it stores searches', async () => {
  const { page, close } = await open('/marketplace')
  const box = page.getByRole('combobox', { name: 'Search products' })
  await box.fill('ring')
  const list = page.getByRole('listbox', { name: 'Found' })
  await list.waitFor()
  expect(await box.getAttribute('aria-expanded')).toBe('true')
  expect(await box.getAttribute('aria-controls')).toBe(await list.getAttribute('id'))
  expect(await listAxeErrors(page)).toEqual([])
  await box.press('ArrowDown')
  const selectedOption = list.getByRole('option', { selected: true })
  expect(await selectedOption.innerText()).toMatch(/^Rings\s+Category$/)
  expect(await box.getAttribute('aria-activedescendant')).toBe(await selectedOption.getAttribute('id'))
  await box.press('Escape')
  await expect.poll(() => list.count()).toBe(0)
  await box.fill('rin')
  await list.waitFor()
  await box.press('ArrowUp')
  await expect
    .poll(() => list.getByRole('option', { selected: true }).innerText())
    .toMatch(/^See all \d+ results$/)
  await box.press('Enter')
  await page.waitForURL('**/show-more?productName=rin')
  await page.goto(`${shop.url}/checkout`, { waitUntil: 'domcontentloaded' })
  await waitForHydration(page)
  await page.getByRole('combobox', { name: 'Search products' }).focus()
  const recent = page.getByRole('listbox', { name: 'Recent searches' })
  await expect.poll(() => readTexts(recent.getByRole('option'))).toEqual(['rin'])
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => recent.count()).toBe(0)
  await close()
})

test('Enter opens the suggestions, and a second Enter opens all results with the stated count [HDR-04, HDR-07, HDR-23, HDR-25]', async () => {
  const { page, close } = await open('/contact-us')
  const box = page.getByRole('combobox', { name: 'Search products' })
  const list = page.getByRole('listbox', { name: 'Found' })
  // Searches are held until Enter is pressed, as Enter with an open list of that text opens all results.
  const release = await holdSearches(page)
  await box.fill('ring')
  await box.press('Enter')
  await release()
  await list.waitFor()
  expect(new URL(page.url()).pathname).toBe('/contact-us')
  const all = list.getByRole('option').last()
  await expect.poll(() => all.innerText()).toMatch(/^See all \d+ results$/)
  const statedCount = Number(/\d+/.exec(await all.innerText())?.[0])
  await box.press('Enter')
  await page.waitForURL('**/show-more?productName=ring')
  await expect.poll(() => readCount(page)).toBe(statedCount)
  await expect.poll(() => list.count()).toBe(0)
  await close()
})

test('invalid stored searches do not break the page', async () => {
  const { page, errors, close } = await open('/marketplace')
  for (const broken of ['{', '[{"a":1}]', 'null', '9'.repeat(100_000)]) {
    await page.evaluate((value) => localStorage.setItem('recentSearches', value), broken)
    await page.reload({ waitUntil: 'domcontentloaded' })
    await waitForHydration(page)
    await page.getByRole('combobox', { name: 'Search products' }).focus()
    expect(await page.getByRole('listbox').count()).toBe(0)
  }
  expect(errors).toEqual([])
  await close()
})

test('the number fields of Advance Search accept numbers only, and are optional [VAL-04]', async () => {
  const { page, close } = await open('/marketplace')
  for (const label of ['Min Price', 'Max Price', 'Min Quantity', 'Max Quantity']) {
    const field = page.getByLabel(label)
    await field.pressSequentially('abc')
    expect(await field.inputValue()).toBe('')
    await field.pressSequentially('12')
    expect(await field.inputValue()).toBe('12')
    await field.fill('')
  }
  expect(await page.locator('form[action="/marketplace"] :required').count()).toBe(0)
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect.poll(() => cards(page).count()).toBe(50)
  await close()
})
