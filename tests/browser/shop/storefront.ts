import type { Browser, BrowserContextOptions, Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { freshPage } from '../steps/chromium.ts'

/** A product as lists and search answer it, as far as the journeys look at it. */
type ListedProduct = Readonly<{
  id: string
  name: string
  price: number
  product_images: readonly { image_url: string }[]
}>

/**
 * Waits until a page is hydrated, including its lazy sections and filters in view. React marks the elements
 * that it has hydrated.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(IS_HYDRATED_SCRIPT)).toBe(true)
}

/** Runs in the browser: `main` is hydrated, and so is each form and filter in the window. */
const IS_HYDRATED_SCRIPT = `[document.getElementById('main'), ...document.querySelectorAll('form, .facet-fold')]
  .filter((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return one.id === 'main' || (one.checkVisibility() && top < innerHeight && bottom > 0)
  })
  .every((one) => Object.keys(one).some((key) => key.startsWith('__reactProps')))`

/** Opens a page; in frozen time its timers run only when the test advances the clock. */
type OpenPageOptions = Readonly<{ address: string; options: BrowserContextOptions; isTimeFrozen?: boolean }>

/**
 * Opens a hydrated page in a browser session of its own. `elapsed` is for how many milliseconds frozen time had to
 * move for that.
 */
export async function openPage(
  browser: Browser,
  { address, options, isTimeFrozen = false }: OpenPageOptions,
) {
  const fresh = await freshPage(browser, options)
  if (isTimeFrozen) {
    await fresh.page.clock.install({ time: 0 })
    await fresh.page.clock.pauseAt(1_000)
  }
  // In frozen time it must be still, too: its timers have to be set before time moves.
  await fresh.page.goto(address, { waitUntil: isTimeFrozen ? 'networkidle' : 'domcontentloaded' })
  if (!isTimeFrozen) await waitForHydration(fresh.page)
  return { ...fresh, elapsed: isTimeFrozen ? await hydrateInFrozenTime(fresh.page) : 0 }
}

/**
 * Waits until a page in frozen time is hydrated. Where that needs a timer, as a page of slow scripts does, time moves in small
 * steps; returns by how many milliseconds in all, less than a second.
 */
async function hydrateInFrozenTime(page: Page): Promise<number> {
  let [polls, elapsed] = [0, 0]
  const isHydrated = async (): Promise<unknown> => {
    polls += 1
    if (polls > 10 && elapsed < 980) {
      elapsed += 20
      await page.clock.runFor(20)
    }
    return page.evaluate(IS_HYDRATED_SCRIPT)
  }
  await expect.poll(isHydrated).toBe(true)
  return elapsed
}

/** Returns the list of all products for `query`. */
export async function fetchListing(
  url: string,
  query: string,
): Promise<{ total: number; getProduct: readonly ListedProduct[] }> {
  const answer = await fetch(`${url}/shop/getAllProducts?${query}`)
  const read: { total: number; getProduct: ListedProduct[] } = JSON.parse(await answer.text())
  return read
}

/** Returns the results of the product search that `typeSearch` triggers on the page. */
export async function readSearchHits(
  page: Page,
  typeSearch: () => Promise<void>,
): Promise<readonly ListedProduct[]> {
  const searchRequest = page.waitForRequest('**/shop/searchProduct')
  await typeSearch()
  // Searches once more, as the page may abort its request for a newer one before the answer is read.
  const request = await searchRequest
  const answer = await fetch(request.url(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: request.postData(),
  })
  const read: { searchProduct: ListedProduct[] } = JSON.parse(await answer.text())
  return read.searchProduct
}

/** Delays the responses to product searches until the returned function is called. */
export async function holdSearches(page: Page): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  const hold = async (route: Route): Promise<void> => {
    await released.promise
    // The page may have aborted the search for a newer one.
    await route.continue().catch(() => undefined)
  }
  await page.route('**/shop/searchProduct', hold)
  return async () => {
    released.resolve()
    await page.unroute('**/shop/searchProduct', hold)
  }
}

