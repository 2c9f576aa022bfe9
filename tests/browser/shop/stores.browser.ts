import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { saveSupplierProfile } from '#features/catalogue/suppliers/service.ts'
import { startDemoShop } from '../steps/browser-shop.ts'
import { DESKTOP, PHONE, listAxeErrors, freshPage, getHorizontalOverflow } from '../steps/chromium.ts'
import { readHrefs, openPage, readTexts } from './storefront.ts'

/** A store of the demo with the fields that the journeys use. */
type ListedStore = Readonly<{ id: string; title: string; rating: number }>

const { shop, db, browser } = await startDemoShop()
const featuredAnswer = await fetch(`${shop.url}/shop/getFeaturedSuppliers`)
const stores: readonly ListedStore[] = JSON.parse(await featuredAnswer.text()).getSuppliers

test('/show-more has paged products, and four featured suppliers that link to their stores [ROUTE-06, MKT-01, MKT-23, MKT-24]', async () => {
  for (const options of [DESKTOP, PHONE]) {
    const { page, errors, close } = await openPath('/show-more', options)
    expect(await page.getByRole('article').count()).toBe(50 + 4)
    const featured = page.getByRole('region', { name: 'Featured Suppliers' })
    expect(await readTexts(featured.getByRole('heading', { level: 3 }))).toEqual(
      stores.map(({ title }) => title),
    )
    for (const [place, { rating }] of stores.entries())
      expect(await featured.getByRole('article').nth(place).innerText()).toContain(rating.toFixed(1))
    expect(await listAxeErrors(page)).toEqual([])
    expect(await getHorizontalOverflow(page)).toBe(0)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
    await page.waitForURL('**/show-more?page=2')
    await featured.getByRole('link', { name: 'Read More' }).nth(1).click()
    await page.waitForURL(`**/store-profile?id=${stores[1]?.id}`)
    await page.getByRole('heading', { level: 1, name: stores[1]?.title ?? '' }).waitFor()
    expect(errors).toEqual([])
    await close()
  }
})

test('a jump to the end of a list does not move the link to its next page', async () => {
  for (const options of [DESKTOP, PHONE]) {
    const { page, close } = await openPath('/show-more', options)
    const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' })
    await next.scrollIntoViewIfNeeded()
    const tops = [(await next.boundingBox())?.y ?? 0]
    // Cards that enter the window are painted in the frames after the jump.
    while (tops.length < 20) {
      await page.evaluate('new Promise(requestAnimationFrame)')
      tops.push((await next.boundingBox())?.y ?? 0)
    }
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(44)
    // A reduced transition would be one of all properties, in which new cards first have the browser's margins.
    const name = page.locator('.card-name').first()
    expect(await name.evaluate((element) => getComputedStyle(element).transitionProperty)).toBe('none')
    await close()
  }
})

test('a product links to its supplier’s store, whose toggles and search filter its products, and Back undoes it [ROUTE-07, STORE-01, STORE-02, STORE-03, STORE-04, STORE-05, STORE-06, STORE-07]', async () => {
  const [first] = stores
  const { page, errors, close } = await openPath(`/product/${await findStoreProduct(first)}`, DESKTOP)
  await page
    .getByRole('main')
    .getByRole('link', { name: first?.title ?? '', exact: true })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: first?.title ?? '' }).waitFor()
  const main = page.getByRole('main')
  expect(await readHrefs(main.getByRole('link', { name: /^(Contact|Chat with) / }))).toEqual([
    `/contact-us?supplier=${first?.id}`,
    `/chat?supplier=${first?.id}`,
  ])
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)

  const all = await listVisibleProducts(page)
  const toggle = main.getByRole('navigation', { name: 'Store categories' }).getByRole('link')
  const [, category = '', count = ''] =
    /^(.+?)\s+(\d+)$/s.exec((await toggle.nth(1).innerText()).trim()) ?? []
  await toggle.nth(1).click()
  await page.waitForURL(`**/store-profile?id=${first?.id}&category=${category}`)
  await main.getByText(count === '1' ? '1 product' : `${count} products`, { exact: true }).waitFor()
  expect(await listVisibleProducts(page)).toHaveLength(Number(count))
  await toggle.nth(1).click()
  await expect.poll(() => listVisibleProducts(page)).toEqual(all)

  const searchWord = all[0]?.split(' ').at(-1) ?? ''
  await main.getByRole('searchbox').fill(searchWord)
  await main.getByRole('searchbox').press('Enter')
  await page.waitForURL(`**/store-profile?id=${first?.id}&search=${searchWord}#main-products`)
  await main.getByText(` for “${searchWord}”`).waitFor()
  for (const name of await listVisibleProducts(page))
    expect(name.toLowerCase()).toContain(searchWord.toLowerCase())
  expect(await listAxeErrors(page)).toEqual([])
  await page.goBack()
  await expect.poll(() => listVisibleProducts(page)).toEqual(all)
  expect(await main.getByRole('searchbox').inputValue()).toBe('')
  expect(errors).toEqual([])
  await close()
})

