import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#database/open-database.ts'
import type { OpenDatabase } from '#database/open-database.ts'
import { runningShop } from '#tests/shop/running-shop.ts'
import type { RunningShop } from '#tests/shop/running-shop.ts'
import { generateCatalogue } from '../../../bench/catalogue.ts'
import { DESK, PHONE, axeViolations, freshPage, sidewaysScroll, startBrowser } from '../steps/chromium.ts'
import { awake, listing, openedPage } from './storefront.ts'

/** More than browsers could draw as one element to scale on a page of 4,000,000 pixels. */
const PIECES = 40_000

let shop: RunningShop
let database: OpenDatabase
let browser: Browser

beforeAll(async () => {
  shop = await runningShop({ LOG_LEVEL: 'silent' })
  database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  await generateCatalogue(database.pool, PIECES)
  browser = await startBrowser()
})

afterAll(async () => {
  await browser.close()
  await database.close()
  await shop.remove()
})

test('all pieces are one grid without pages, four beside each other, from the first to the last [ROUTE-05, EXP-01, EXP-02, EXP-03, EXP-04, EXP-05, EXP-06]', async () => {
  const { page, errors, close } = await opened('/explore-all')
  const main = page.getByRole('main')
  const words = (await main.innerText()).replaceAll(/\s+/g, ' ')
  for (const text of [
    'Home / Explore All',
    'Top-selling products from Verified Suppliers',
    'Limited-time offers updated weekly',
    'Advance Search',
    'All products Rings Necklaces Bracelets Earrings Pendants Brooches Anklets Charms',
    '40,000 pieces',
  ])
    expect(words).toContain(text)
  expect(await main.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
  expect(await main.getByRole('article').first().getByRole('status').first().textContent()).toBe('1')
  const tops = (await loadedCells(page)).map(({ top }) => Math.round(top))
  expect(new Set(tops.slice(0, 4)).size).toBe(1)
  expect(tops[4]).toBeGreaterThan(Number(tops[0]))
  expect(await axeViolations(page)).toEqual([])

  await scrollTo(page, 0.5)
  const middle = await loadedCells(page)
  expect(Math.abs((middle[0]?.piece ?? 0) - PIECES / 2)).toBeLessThan(100)
  await expectTruth(middle)
  expect(await page.locator('.pieces > li').count()).toBeLessThan(40)
  expect(await axeViolations(page)).toEqual([])

  await page.keyboard.press('End')
  await expect.poll(async () => (await cellsOf(page)).at(-1)?.piece).toBe(PIECES)
  await expectTruth(await loadedCells(page))
  const footer = await page.getByRole('contentinfo').boundingBox()
  expect(footer?.y).toBeLessThan(900)

  await page.keyboard.press('Home')
  await expect.poll(async () => (await cellsOf(page))[0]?.piece).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test('in the middle of the catalogue the wheel moves the pieces by as many pixels as it turns, and they stay when it rests', async () => {
  const { page, close } = await opened('/explore-all')
  await scrollTo(page, 0.4)
  for (let turn = 0; turn < 6; turn += 1) await readOn(page)
  const shown = await page.locator('.pieces-place p').innerText()
  expect(shown).toMatch(/^1[56],\d\d\d–1[56],\d\d\d of 40,000$/)
  await close()
})

test('the strip that tells the place is as wide as the list and lets its last buttons be seen', async () => {
  const { page, close } = await opened('/explore-all')
  await scrollTo(page, 0.4)
  const strip = page.locator('.pieces-place')
  const [bar, list] = [await strip.boundingBox(), await page.locator('.runway').boundingBox()]
  expect([bar?.x, bar?.width]).toEqual([list?.x, list?.width])
  await page.keyboard.press('End')
  await expect.poll(async () => (await cellsOf(page)).at(-1)?.piece).toBe(40_000)
  const last = page.locator('.runway').getByRole('button', { name: 'Add to Cart' }).last()
  await last.waitFor()
  const [above, below] = [await last.boundingBox(), await strip.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await close()
})

test('Back from a piece, and loading again, restore the place to the pixel [EXP-06]', async () => {
  const { page, close } = await opened('/explore-all?sort=price_asc')
  await scrollTo(page, 0.3)
  await readOn(page)
  const piece = (await loadedCells(page)).find(({ top }) => top > 200)
  const place = async () => Number((await cellsOf(page)).find((cell) => cell.piece === piece?.piece)?.top)
  // Not by the mouse, which would first scroll it into the window.
  await page.locator(`.pieces > li[aria-posinset="${piece?.piece}"] .card-name a`).dispatchEvent('click')
  await page.waitForURL('**/product/*')
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
  await page.goBack()
  await page.waitForURL('**/explore-all?sort=price_asc')
  await expect.poll(async () => Math.abs(Number(piece?.top) - (await place()))).toBeLessThan(2)
  await page.reload()
  await awake(page)
  await expect.poll(async () => Math.abs(Number(piece?.top) - (await place()))).toBeLessThan(2)
  await close()
})

test('a chip leaves the pieces of its kind, with their number and their end, and Back brings all of them [EXP-04]', async () => {
  const { page, close } = await opened('/explore-all')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Brooches', exact: true }).click()
  await page.waitForURL('**/explore-all?category=Brooches')
  await main.getByText('5,000 pieces').filter({ visible: true }).first().waitFor()
  await page.keyboard.press('End')
  await expect.poll(async () => (await cellsOf(page)).at(-1)?.piece).toBe(5_000)
  await expectTruth(await loadedCells(page), 'category=Brooches&')
  await page.goBack()
  await main.getByText('40,000 pieces').filter({ visible: true }).first().waitFor()
  await expect.poll(async () => (await cellsOf(page))[0]?.piece).toBe(1)
  await close()
})

test('without a script the first pieces are there, and links lead on from page to page [EXP-06]', async () => {
  const { page, close } = await freshPage(browser, { ...DESK, javaScriptEnabled: false })
  await page.goto(`${shop.url}/explore-all`)
  expect(await page.getByRole('article').count()).toBe(48)
  await page.getByRole('link', { name: 'Show the next pieces' }).click()
  await page.waitForURL('**/explore-all?page=2')
  expect(await page.locator('.pieces > li').first().getAttribute('aria-posinset')).toBe('49')
  const [first] = (await listing(shop.url, 'page=2&limit=48')).getProduct
  expect(await page.locator('.pieces > li .card-name').first().textContent()).toBe(first?.name)
  await close()
})

test('the address of a later page leads there in the one grid', async () => {
  const { page, close } = await opened('/explore-all?page=3')
  await expect
    .poll(async () => (await cellsOf(page)).find(({ piece }) => piece === 97)?.top)
    .toSatisfy((top: number) => top > 100 && top < 300)
  await expect.poll(async () => (await cellsOf(page))[0]?.piece).toBeLessThan(97)
  await close()
})

test('when the page wakes up nothing moves and no picture is loaded twice', async () => {
  for (const options of [DESK, PHONE]) {
    const { page, close } = await freshPage(browser, options)
    const list = Promise.withResolvers<void>()
    await page.route('**/product-list-*.js', (route) => list.promise.then(() => route.continue()))
    await page.goto(`${shop.url}/explore-all`)
    await awake(page)
    const places = () =>
      page.evaluate(`JSON.stringify([...document.querySelectorAll('.pieces > li')].slice(0, 8).map((cell) => {
        const { left, top, width } = cell.getBoundingClientRect()
        return [left, top, width].map((each) => Math.round(each * 10) / 10)
      }))`)
    const before = await places()
    await page.evaluate("window.drawn = document.querySelectorAll('.pieces > li')[3].querySelector('img')")
    list.resolve()
    await page.locator('.pieces[data-windowed]').waitFor()
    expect(await places()).toBe(before)
    expect(await page.evaluate('window.drawn.isConnected')).toBe(true)
    await close()
  }
})

test('without the script of the list the page stays in pages, which lead on', async () => {
  const { page, close } = await freshPage(browser, DESK)
  await page.route('**/product-list-*.js', (route) => route.abort())
  await page.goto(`${shop.url}/explore-all`)
  await awake(page)
  await page.getByRole('link', { name: 'Show the next pieces' }).click()
  await page.waitForURL('**/explore-all?page=2')
  await expect.poll(() => page.locator('.pieces > li').first().getAttribute('aria-posinset')).toBe('49')
  expect(await page.locator('.pieces > li').count()).toBe(48)
  await close()
})

test('Tab goes from card to card as they appear, and the one in hand stays when the wheel turns', async () => {
  const { page, errors, close } = await opened('/explore-all')
  await page.locator('.pieces > li').first().locator('.card-name a').focus()
  const focused = async () =>
    Number(await page.evaluate("document.activeElement.closest('li')?.getAttribute('aria-posinset')"))
  // Name, quantity and button of each card; less is off at 1.
  for (let press = 0; press < 60; press += 1) await page.keyboard.press('Tab')
  expect(await focused()).toBe(21)
  await page.mouse.move(700, 500)
  await scrollTo(page, 0.5)
  await loadedCells(page)
  expect(await focused()).toBe(21)
  await page.getByRole('link', { name: 'Skip the pieces' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await cellsOf(page)).at(-1)?.piece).toBe(PIECES)
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate("document.activeElement.closest('footer') !== null")).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('pieces that could not be had say so in their row and come by another try', async () => {
  const { page, close } = await opened('/explore-all')
  await page.route('**/shop/getAllProducts?*', (route) => route.abort())
  await scrollTo(page, 0.5)
  const row = page.locator('.failed-row').nth(2)
  await row.waitFor()
  expect(await row.innerText()).toMatch(/^Pieces [\d,]+ to [\d,]+ could not be shown\.\s+Try again$/)
  await expect.poll(() => page.getByText('Some pieces could not be shown.').count()).toBe(1)
  expect(await axeViolations(page)).toEqual([])
  await page.unroute('**/shop/getAllProducts?*')
  await row.getByRole('button', { name: 'Try again' }).click()
  await expectTruth(await loadedCells(page))
  expect(await page.locator('.failed-row').count()).toBe(0)
  await close()
})

test('every card has the height of its row at every width, two beside each other on a phone, and nothing scrolls sideways [CONST-20]', async () => {
  for (const width of [320, 390, 768, 1024, 1440]) {
    const { page, close } = await opened('/explore-all', { ...PHONE, viewport: { width, height: 844 } })
    await loadedCells(page)
    const over: unknown = await page.evaluate(`[...document.querySelectorAll('.pieces > li')].filter((cell) =>
      cell.firstElementChild.scrollHeight > cell.clientHeight + 1).length`)
    expect([width, over]).toEqual([width, 0])
    const [first, , third] = await cellsOf(page)
    expect(third?.top === first?.top).toBe(width >= 768)
    expect(await sidewaysScroll(page)).toBe(0)
    await close()
  }
})

/** A cell that is drawn: its piece, counted from 1, how far below the window's edge it is, and its name once it has come. */
type DrawnCell = Readonly<{ piece: number; top: number; name: string | null }>

async function cellsOf(page: Page): Promise<DrawnCell[]> {
  const text =
    await page.evaluate(`JSON.stringify([...document.querySelectorAll('.pieces[data-windowed] > li')].map((cell) => ({
    piece: Number(cell.getAttribute('aria-posinset')),
    top: cell.getBoundingClientRect().top,
    name: cell.querySelector('.card-name')?.textContent ?? null,
  })))`)
  const cells: DrawnCell[] = JSON.parse(String(text))
  return cells.filter(({ top }) => Math.abs(top) < 5_000)
}

/** The cells once all their pieces have come. */
async function loadedCells(page: Page): Promise<DrawnCell[]> {
  await expect
    .poll(async () => {
      const cells = await cellsOf(page)
      return cells.length > 0 && cells.every(({ name }) => name !== null)
    })
    .toBe(true)
  return cellsOf(page)
}

/** Each cell has the piece which the list has at this place. */
async function expectTruth(cells: readonly DrawnCell[], query = ''): Promise<void> {
  const [first, last] = [cells[0], cells.at(-1)]
  for (const cell of [first, last]) {
    const { getProduct } = await listing(shop.url, `${query}limit=1&page=${cell?.piece}`)
    expect(cell?.name).toBe(getProduct[0]?.name)
  }
}

/** Draws the scrollbar to this share of the page. */
async function scrollTo(page: Page, share: number): Promise<void> {
  await page.locator('.pieces[data-windowed]').waitFor()
  await page.evaluate(
    `window.scrollTo({ top: ${share} * (document.documentElement.scrollHeight - innerHeight), behavior: 'instant' })`,
  )
  await page.locator('.pieces-place p').waitFor()
}

/** Turns the wheel a little, and waits until the pieces have moved by as many pixels. */
async function readOn(page: Page): Promise<void> {
  const before = (await loadedCells(page)).find(({ top }) => top > 300)
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 240)
  const now = async () => (await cellsOf(page)).find(({ piece }) => piece === before?.piece)?.top
  await expect.poll(async () => Math.abs(Number(before?.top) - 240 - Number(await now()))).toBeLessThan(2)
}

function opened(path: string, options: BrowserContextOptions = DESK) {
  return openedPage(browser, { address: shop.url + path, options })
}
