import { expect, test } from 'vitest'
import { startDemoShop } from '../steps/browser-shop.ts'
import { listAxeErrors, DESKTOP, freshPage, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import {
  waitForHydration,
  dragSideways,
  expectRow,
  getFooterSection,
  readSearchHits,
  readHrefs,
  fetchListing,
  openPage,
  addToCart,
  listAxeViolations,
  submitNewsletterForm,
  readTexts,
  getToast,
} from './storefront.ts'

const { shop, browser } = await startDemoShop()

test('the header shows country and currency, and a selected country presets the checkout [HDR-01, HDR-02, HDR-11, HDR-12, HDR-13, HDR-14, HDR-15, HDR-16, CONST-18]', async () => {
  const { page, close } = await openPath('/')
  const banner = page.getByRole('banner')
  expect(await readHrefs(banner.getByRole('link', { name: 'Cabochon' }))).toEqual(['/'])
  for (const [name, href] of [
    ['My Cart', '/checkout'],
    ['Sign In', '/login'],
    ['Sign Up', '/signup'],
  ] as const)
    expect(await readHrefs(banner.getByRole('link', { name, exact: true }))).toEqual([href])
  await banner.getByRole('button', { name: 'English - USD' }).click()
  expect(await readTexts(banner.locator('.sheet').getByRole('button'))).toEqual(['English - USD'])
  await page.keyboard.press('Escape')
  await banner.getByRole('button', { name: 'Deliver to Singapore' }).click()
  const countries = banner.getByRole('list', { name: 'Countries we ship to' })
  await countries.getByRole('button', { name: 'Singapore', pressed: true }).waitFor()
  await banner.getByRole('searchbox', { name: 'Find a country' }).fill('portu')
  await countries.getByRole('button', { name: 'Portugal' }).click()
  await banner.getByText('Rates for Portugal').waitFor()
  await banner.getByRole('button', { name: 'Deliver to Singapore' }).waitFor()
  await addToCart(page, shop.url)
  await page.goto(`${shop.url}/checkout`)
  await expect.poll(() => page.getByLabel('Country').first().inputValue()).toBe('PT')
  await close()
})

test('the cart link’s accessible name has the product count and its visible text', async () => {
  const { page, close } = await openPath('/404')
  await addToCart(page, shop.url)
  await page.getByRole('banner').getByRole('link', { name: '1 product in My Cart', exact: true }).waitFor()
  await page.getByRole('checkbox').first().waitFor()
  expect(await listAxeErrors(page)).toEqual([])
  expect(await listAxeViolations(page, ['label-content-name-mismatch', 'target-size'])).toEqual([])
  await close()
})

test('the mobile menu has the cart, both sign-in links and a working search [HDR-22]', async () => {
  const { page, close } = await openPath('/', PHONE)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  for (const [name, href] of [
    ['My Cart', '/checkout'],
    ['Sign In', '/login'],
    ['Sign Up', '/signup'],
  ] as const)
    expect(await readHrefs(menu.getByRole('link', { name, exact: true }))).toEqual([href])
  const [first] = await readSearchHits(page, () => menu.getByRole('combobox').fill('emerald'))
  const rows = menu.locator('a[href^="/product/"]')
  await rows.first().waitFor()
  await expectRow(rows.first(), first)
  expect(await listAxeErrors(page)).toEqual([])
  await rows.first().click()
  await page.waitForURL(`**/product/${first?.id}`)
  await expect.poll(() => menu.count()).toBe(0)
  await close()
})

test('the footer links to home, all sections, social networks and contact [FOOT-01, FOOT-02, FOOT-03, FOOT-04, FOOT-05, FOOT-06, FOOT-07, FOOT-10, FOOT-11, FOOT-12]', async () => {
  const { page, close } = await openPath('/marketplace')
  const footer = page.getByRole('contentinfo')
  expect(await readHrefs(footer.getByRole('link', { name: 'Cabochon', exact: true }))).toEqual(['/'])
  const [sitemap, socials] = [getFooterSection(footer, 'Sitemap'), getFooterSection(footer, 'Socials')]
  expect(await readTexts(sitemap)).toEqual(['Home', 'Abouts', 'Drop Shippers', 'Vendors', 'Contact'])
  expect(await readHrefs(sitemap)).toEqual([
    '/',
    '/#benefits',
    '/marketplace',
    '/v-onboard-one',
    '/contact-us',
  ])
  expect(await readTexts(socials)).toEqual(['Facebook', 'Instagram', 'LinkedIn', 'X'])
  for (const link of await socials.all()) {
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('href')).toMatch(/^https:\/\//)
  }
  expect(await footer.locator('address').innerText()).toContain('Singapore 049422')
  expect(await readTexts(footer.locator('a[href^="mailto:"]'))).toEqual(['support@cabochon.example'])
  expect(await readHrefs(footer.locator('a[href^="tel:"]'))).toEqual(['tel:+6561234567'])
  expect(await footer.innerText()).toContain('A company of the Facet and Bezel Group.')
  await sitemap.filter({ hasText: 'Abouts' }).click()
  await page.waitForURL('**/#benefits')
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('benefits')
  await close()
})

test('the newsletter accepts an email with a confirmation and empties its field, and the server rejects an invalid one [FOOT-08, FOOT-09, ERR-01]', async () => {
  const { page, close } = await openPath('/404')
  const form = page.getByRole('contentinfo').locator('form')
  const field = form.getByLabel('New products, once a month, by email')
  expect(await field.getAttribute('type')).toBe('email')
  for (const _ of ['the first time', 'a repeat']) {
    await field.fill('mei@shopper.example')
    await form.getByRole('button', { name: 'Subscribe' }).click()
    const thanks = getToast(page, 'success', 'Thank you. Check your email to confirm')
    await thanks.waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    await thanks.getByRole('button').click()
    await thanks.waitFor({ state: 'detached' })
  }
  await field.fill('mei@shopper')
  await field.press('Enter')
  await getToast(page, 'error', 'Enter a valid email address.').waitFor()
  expect(await field.inputValue()).toBe('mei@shopper')
  await close()
})

test('a toast at the top right stays five seconds, and pauses on hover and in a background window [CONST-05]', async () => {
  const { page, close } = await openPath('/404')
  const message = await submitNewsletterForm(page)
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

test('dragging a toast over 80 percent of its width dismisses it [CONST-06]', async () => {
  const { page, close } = await openPath('/404', PHONE)
  const message = await submitNewsletterForm(page)
  expect(await message.getAttribute('class')).toContain('Toastify__toast-theme--light')
  await dragSideways(page, { what: message, share: 0.7 })
  await expect
    .poll(() => message.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m41))
    .toBe(0)
  await dragSideways(page, { what: message, share: 0.9 })
  await message.waitFor({ state: 'detached' })
  await close()
})

test('a toast has the dark theme’s background, and is accessible', async () => {
  const { page, close } = await openPath('/404', { ...DESKTOP, colorScheme: 'dark' })
  const message = await submitNewsletterForm(page)
  expect(await message.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(31, 28, 24)',
  )
  expect(await listAxeErrors(page)).toEqual([])
  await close()
})

test('every page has the shared frame and its own title, opens directly and fits a phone [ROUTE-01, ROUTE-04, ROUTE-14, ROUTE-28, ROUTE-29, ROUTE-31, ROUTE-34, NF-01, NF-02, NF-03, CONST-20]', async () => {
  const { page, close } = await freshPage(browser, PHONE)
  const {
    getProduct: [product],
  } = await fetchListing(shop.url, 'limit=1')
  const titles = new Map([
    ['/', 'Cabochon — the drop-shipping marketplace for jewellery'],
    ['/marketplace', 'Marketplace · Cabochon'],
    [`/product/${product?.id}`, `${product?.name} · Cabochon`],
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
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      await page.getByRole(landmark).waitFor()
    expect([path, await getHorizontalOverflow(page)]).toEqual([path, 0])
  }
  const text = await page.getByRole('main').innerText()
  expect(text.toLowerCase()).toContain('error 404')
  expect(text).toContain('Page not found')
  expect(text).toContain("Sorry, the page you are looking for doesn't exist or has been removed.")
  await page.getByRole('link', { name: 'Back to home' }).click()
  await page.waitForURL(`${shop.url}/`)
  await close()
})

test('a new page starts at its top, and the same page keeps its scroll position [ROUTE-02]', async () => {
  const { page, close } = await openPath('/')
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  await waitForHydration(page)
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

const openPath = (path: string, options = DESKTOP) => openPage(browser, { address: shop.url + path, options })
