import { expect, test } from 'vitest'
import { pieceOnSale } from '#tests/factories.ts'
import { browserShop } from './browser-shop.ts'
import { DESK, PHONE, axeViolations, freshPage, sidewaysScroll } from './chromium.ts'
import {
  awake,
  dragSideways,
  expectRow,
  expectShowcase,
  footerPart,
  headerSearch,
  hitsAnswered,
  hrefsOf,
  listing,
  openedPage,
  putIntoCart,
  ruleViolations,
  slideOf,
  subscribed,
  textsOf,
  toastOf,
} from './storefront.ts'

const { shop, db, browser } = await browserShop({ DEMO: 'on' })

test('the front page has its hero, its two ways in, its showcase and its story [ROUTE-03, LAND-01, LAND-03, LAND-04, LAND-05, LAND-07, LAND-08, LAND-12, LAND-13, LAND-14, LAND-15, LAND-17, LAND-18, LAND-19, LAND-20, LAND-21, LAND-22, LAND-23, PROD-06, CLAIM-01, CLAIM-02, CLAIM-03, CLAIM-04, CLAIM-05, CLAIM-06]', async () => {
  const { page, errors, close } = await opened('/')
  const main = page.getByRole('main')
  const hero = page.getByRole('region', { name: 'Welcome' })
  const box = await hero.boundingBox()
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBeGreaterThanOrEqual(900)
  expect(await hero.getByRole('heading', { level: 1 }).innerText()).toBe('Fine pieces, sent for you.')
  expect(await hero.innerText()).toContain('the workshops of verified suppliers')
  const choice = hero.getByRole('combobox', { name: 'Search in' })
  expect([await choice.innerText(), await choice.inputValue()]).toEqual(['All\nProducts', 'All'])
  await hero.getByPlaceholder('What are you looking for?').waitFor()
  await hero.getByRole('button', { name: 'Search' }).waitFor()

  const roles = main.getByRole('region', { name: 'For manufacturers and vendors' })
  expect(await textsOf(roles.getByRole('link'))).toEqual(['Get Started Now', 'Get Started Now'])
  expect(await hrefsOf(roles.getByRole('link'))).toEqual(['/signup', '/signup'])
  for (const name of ['Join Now', 'Start Selling', 'Get Started', 'Sign Up'])
    expect(await hrefsOf(main.getByRole('link', { name, exact: true }))).toEqual(['/signup'])

  await expectShowcase(main, shop.url)
  const stats = main.getByRole('region', { name: 'A trade built on trust' })
  const words = (await stats.innerText()).replaceAll(/\s+/g, ' ')
  expect(words).toContain('Products from Verified Suppliers only')
  expect(words).toContain('109,000+ products added today')
  for (const claim of ['10+', '100k+', '10+', '1200+']) expect(words).toContain(claim)
  const story = await main.innerText()
  for (const text of [
    'Each order is forwarded automatically to the chosen supplier.',
    'From the supplier’s bench directly to your customer’s door',
    'You see the wholesale price and set the retail price. You keep the difference between them.',
    'Ready to get started?',
  ])
    expect(story).toContain(text)
  expect(await main.locator('blockquote').count()).toBe(1)
  expect(
    await textsOf(
      main.getByRole('region', { name: 'How an order travels' }).getByRole('heading', { level: 3 }),
    ),
  ).toEqual(['Customer Orders', 'Direct to Supplier', 'Supplier Fulfillment', 'Profit Keeps Coming'])
  expect(await axeViolations(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('the bar beside the figures goes from 13 to 66 after half a second, and three pictures take turns every five [LAND-02, LAND-24, CONST-07, STATE-17]', async () => {
  const { page, close } = await openedInFrozenTime()
  const bar = page.locator('progress')
  const seen = [await slideOf(page)]
  await page.clock.runFor(499)
  expect(await bar.getAttribute('value')).toBe('13')
  await page.clock.runFor(1)
  await expect.poll(() => bar.getAttribute('value')).toBe('66')
  await page.clock.runFor(4_499)
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await slideOf(page)).toBe(seen.at(-1))
    await page.clock.runFor(1)
    await expect.poll(() => slideOf(page)).not.toBe(seen.at(-1))
    seen.push(await slideOf(page))
    await page.clock.runFor(4_999)
  }
  expect(seen).toEqual(['silk', 'midnight', 'sunlit-stone', 'silk'])
  await close()
})

test('the pictures stand still under the pointer, with the focus, once paused, and where motion is not wanted', async () => {
  const { page, close } = await openedInFrozenTime()
  const still = async () => {
    const before = await slideOf(page)
    await page.clock.runFor(11_000)
    expect(await slideOf(page)).toBe(before)
  }
  await page.locator('.hero h1').hover()
  await still()
  await page.mouse.move(5, 5)
  await page.getByRole('combobox', { name: 'Search in' }).focus()
  await still()
  await page.getByRole('link', { name: 'Marketplace' }).first().focus()
  await page.clock.runFor(5_000)
  await expect.poll(() => slideOf(page)).toBe('midnight')
  await page.getByRole('button', { name: 'Pause the pictures' }).click()
  await page.mouse.move(5, 5)
  await page.getByRole('link', { name: 'Marketplace' }).first().focus()
  await still()
  await close()
  const calm = await openedInFrozenTime({ reducedMotion: 'reduce' })
  await calm.page.getByRole('button', { name: 'Play the pictures' }).waitFor()
  await calm.page.clock.runFor(11_000)
  expect(await slideOf(calm.page)).toBe('silk')
  await calm.close()
})

test('the hero searches products whatever its list says, and a click beside it puts the results away [LAND-06, LAND-09, LAND-10, LAND-11, STATE-16]', async () => {
  const { page, close } = await opened('/')
  const form = page.locator('.hero').getByRole('search')
  const box = form.getByRole('combobox', { name: 'What are you looking for?' })
  const rows = page.locator('.hero').locator('a[href^="/product/"]')
  expect(await rows.count()).toBe(0)
  for (const choice of ['All', 'Products']) {
    await form.getByRole('combobox', { name: 'Search in' }).selectOption(choice)
    const [first] = await hitsAnswered(page, async () => {
      await box.fill('emerald')
      await form.getByRole('button', { name: 'Search' }).click()
    })
    await rows.first().waitFor()
    await expectRow(rows.first(), first)
    await page.getByRole('heading', { level: 1 }).click()
    await expect.poll(() => rows.count()).toBe(0)
  }
  const [first] = await hitsAnswered(page, () => box.press('Enter'))
  await rows.first().click()
  await page.waitForURL(`**/product/${first?.id}`)
  await close()
})

test('the results of the header stand below its box, scroll, lead to their pieces and to more [HDR-03, HDR-04, HDR-05, HDR-06, HDR-07, HDR-08, HDR-09, HDR-10, HDR-23, HDR-25, CONST-08, CONST-09, STATE-16]', async () => {
  const { page, close } = await opened('/marketplace')
  const { box, sheet } = headerSearch(page)
  expect(await sheet.count()).toBe(0)
  // The third trigger: typing alone, after a pause.
  const [first] = await hitsAnswered(page, () => box.fill('ring'))
  await sheet.waitFor()
  const [above, below] = [await box.boundingBox(), await sheet.boundingBox()]
  expect(below?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  const list = sheet.locator('.overflow-y-auto')
  expect(await list.evaluate((element) => getComputedStyle(element).maxHeight)).toBe('384px')
  expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
  const last = sheet.locator('a').last()
  expect(await last.innerText()).toBe('Show more')
  expect(await last.getAttribute('href')).toBe('/show-more')
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

test('a search without hits says so and still leads on; a piece without a picture has the placeholder; a price may come as text [HDR-10, HDR-24, HDR-26]', async () => {
  await pieceOnSale(db, { name: 'Quixotic spinel brooch', price: 14_950 })
  const { page, close } = await opened('/marketplace')
  const { box, sheet } = headerSearch(page)
  await box.fill('zzzzqqqq')
  await sheet.getByText('No products found', { exact: true }).last().waitFor()
  expect(await hrefsOf(sheet.getByRole('link'))).toEqual(['/show-more'])
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

test('an empty text is never sent, and a failed search is told as an error [VAL-01, ERR-01, ERR-02, HDR-23]', async () => {
  const { page, close } = await opened('/')
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  for (const form of await page.getByRole('search').all()) {
    const box = form.locator('input[type="search"]')
    await box.fill('   ')
    await box.press('Enter')
    await form.getByRole('button', { name: 'Search' }).click()
  }
  const { box } = headerSearch(page)
  await page.route('**/shop/searchProduct', (route) => route.abort())
  await box.fill('ring')
  await toastOf(page, 'error', 'Search failed. Please try again.').waitFor()
  expect(sent.filter((path) => path === '/shop/searchProduct')).toHaveLength(1)
  await page.unroute('**/shop/searchProduct')
  const refusal = { success: false, message: 'The catalogue is being counted.', code: 'resting' }
  await page.route('**/shop/searchProduct', (route) => route.fulfill({ status: 409, json: refusal }))
  await page.locator('.hero input[type="search"]').fill('ring')
  await toastOf(page, 'error', 'The catalogue is being counted.').waitFor()
  await close()
})

test('the header says where it sends to and in which money, and a chosen country presets the checkout [HDR-01, HDR-02, HDR-11, HDR-12, HDR-13, HDR-14, HDR-15, HDR-16, CONST-18]', async () => {
  const { page, close } = await opened('/')
  const banner = page.getByRole('banner')
  expect(await hrefsOf(banner.getByRole('link', { name: 'Cabochon' }))).toEqual(['/'])
  for (const [name, href] of [
    ['My Cart', '/checkout'],
    ['Sign In', '/login'],
    ['Sign Up', '/signup'],
  ] as const)
    expect(await hrefsOf(banner.getByRole('link', { name, exact: true }))).toEqual([href])
  await banner.getByRole('button', { name: 'English - USD' }).click()
  expect(await textsOf(banner.locator('.sheet').getByRole('button'))).toEqual(['English - USD'])
  await page.keyboard.press('Escape')
  await banner.getByRole('button', { name: 'Deliver to Singapore' }).click()
  const countries = banner.getByRole('list', { name: 'Countries we send to' })
  await countries.getByRole('button', { name: 'Singapore', pressed: true }).waitFor()
  await banner.getByRole('searchbox', { name: 'Find a country' }).fill('portu')
  await countries.getByRole('button', { name: 'Portugal' }).click()
  await banner.getByText('Rates for Portugal').waitFor()
  await banner.getByRole('button', { name: 'Deliver to Singapore' }).waitFor()
  await putIntoCart(page, shop.url)
  await page.goto(`${shop.url}/checkout`)
  await expect.poll(() => page.getByLabel('Country').first().inputValue()).toBe('PT')
  await close()
})

test('the link to the cart says how many pieces are in it, in words that contain what is seen', async () => {
  const { page, close } = await opened('/404')
  await putIntoCart(page, shop.url)
  await page.getByRole('banner').getByRole('link', { name: '1 piece in My Cart', exact: true }).waitFor()
  await page.getByRole('checkbox').first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await ruleViolations(page, ['label-content-name-mismatch', 'target-size'])).toEqual([])
  await close()
})

test('the menu of narrow screens has the cart, both sign-in links and a search that works [HDR-22]', async () => {
  const { page, close } = await opened('/', PHONE)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  for (const [name, href] of [
    ['My Cart', '/checkout'],
    ['Sign In', '/login'],
    ['Sign Up', '/signup'],
  ] as const)
    expect(await hrefsOf(menu.getByRole('link', { name, exact: true }))).toEqual([href])
  const [first] = await hitsAnswered(page, () => menu.getByRole('combobox').fill('emerald'))
  const rows = menu.locator('a[href^="/product/"]')
  await rows.first().waitFor()
  await expectRow(rows.first(), first)
  expect(await axeViolations(page)).toEqual([])
  await rows.first().click()
  await page.waitForURL(`**/product/${first?.id}`)
  await expect.poll(() => menu.count()).toBe(0)
  await close()
})

test('the footer leads home, to every part, to the networks and to people [FOOT-01, FOOT-02, FOOT-03, FOOT-04, FOOT-05, FOOT-06, FOOT-07, FOOT-10, FOOT-11, FOOT-12]', async () => {
  const { page, close } = await opened('/marketplace')
  const footer = page.getByRole('contentinfo')
  expect(await hrefsOf(footer.getByRole('link', { name: 'Cabochon, home' }))).toEqual(['/'])
  const [sitemap, socials] = [footerPart(footer, 'Sitemap'), footerPart(footer, 'Socials')]
  expect(await textsOf(sitemap)).toEqual(['Home', 'Abouts', 'Drop Shippers', 'Vendors', 'Contact'])
  expect(await hrefsOf(sitemap)).toEqual(['/', '/#benefits', '/marketplace', '/v-onboard-one', '/contact-us'])
  expect(await textsOf(socials)).toEqual(['Facebook', 'Instagram', 'LinkedIn', 'X'])
  for (const link of await socials.all()) {
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('href')).toMatch(/^https:\/\//)
  }
  expect(await footer.locator('address').innerText()).toContain('Singapore 049422')
  expect(await textsOf(footer.locator('a[href^="mailto:"]'))).toEqual(['support@cabochon.example'])
  expect(await hrefsOf(footer.locator('a[href^="tel:"]'))).toEqual(['tel:+6561234567'])
  expect(await footer.innerText()).toContain('A company of the Facet and Bezel Group.')
  await sitemap.filter({ hasText: 'Abouts' }).click()
  await page.waitForURL('**/#benefits')
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('benefits')
  await close()
})

test('the newsletter takes an address once, says so and empties its field; what is none is told by the server [FOOT-08, FOOT-09, ERR-01]', async () => {
  const { page, close } = await opened('/404')
  const form = page.getByRole('contentinfo').locator('form')
  const field = form.getByLabel('New pieces, once a month, by mail')
  expect(await field.getAttribute('type')).toBe('email')
  for (const _ of ['the first time', 'a repeat']) {
    await field.fill('mei@shopper.example')
    await form.getByRole('button', { name: 'Subscribe' }).click()
    const thanks = toastOf(page, 'success', 'Thank you. Unless this address is on our list already')
    await thanks.waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    await thanks.getByRole('button').click()
    await thanks.waitFor({ state: 'detached' })
  }
  await field.fill('mei@shopper')
  await field.press('Enter')
  await toastOf(page, 'error', 'That is not an e-mail address.').waitFor()
  expect(await field.inputValue()).toBe('mei@shopper')
  await close()
})

test('a message stands at the top right for five seconds, and waits under the pointer and while the window is left [CONST-05]', async () => {
  const { page, close } = await opened('/404')
  const message = await subscribed(page)
  const box = await message.boundingBox()
  expect(box?.y).toBeLessThan(40)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1_440 - 40)
  const bar = message.locator('.Toastify__progress-bar--animated')
  const styleOf = (name: 'animationDuration' | 'animationPlayState') =>
    bar.evaluate((element, wanted) => getComputedStyle(element)[wanted], name)
  expect(await styleOf('animationDuration')).toBe('5s')
  await message.hover()
  await expect.poll(() => styleOf('animationPlayState')).toBe('paused')
  await page.mouse.move(300, 600)
  await expect.poll(() => styleOf('animationPlayState')).toBe('running')
  await page.evaluate("window.dispatchEvent(new Event('blur'))")
  await expect.poll(() => styleOf('animationPlayState')).toBe('paused')
  await page.evaluate("window.dispatchEvent(new Event('focus'))")
  await expect.poll(() => styleOf('animationPlayState')).toBe('running')
  await bar.evaluate((element) => element.getAnimations().forEach((animation) => animation.finish()))
  await message.waitFor({ state: 'detached' })
  await close()
})

test('a finger drags a message away when it goes over 80 percent of it [CONST-06]', async () => {
  const { page, close } = await opened('/404', PHONE)
  const message = await subscribed(page)
  expect(await message.getAttribute('class')).toContain('Toastify__toast-theme--light')
  await dragSideways(page, { what: message, share: 0.7 })
  await expect
    .poll(() => message.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m41))
    .toBe(0)
  await dragSideways(page, { what: message, share: 0.9 })
  await message.waitFor({ state: 'detached' })
  await close()
})

test('by night a message stands on the ground of the night, and can be read', async () => {
  const { page, close } = await opened('/404', { ...DESK, colorScheme: 'dark' })
  const message = await subscribed(page)
  expect(await message.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(31, 28, 24)',
  )
  expect(await axeViolations(page)).toEqual([])
  await close()
})

test('every page stands in one frame, works when opened directly, has a title of its own and fits a phone [ROUTE-01, ROUTE-04, ROUTE-14, ROUTE-28, ROUTE-29, ROUTE-31, ROUTE-34, NF-01, NF-02, NF-03, CONST-20]', async () => {
  const { page, close } = await freshPage(browser, PHONE)
  const {
    getProduct: [piece],
  } = await listing(shop.url, 'limit=1')
  const titles = new Map([
    ['/', 'Cabochon — the drop-shipping marketplace for jewellery'],
    ['/marketplace', 'Marketplace · Cabochon'],
    [`/product/${piece?.id}`, `${piece?.name} · Cabochon`],
    ['/checkout', 'Checkout · Cabochon'],
    ['/dashboard', 'Your account · Cabochon'],
    ['/paymentSuccess', 'Your payment · Cabochon'],
    ['/404', 'Page not found · Cabochon'],
    ['/no/such/page', 'Page not found · Cabochon'],
  ])
  for (const [path, title] of titles) {
    const answer = await page.goto(shop.url + path)
    expect([path, answer?.status()]).toEqual([path, title.startsWith('Page') ? 404 : 200])
    expect(await page.title()).toBe(title)
    for (const part of ['banner', 'main', 'contentinfo'] as const) await page.getByRole(part).waitFor()
    expect([path, await sidewaysScroll(page)]).toEqual([path, 0])
  }
  const text = await page.getByRole('main').innerText()
  expect(text.toLowerCase()).toContain('error 404')
  expect(text).toContain('Page not found')
  expect(text).toContain("Sorry, the page you are looking for doesn't exist or has been removed.")
  await page.getByRole('link', { name: 'Back to home' }).click()
  await page.waitForURL(`${shop.url}/`)
  await close()
})

test('a new page begins at its top, the same one stays where it is [ROUTE-02]', async () => {
  const { page, close } = await opened('/')
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  await awake(page)
  await footer.getByRole('link', { name: 'Drop Shippers' }).click()
  await page.waitForURL('**/marketplace')
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main')
  await footer.scrollIntoViewIfNeeded()
  expect(Number(await page.evaluate('window.scrollY'))).toBeGreaterThan(500)
  await footer.getByRole('link', { name: 'Home', exact: true }).click()
  await page.waitForURL(`${shop.url}/`)
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
  await close()
})

test('the marketplace has its form, its chips and 50 pieces a page, and its pages follow each other [MKT-01, MKT-02, MKT-03, MKT-04, MKT-05, MKT-06, MKT-07, MKT-08, MKT-09, MKT-12, MKT-15, MKT-16, MKT-17, MKT-18, MKT-19, MKT-20, MKT-21, MKT-22, MKT-25, PROD-10, PROD-11]', async () => {
  const { page, errors, close } = await opened('/marketplace')
  const main = page.getByRole('main')
  const words = (await main.innerText()).replaceAll(/\s+/g, ' ')
  for (const text of [
    'Home / Marketplace',
    'Top-selling products from Verified Suppliers',
    'Limited-time offers updated weekly',
    'Advance Search',
    'Special Offers Summer Sale Up to 50% Off! Buy Now Summer Sale Up to 50% Off! Buy Now',
  ])
    expect(words).toContain(text)
  expect(await page.getByLabel('Product Name').getAttribute('placeholder')).toBe('e.g. Necklace')
  for (const label of ['Min Price', 'Max Price', 'Min Quantity', 'Max Quantity'])
    expect(await page.getByLabel(label).getAttribute('type')).toBe('number')
  expect(await hrefsOf(main.getByRole('link', { name: 'Explore All' }))).toEqual(['/explore-all'])

  const pages = main.getByRole('navigation', { name: 'Pages' })
  const { total } = await listing(shop.url, 'limit=1')
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
    await expect.poll(() => textsOf(chips.locator('[aria-current="true"]'))).toEqual([category])
  }
  await main.getByRole('link', { name: 'Buy Now' }).first().click()
  await page.waitForURL('**/marketplace?onOffer=1&sort=discount')
  await expect.poll(() => main.getByRole('article').first().textContent()).toContain('% off')
  expect(await axeViolations(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('an advanced search means what it says, together with the chip, and finds nothing kindly [MKT-09, MKT-26, MKT-27, MKT-28, MKT-29, MKT-30]', async () => {
  await pieceOnSale(db, { name: 'Zephyrine Hoop', price: 20_000, offer: 15_000, stock: 7 })
  const { page, close } = await opened('/marketplace?page=3')
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

const opened = (path: string, options = DESK) => openedPage(browser, { address: shop.url + path, options })

function openedInFrozenTime(options = DESK) {
  return openedPage(browser, { address: shop.url, options: { ...DESK, ...options }, isTimeFrozen: true })
}
