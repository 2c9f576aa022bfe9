import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { generateCatalogue } from '../../../bench/catalogue.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { DESKTOP, PHONE, listAxeErrors, freshPage, getHorizontalOverflow } from '../steps/chromium.ts'
import { waitForHydration, fetchListing, openPage } from './storefront.ts'

/** More products than browsers can render unscaled on a page of 4,000,000 pixels. */
const PRODUCT_COUNT = 40_000

// A separate shop, as the emptied database would still be too large for other files.
const { shop, pool, browser } = await startBrowserShop({ LOG_LEVEL: 'silent' })
await generateCatalogue(pool, PRODUCT_COUNT)

test('shows all products in one grid of four columns without pages, from first to last [ROUTE-05, EXP-01, EXP-02, EXP-03, EXP-04, EXP-05, EXP-06]', async () => {
  const { page, errors, close } = await openExplore('/explore-all')
  const main = page.getByRole('main')
  const pageText = (await main.innerText()).replaceAll(/\s+/g, ' ')
  for (const text of [
    'Home / Explore All',
    'Top-selling products from Verified Suppliers',
    'Limited-time offers updated weekly',
    'Advance Search',
    'All products Rings Necklaces Bracelets Earrings Pendants Brooches Anklets Charms',
    '40,000 products',
  ])
    expect(pageText).toContain(text)
  expect(await main.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
  expect(await main.getByRole('article').first().getByRole('status').first().textContent()).toBe('1')
  const tops = (await loadedCells(page)).map(({ top }) => Math.round(top))
  expect(new Set(tops.slice(0, 4)).size).toBe(1)
  expect(tops[4]).toBeGreaterThan(Number(tops[0]))
  expect(await listAxeErrors(page)).toEqual([])

  await scrollTo(page, 0.5)
  const middle = await loadedCells(page)
  expect(Math.abs((middle[0]?.product ?? 0) - PRODUCT_COUNT / 2)).toBeLessThan(100)
  await expectCellsMatchList(middle)
  expect(await page.locator('.products > li').count()).toBeLessThan(40)
  expect(await listAxeErrors(page)).toEqual([])

  await page.keyboard.press('End')
  await expect.poll(async () => (await readCells(page)).at(-1)?.product).toBe(PRODUCT_COUNT)
  await expectCellsMatchList(await loadedCells(page))
  const footer = await page.getByRole('contentinfo').boundingBox()
  expect(footer?.y).toBeLessThan(900)

  await page.keyboard.press('Home')
  await expect.poll(async () => (await readCells(page))[0]?.product).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test('in the middle of the catalogue, the wheel scrolls by its exact distance', async () => {
  const { page, close } = await openExplore('/explore-all')
  await scrollTo(page, 0.4)
  for (let step = 0; step < 6; step += 1) await scrollDown(page)
  const positionText = await page.locator('.position-bar p').innerText()
  expect(positionText).toMatch(/^1[56],\d\d\d–1[56],\d\d\d of 40,000$/)
  await close()
})

test('the position bar is as wide as the list and does not cover its last buttons', async () => {
  const { page, close } = await openExplore('/explore-all')
  await scrollTo(page, 0.4)
  const strip = page.locator('.position-bar')
  const [bar, list] = [await strip.boundingBox(), await page.locator('.runway').boundingBox()]
  expect([bar?.x, bar?.width]).toEqual([list?.x, list?.width])
  await page.keyboard.press('End')
  await expect.poll(async () => (await readCells(page)).at(-1)?.product).toBe(40_000)
  const last = page.locator('.runway').getByRole('button', { name: 'Add to Cart' }).last()
  await last.waitFor()
  const [above, below] = [await last.boundingBox(), await strip.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await close()
})

test('the scroll position is corrected after a mouse press, not during it, so that no click is lost', async () => {
  const { page, close } = await openExplore('/explore-all')
  await scrollTo(page, 0.5)
  await loadedCells(page)
  await page.mouse.move(720, 450)
  await page.mouse.down()
  const moved: unknown = await page.evaluate(`new Promise((resolve) => {
    const from = scrollY
    document.addEventListener('scrollend', () => resolve(from - scrollY), { once: true })
    scrollBy(0, -400)
  })`)
  expect(moved).toBe(400)
  const held: unknown = await page.evaluate('scrollY')
  await page.mouse.up()
  await expect.poll(() => page.evaluate('scrollY')).not.toBe(held)
  await close()
})

test('Back from a product and a reload restore the scroll position to the pixel [EXP-06]', async () => {
  const { page, close } = await openExplore('/explore-all?sort=price_asc')
  await scrollTo(page, 0.3)
  await scrollDown(page)
  const anchorCell = (await loadedCells(page)).find(({ top }) => top > 200)
  const readTop = async () =>
    Number((await readCells(page)).find((cell) => cell.product === anchorCell?.product)?.top)
  // Without the mouse, which would scroll it into the window first.
  await page
    .locator(`.products > li[aria-posinset="${anchorCell?.product}"] .card-name a`)
    .dispatchEvent('click')
  await page.waitForURL('**/product/*')
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
  await page.goBack()
  await page.waitForURL('**/explore-all?sort=price_asc')
  await expect.poll(async () => Math.abs(Number(anchorCell?.top) - (await readTop()))).toBeLessThan(2)
  await page.reload()
  await waitForHydration(page)
  await expect.poll(async () => Math.abs(Number(anchorCell?.top) - (await readTop()))).toBeLessThan(2)
  await close()
})

test('a chip shows only its category with its count, and Back shows all products [EXP-04]', async () => {
  const { page, close } = await openExplore('/explore-all')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Brooches', exact: true }).click()
  await page.waitForURL('**/explore-all?category=Brooches')
  await main.getByText('5,000 products').filter({ visible: true }).first().waitFor()
  await page.keyboard.press('End')
  await expect.poll(async () => (await readCells(page)).at(-1)?.product).toBe(5_000)
  await expectCellsMatchList(await loadedCells(page), 'category=Brooches&')
  await page.goBack()
  await main.getByText('40,000 products').filter({ visible: true }).first().waitFor()
  await expect.poll(async () => (await readCells(page))[0]?.product).toBe(1)
  await close()
})

test('without scripts, the first products are shown, and links lead from page to page [EXP-06]', async () => {
  const { page, close } = await freshPage(browser, { ...DESKTOP, javaScriptEnabled: false })
  await page.goto(`${shop.url}/explore-all`)
  expect(await page.getByRole('article').count()).toBe(48)
  await page.getByRole('link', { name: 'Show more products' }).click()
  await page.waitForURL('**/explore-all?page=2')
  expect(await page.locator('.products > li').first().getAttribute('aria-posinset')).toBe('49')
  const [first] = (await fetchListing(shop.url, 'page=2&limit=48')).getProduct
  expect(await page.locator('.products > li .card-name').first().textContent()).toBe(first?.name)
  await close()
})

test('the URL of a later page opens at its position in the grid', async () => {
  const { page, close } = await openExplore('/explore-all?page=3')
  await expect
    .poll(async () => (await readCells(page)).find(({ product }) => product === 97)?.top)
    .toSatisfy((top: number) => top > 100 && top < 300)
  await expect.poll(async () => (await readCells(page))[0]?.product).toBeLessThan(97)
  await close()
})

test('hydration moves nothing and loads no picture twice', async () => {
  for (const options of [DESKTOP, PHONE]) {
    const { page, close } = await freshPage(browser, options)
    const list = Promise.withResolvers<void>()
    await page.route('**/product-list-*.js', (route) => list.promise.then(() => route.continue()))
    await page.goto(`${shop.url}/explore-all`)
    await waitForHydration(page)
    const readPositions = () =>
      page.evaluate(`JSON.stringify([...document.querySelectorAll('.products > li')].slice(0, 8).map((cell) => {
        const { left, top, width } = cell.getBoundingClientRect()
        return [left, top, width].map((each) => Math.round(each * 10) / 10)
      }))`)
    const positionsBefore = await readPositions()
    await page.evaluate("window.drawn = document.querySelectorAll('.products > li')[3].querySelector('img')")
    list.resolve()
    await page.locator('.products[data-windowed]').waitFor()
    expect(await readPositions()).toBe(positionsBefore)
    expect(await page.evaluate('window.drawn.isConnected')).toBe(true)
    await close()
  }
})

test('without the list’s script, the page keeps pages with links', async () => {
  const { page, close } = await freshPage(browser, DESKTOP)
  await page.route('**/product-list-*.js', (route) => route.abort())
  await page.goto(`${shop.url}/explore-all`)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Show more products' }).click()
  await page.waitForURL('**/explore-all?page=2')
  await expect.poll(() => page.locator('.products > li').first().getAttribute('aria-posinset')).toBe('49')
  expect(await page.locator('.products > li').count()).toBe(48)
  await close()
})

test('Tab moves through new cards, and the focused card stays rendered while scrolling', async () => {
  const { page, errors, close } = await openExplore('/explore-all')
  await page.locator('.products > li').first().locator('.card-name a').focus()
  const focused = async () =>
    Number(await page.evaluate("document.activeElement.closest('li')?.getAttribute('aria-posinset')"))
  // Each card has a name link, a plus and an Add button; minus is disabled at 1.
  for (let press = 0; press < 60; press += 1) await page.keyboard.press('Tab')
  expect(await focused()).toBe(21)
  await page.mouse.move(700, 500)
  await scrollTo(page, 0.5)
  await loadedCells(page)
  expect(await focused()).toBe(21)
  await page.getByRole('link', { name: 'Skip products' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readCells(page)).at(-1)?.product).toBe(PRODUCT_COUNT)
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate("document.activeElement.closest('footer') !== null")).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('failed products show an error in their row, and load after a retry', async () => {
  const { page, close } = await openExplore('/explore-all')
  await page.route('**/shop/getAllProducts?*', (route) => route.abort())
  await scrollTo(page, 0.5)
  const row = page.locator('.failed-row').nth(2)
  await row.waitFor()
  expect(await row.innerText()).toMatch(/^We couldn’t load products [\d,]+ to [\d,]+\.\s+Try again$/)
  await expect.poll(() => page.getByText('We couldn’t load some products.').count()).toBe(1)
  expect(await listAxeErrors(page)).toEqual([])
  await page.unroute('**/shop/getAllProducts?*')
  await row.getByRole('button', { name: 'Try again' }).click()
  await expectCellsMatchList(await loadedCells(page))
  expect(await page.locator('.failed-row').count()).toBe(0)
  await close()
})

test('cards fit their row height at every width, with two columns on a phone and no horizontal scrolling [CONST-20]', async () => {
  for (const width of [320, 390, 768, 1024, 1440]) {
    const { page, close } = await openExplore('/explore-all', { ...PHONE, viewport: { width, height: 844 } })
    await loadedCells(page)
    const overflowing: unknown =
      await page.evaluate(`[...document.querySelectorAll('.products > li')].filter((cell) =>
      cell.firstElementChild.scrollHeight > cell.clientHeight + 1).length`)
    expect([width, overflowing]).toEqual([width, 0])
    const [first, , third] = await readCells(page)
    expect(third?.top === first?.top).toBe(width >= 768)
    expect(await getHorizontalOverflow(page)).toBe(0)
    await close()
  }
})

/** A rendered cell: its product, counted from 1, its distance below the window's top, and its name once loaded. */
type RenderedCell = Readonly<{ product: number; top: number; name: string | null }>

async function readCells(page: Page): Promise<RenderedCell[]> {
  const text =
    await page.evaluate(`JSON.stringify([...document.querySelectorAll('.products[data-windowed] > li')].map((cell) => ({
    product: Number(cell.getAttribute('aria-posinset')),
    top: cell.getBoundingClientRect().top,
    name: cell.querySelector('.card-name')?.textContent ?? null,
  })))`)
  const cells: RenderedCell[] = JSON.parse(String(text))
  return cells.filter(({ top }) => Math.abs(top) < 5_000)
}

/** Returns the cells once all their products have loaded. */
async function loadedCells(page: Page): Promise<RenderedCell[]> {
  await expect
    .poll(async () => {
      const cells = await readCells(page)
      return cells.length > 0 && cells.every(({ name }) => name !== null)
    })
    .toBe(true)
  return readCells(page)
}

/** Expects that each cell has the list's product at its position. */
async function expectCellsMatchList(cells: readonly RenderedCell[], query = ''): Promise<void> {
  const [first, last] = [cells[0], cells.at(-1)]
  for (const cell of [first, last]) {
    const { getProduct } = await fetchListing(shop.url, `${query}limit=1&page=${cell?.product}`)
    expect(cell?.name).toBe(getProduct[0]?.name)
  }
}

/** Scrolls to this share of the page. */
async function scrollTo(page: Page, share: number): Promise<void> {
  await page.locator('.products[data-windowed]').waitFor()
  await page.evaluate(
    `window.scrollTo({ top: ${share} * (document.documentElement.scrollHeight - innerHeight), behavior: 'instant' })`,
  )
  await page.locator('.position-bar p').waitFor()
}

/** Scrolls by the wheel, and waits until the products have moved by the same number of pixels. */
async function scrollDown(page: Page): Promise<void> {
  const anchorBefore = (await loadedCells(page)).find(({ top }) => top > 300)
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 240)
  const now = async () =>
    (await readCells(page)).find(({ product }) => product === anchorBefore?.product)?.top
  await expect
    .poll(async () => Math.abs(Number(anchorBefore?.top) - 240 - Number(await now())))
    .toBeLessThan(2)
}

function openExplore(path: string, options: BrowserContextOptions = DESKTOP) {
  return openPage(browser, { address: shop.url + path, options })
}
