import { expect, test } from 'vitest'
import { createTestProduct } from '#tests/shop/factories.ts'
import { startDemoShop } from '../steps/browser-shop.ts'
import { listAxeErrors, DESKTOP, WITH_MOTION } from '../steps/chromium.ts'
import {
  expectRow,
  expectShowcase,
  getHeaderSearch,
  holdSearches,
  readSearchHits,
  readHrefs,
  fetchListing,
  openPage,
  getSlide,
  readTexts,
  getToast,
} from './storefront.ts'

const { shop, db, browser } = await startDemoShop()

test('the front page has its hero, two calls to action, its showcase and its sections [ROUTE-03, LAND-01, LAND-03, LAND-04, LAND-05, LAND-07, LAND-08, LAND-12, LAND-13, LAND-14, LAND-15, LAND-17, LAND-18, LAND-19, LAND-20, LAND-21, LAND-22, LAND-23, PROD-06, CLAIM-01, CLAIM-02, CLAIM-03, CLAIM-04, CLAIM-05, CLAIM-06]', async () => {
  const { page, errors, close } = await openPath('/')
  const main = page.getByRole('main')
  const hero = page.getByRole('region', { name: 'Welcome' })
  const box = await hero.boundingBox()
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBeGreaterThanOrEqual(900)
  expect(await hero.getByRole('heading', { level: 1 }).innerText()).toBe(
    'Fine jewellery, direct from the source.',
  )
  expect(await hero.innerText()).toContain('from verified suppliers')
  const choice = hero.getByRole('combobox', { name: 'Search in' })
  expect([await choice.innerText(), await choice.inputValue()]).toEqual(['All\nProducts', 'All'])
  await hero.getByPlaceholder('What are you looking for?').waitFor()
  await hero.getByRole('button', { name: 'Search' }).waitFor()

  const roles = main.getByRole('region', { name: 'For manufacturers and vendors' })
  expect(await readTexts(roles.getByRole('link'))).toEqual(['Get Started Now', 'Get Started Now'])
  expect(await readHrefs(roles.getByRole('link'))).toEqual(['/signup', '/signup'])
  for (const name of ['Join Now', 'Start Selling', 'Get Started', 'Sign Up'])
    expect(await readHrefs(main.getByRole('link', { name, exact: true }))).toEqual(['/signup'])

  await expectShowcase(main, shop.url)
  const stats = main.getByRole('region', { name: 'A trade built on trust' })
  const pageText = (await stats.innerText()).replaceAll(/\s+/g, ' ')
  expect(pageText).toContain('Products from Verified Suppliers only')
  expect(pageText).toContain('109,000+ products added today')
  for (const claim of ['10+', '100k+', '10+', '1200+']) expect(pageText).toContain(claim)
  const mainText = await main.innerText()
  for (const text of [
    'Each order is forwarded automatically to the chosen supplier.',
    'From the supplier’s bench directly to your customer’s door',
    'You see the wholesale price and set the retail price. You keep the difference.',
    'Ready to get started?',
  ])
    expect(mainText).toContain(text)
  expect(await main.locator('blockquote').count()).toBe(1)
  expect(
    await readTexts(main.getByRole('region', { name: 'How it works' }).getByRole('heading', { level: 3 })),
  ).toEqual(['Customer Orders', 'Direct to Supplier', 'Supplier Fulfillment', 'Profit Keeps Coming'])
  expect(await listAxeErrors(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('the bar next to the figures grows from 13 to 66 after half a second, and three pictures rotate every five [LAND-02, LAND-24, CONST-07, STATE-17]', async () => {
  const { page, close } = await openInFrozenTime()
  const bar = page.locator('progress')
  const visitedSlides = [await getSlide(page)]
  await page.clock.runFor(499)
  expect(await bar.getAttribute('value')).toBe('13')
  await page.clock.runFor(1)
  await expect.poll(() => bar.getAttribute('value')).toBe('66')
  await page.clock.runFor(4_499)
  for (let step = 0; step < 3; step += 1) {
    expect(await getSlide(page)).toBe(visitedSlides.at(-1))
    await page.clock.runFor(1)
    await expect.poll(() => getSlide(page)).not.toBe(visitedSlides.at(-1))
    visitedSlides.push(await getSlide(page))
    await page.clock.runFor(4_999)
  }
  expect(visitedSlides).toEqual(['silk', 'midnight', 'sunlit-stone', 'silk'])
  await close()
})

test('the pictures stop on hover, on focus, when paused and with reduced motion', async () => {
  const { page, close } = await openInFrozenTime()
  const still = async () => {
    const slideBefore = await getSlide(page)
    await page.clock.runFor(11_000)
    expect(await getSlide(page)).toBe(slideBefore)
  }
  await page.locator('.hero h1').hover()
  await still()
  await page.mouse.move(5, 5)
  await page.getByRole('combobox', { name: 'Search in' }).focus()
  await still()
  await page.getByRole('link', { name: 'Marketplace' }).first().focus()
  await page.clock.runFor(5_000)
  await expect.poll(() => getSlide(page)).toBe('midnight')
  await page.getByRole('button', { name: 'Pause slideshow' }).click()
  await page.mouse.move(5, 5)
  await page.getByRole('link', { name: 'Marketplace' }).first().focus()
  await still()
  await close()
  const calm = await openInFrozenTime({ reducedMotion: 'reduce' })
  await calm.page.getByRole('button', { name: 'Play slideshow' }).waitFor()
  await calm.page.clock.runFor(11_000)
  expect(await getSlide(calm.page)).toBe('silk')
  await calm.close()
})

test('the hero searches products for every option of its list, and a click outside closes the results [LAND-06, LAND-09, LAND-10, LAND-11, STATE-16]', async () => {
  const { page, close } = await openPath('/')
  const form = page.locator('.hero').getByRole('search')
  const box = form.getByRole('combobox', { name: 'What are you looking for?' })
  const rows = page.locator('.hero').locator('a[href^="/product/"]')
  expect(await rows.count()).toBe(0)
  for (const choice of ['All', 'Products']) {
    await form.getByRole('combobox', { name: 'Search in' }).selectOption(choice)
    // Searches are held until the button is pressed, as it opens all results when the list of that text is open.
    const release = await holdSearches(page)
    const [first] = await readSearchHits(page, async () => {
      await box.fill('emerald')
      await form.getByRole('button', { name: 'Search' }).click()
    })
    await release()
    await rows.first().waitFor()
    await expectRow(rows.first(), first)
    await page.getByRole('heading', { level: 1 }).click()
    await expect.poll(() => rows.count()).toBe(0)
  }
  const [first] = await readSearchHits(page, () => box.press('Enter'))
  await rows.first().click()
  await page.waitForURL(`**/product/${first?.id}`)
  await close()
})

test('the header’s results open below its box, scroll, and link to products and more [HDR-03, HDR-04, HDR-05, HDR-06, HDR-07, HDR-08, HDR-09, HDR-10, HDR-23, HDR-25, CONST-08, CONST-09, STATE-16]', async () => {
  const { page, close } = await openPath('/marketplace')
  const { box, sheet } = getHeaderSearch(page)
  expect(await sheet.count()).toBe(0)
  // The third trigger: typing alone, after a pause.
  const [first] = await readSearchHits(page, () => box.fill('ring'))
  await sheet.waitFor()
  const [above, below] = [await box.boundingBox(), await sheet.boundingBox()]
  expect(below?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  const list = sheet.locator('.overflow-y-auto')
  expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
  // The last entry stays visible while the others scroll, and the list is 24rem high.
  const last = sheet.locator('a').last()
  await expect.poll(() => last.innerText()).toMatch(/^See all \d+ results$/)
  expect(await last.getAttribute('href')).toBe('/show-more?productName=ring')
  const [whole, foot] = [await sheet.boundingBox(), await last.boundingBox()]
  expect(whole?.height).toBeLessThanOrEqual(386)
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThan((whole?.y ?? 0) + (whole?.height ?? 0))
  const rows = sheet.locator('a[href^="/product/"]')
  await expectRow(rows.first(), first)
  await page.mouse.click(5, 700)
  await expect.poll(() => sheet.count()).toBe(0)
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await sheet.waitFor()
  await page.mouse.click(5, 700)
  await expect.poll(() => sheet.count()).toBe(0)
  await box.press('Enter')
  await rows.first().click()
  await page.waitForURL(`**/product/${first?.id}`)
  await close()
})

test('an empty result has a link, a product without a picture the placeholder, and a text price is shown [HDR-10, HDR-24, HDR-26]', async () => {
  await createTestProduct(db, { name: 'Quixotic spinel brooch', price: 14_950 })
  const { page, close } = await openPath('/marketplace')
  const { box, sheet } = getHeaderSearch(page)
  await box.fill('zzzzqqqq')
  await sheet.getByText('No products found', { exact: true }).last().waitFor()
  expect(await sheet.getByRole('option', { name: 'Show more' }).getAttribute('href')).toBe('/show-more')
  await page.route('**/shop/searchProduct', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('149.50', '"149.5"') })
  })
  await box.fill('quixotic')
  const row = sheet.getByRole('option', { name: 'Quixotic spinel brooch' })
  await row.waitFor()
  expect(await row.innerText()).toContain('$149.50')
  expect(await row.locator('img').getAttribute('src')).toBe('/pictures/placeholder.svg')
  await close()
})

test('never sends an empty search, and shows an error for a failed one [VAL-01, ERR-01, ERR-02, HDR-23]', async () => {
  const { page, close } = await openPath('/')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  for (const form of await page.getByRole('search').all()) {
    const box = form.locator('input[type="search"]')
    await box.fill('   ')
    await box.press('Enter')
    await form.getByRole('button', { name: 'Search' }).click()
  }
  const { box } = getHeaderSearch(page)
  await page.route('**/shop/searchProduct', (route) => route.abort())
  await box.fill('ring')
  await getToast(page, 'error', 'Search failed. Please try again.').waitFor()
  expect(requests.filter((path) => path === '/shop/searchProduct')).toHaveLength(1)
  await page.unroute('**/shop/searchProduct')
  const refusal = { success: false, message: 'The catalogue is being counted.', code: 'resting' }
  await page.route('**/shop/searchProduct', (route) => route.fulfill({ status: 409, json: refusal }))
  await page.locator('.hero input[type="search"]').fill('ring')
  await getToast(page, 'error', 'The catalogue is being counted.').waitFor()
  await close()
})

test('the marketplace has its form, chips and 50 products a page, with pagination [MKT-01, MKT-02, MKT-03, MKT-04, MKT-05, MKT-06, MKT-07, MKT-08, MKT-09, MKT-12, MKT-15, MKT-16, MKT-17, MKT-18, MKT-19, MKT-20, MKT-21, MKT-22, MKT-25, PROD-10, PROD-11]', async () => {
  const { page, errors, close } = await openPath('/marketplace')
  const main = page.getByRole('main')
  const pageText = (await main.innerText()).replaceAll(/\s+/g, ' ')
  for (const text of [
    'Home / Marketplace',
    'Top-selling products from Verified Suppliers',
    'Limited-time offers updated weekly',
    'Advance Search',
    'Special Offers Summer Sale Up to 50% Off! Buy Now Summer Sale Up to 50% Off! Buy Now',
  ])
    expect(pageText).toContain(text)
  expect(await page.getByLabel('Product Name').getAttribute('placeholder')).toBe('e.g. Necklace')
  for (const label of ['Min Price', 'Max Price', 'Min Quantity', 'Max Quantity'])
    expect(await page.getByLabel(label).getAttribute('type')).toBe('number')
  expect(await readHrefs(main.getByRole('link', { name: 'Explore All' }))).toEqual(['/explore-all'])

  const pages = main.getByRole('navigation', { name: 'Pages' })
  const { total } = await fetchListing(shop.url, 'limit=1')
  const last = Math.ceil(total / 50)
  expect(last).toBeGreaterThan(5)
  expect(await main.getByRole('article').count()).toBe(50)
  expect((await pages.innerText()).replaceAll(/\s+/g, ' ')).toBe(`Previous 1 2 … ${last} Next`)
  expect(await pages.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
  await pages.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL('**/marketplace?page=2')
  await pages.getByRole('link', { name: `Page ${last}` }).click()
  await pages.getByRole('button', { name: 'Next' }).waitFor()
  expect(await pages.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
  expect(await main.getByRole('article').count()).toBe(total - 50 * (last - 1))

  const chips = main.getByRole('navigation', { name: 'Choose a category' })
  for (const category of ['Rings', 'Charms']) {
    await chips.getByRole('link', { name: category, exact: true }).click()
    await page.waitForURL(`**/marketplace?category=${category}`)
    await expect.poll(() => readTexts(chips.locator('[aria-current="true"]'))).toEqual([category])
  }
  await main.getByRole('link', { name: 'Buy Now' }).first().click()
  await page.waitForURL('**/marketplace?onOffer=1&sort=discount')
  await expect.poll(() => main.getByRole('article').first().textContent()).toContain('% off')
  expect(await listAxeErrors(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('an advanced search combines its fields with the chip, and an empty result has a message [MKT-09, MKT-26, MKT-27, MKT-28, MKT-29, MKT-30]', async () => {
  await createTestProduct(db, { name: 'Zephyrine Hoop', price: 20_000, offer: 15_000, stock: 7 })
  const { page, close } = await openPath('/marketplace?page=3')
  const main = page.getByRole('main')
  await page.getByLabel('Product Name').fill('ZEPHYRINE')
  await main.getByRole('button', { name: 'Search', exact: true }).click()
  await page.waitForURL('**/marketplace?productName=ZEPHYRINE')
  await expect.poll(() => main.getByRole('article').count()).toBe(1)
  expect(await main.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
  for (const [query, found] of [
    ['productName=phyr&minPrice=150&maxPrice=150&minQuantity=7&maxQuantity=7', 1],
    ['productName=zephyrine&minPrice=150.01', 0],
    ['productName=zephyrine&maxPrice=149.99', 0],
    ['productName=zephyrine&minQuantity=8', 0],
    ['productName=zephyrine&minPrice=&maxQuantity=', 1],
    ['productName=zephyrine&minPrice=200&maxPrice=100', 0],
    ['productName=zephyrine&category=Rings', 1],
    ['productName=zephyrine&category=Anklets', 0],
  ] as const) {
    await page.goto(`${shop.url}/marketplace?${query}`, { waitUntil: 'domcontentloaded' })
    expect([query, await main.getByRole('article').count()]).toEqual([query, found])
    if (found === 0) await main.getByText('No products found').waitFor()
  }
  const data = { productName: '', minPrice: 'cheap', maxPrice: '', minQuantity: '', maxQuantity: '' }
  const refused = await page.request.post(`${shop.url}/shop/advanceProductSearch`, { data: { data } })
  expect(refused.status()).toBe(400)
  await close()
})

const openPath = (path: string, options = DESKTOP) => openPage(browser, { address: shop.url + path, options })

function openInFrozenTime(options = DESKTOP) {
  return openPage(browser, {
    address: shop.url,
    options: { ...DESKTOP, ...WITH_MOTION, ...options },
    isTimeFrozen: true,
  })
}