/** Expects each column of the showcase to link to its first four products of the catalogue. */
export async function expectShowcase(main: Locator, url: string): Promise<void> {
  for (const [title, sort] of [
    ['Top ranking', 'popular'],
    ['New arrivals', 'newest'],
    ['Top deals', 'discount'],
  ] as const) {
    const [viewAll, ...products] = await readHrefs(
      main.getByRole('region', { name: title }).getByRole('link'),
    )
    const { getProduct: wanted } = await fetchListing(url, `sort=${sort}&limit=4`)
    expect(viewAll).toBe(`/show-more?${title === 'Top deals' ? 'onOffer=1&' : ''}sort=${sort}`)
    expect(products).toEqual(wanted.map(({ id }) => `/product/${id}`))
  }
}

const formatPrice = (dollars: number) =>
  dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** Expects a result of a search to link to its product, with its first picture, name and price. */
export async function expectRow(row: Locator, hit: ListedProduct | undefined): Promise<void> {
  expect(await row.getAttribute('href')).toBe(`/product/${hit?.id}`)
  expect(await row.innerText()).toBe(`${hit?.name}\n${formatPrice(hit?.price ?? 0)}`)
  expect(await row.locator('img').getAttribute('src')).toBe(
    hit?.product_images[0]?.image_url ?? '/pictures/placeholder.svg',
  )
}

/** Returns the search box of the wide header and the sheet under it. */
export function getHeaderSearch(page: Page): { box: Locator; sheet: Locator } {
  const banner = page.getByRole('banner')
  return { box: banner.getByRole('combobox', { name: 'Search products' }), sheet: banner.locator('.sheet') }
}

/** Returns the picture that the hero shows. */
export function getSlide(page: Page): Promise<string | null> {
  return page.locator('.hero').getAttribute('data-slide')
}

/** Returns the links under a title of the footer. */
export function getFooterSection(footer: Locator, title: string): Locator {
  return footer.locator('div', { has: footer.page().locator(`> h2:text-is("${title}")`) }).getByRole('link')
}

/** Returns the visible texts of all matches. */
export function readTexts(locator: Locator): Promise<string[]> {
  return locator.allInnerTexts()
}

/** Returns the targets of all links found. */
export function readHrefs(locator: Locator): Promise<(string | null)[]> {
  return locator.evaluateAll((elements) => elements.map((element) => element.getAttribute('href')))
}

/** Adds the newest product to the cart, which leads to the checkout. */
export async function addToCart(page: Page, url: string): Promise<void> {
  const {
    getProduct: [product],
  } = await fetchListing(url, 'limit=1')
  await page.goto(`${url}/product/${product?.id}`)
  await waitForHydration(page)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await page.waitForURL('**/checkout')
}

/** Subscribes to the newsletter; returns the message that confirms it. */
export async function submitNewsletterForm(page: Page): Promise<Locator> {
  await page.getByLabel('New products, once a month, by email').fill('mei@shopper.example')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const message = page.locator('.Toastify__toast')
  await message.waitFor()
  return message
}

/** Returns the toast of that kind with this text. */
export function getToast(page: Page, kind: 'success' | 'error' | 'info', message: string): Locator {
  return page.locator(`.Toastify__toast--${kind}`).filter({ hasText: message })
}

/** Drags it to the right with a finger, over this share of its width. */
export async function dragSideways(page: Page, { what, share }: { what: Locator; share: number }) {
  const box = await what.boundingBox()
  if (!box) throw new Error('there is nothing to drag')
  const [x, y] = [box.x + 10, box.y + box.height / 2]
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (const fraction of [0.2, 0.5, share])
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: x + box.width * fraction, y }],
    })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Returns axe's violations of these rules alone, on a page that axe has already checked. */
export async function listAxeViolations(page: Page, rules: readonly string[]): Promise<unknown> {
  return page.evaluate(`axe.run(document, {
    runOnly: { type: 'rule', values: ${JSON.stringify(rules)} },
  }).then(({ violations }) => violations.map((one) => one.id + ' ' + one.nodes.map((node) => node.target).join(' ')))`)
}