test('section links of a store work, also by keyboard, and its reviews link to their products [STORE-02, STORE-05]', async () => {
  const { page, errors, close } = await openPath(`/store-profile?id=${stores[0]?.id}`, PHONE)
  const nav = page.getByRole('navigation', { name: 'Store sections' })
  expect(await readTexts(nav.getByRole('link'))).toEqual([
    'New Arrivals',
    'Main Products',
    'Reviews',
    'Profile',
  ])
  for (const name of await readTexts(nav.getByRole('link'))) {
    await nav.getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
    const region = page.getByRole('region', { name, exact: true })
    await expect.poll(() => getTop(region)).toBeLessThan(450)
  }
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  const reviews = page.getByRole('region', { name: 'Reviews', exact: true })
  const [product] = await readHrefs(reviews.getByRole('link'))
  await reviews.getByRole('link').first().click()
  await page.waitForURL(`**${product}`)
  expect(errors).toEqual([])
  await close()
})

test('search, toggles and pages of a store work without scripts, also at 320 pixels [STORE-02, STORE-04]', async () => {
  const { page, close } = await freshPage(browser, {
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  })
  await page.goto(`${shop.url}/store-profile?id=${stores[0]?.id}`)
  await page.getByRole('main').getByRole('searchbox').fill('no such product')
  await page.getByRole('main').getByRole('button', { name: 'Search in this store' }).click()
  await page.getByRole('main').getByText('0 products for “no such product”').waitFor()
  const address = new URL(page.url())
  expect([address.searchParams.get('search'), address.hash]).toEqual(['no such product', '#main-products'])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  await page.getByRole('link', { name: 'Show all products' }).click()
  expect((await listVisibleProducts(page)).length).toBeGreaterThan(0)
  await close()
})

test('without an id, shows a featured store, and an unknown store is the 404 page [STORE-08]', async () => {
  const { page, close } = await openPath('/store-profile', DESKTOP)
  await page.getByRole('heading', { level: 1, name: stores[0]?.title ?? '' }).waitFor()
  const answer = await page.goto(`${shop.url}/store-profile?id=sup_${'0'.repeat(32)}`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await close()
})

test('a supplier’s new description appears on its cached page at once', async () => {
  const address = `${shop.url}/store-profile?id=${stores[2]?.id}`
  const read = async () => (await fetch(address)).text()
  const storesBefore = await read()
  expect(storesBefore).toContain(stores[2]?.title)
  const country = /"country":"([A-Z]{2})"/.exec(storesBefore)?.[1] ?? 'PT'
  const description = 'We have moved to the house beside the bridge.'
  await saveSupplierProfile(db, { name: stores[2]?.title ?? '', country, description })
  await expect.poll(read, { timeout: 5_000 }).toContain(description)
})

function openPath(path: string, options: typeof DESKTOP) {
  return openPage(browser, { address: `${shop.url}${path}`, options })
}

async function findStoreProduct(store: ListedStore | undefined): Promise<string> {
  const answer = await fetch(`${shop.url}/shop/getManufacturerProducts/${store?.id}`)
  return JSON.parse(await answer.text()).getProducts[0].id
}

/** Returns the names in the main products. */
function listVisibleProducts(page: Page): Promise<string[]> {
  // Includes those below the window that are not painted yet.
  return page
    .getByRole('region', { name: 'Main Products' })
    .getByRole('article')
    .getByRole('heading')
    .allTextContents()
}

/** Returns the distance of an element from the window's top in pixels; negative above it. */
function getTop(locator: ReturnType<Page['getByRole']>): Promise<number> {
  return locator.evaluate((element) => Math.abs(element.getBoundingClientRect().top))
}
