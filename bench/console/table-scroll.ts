import type { Browser, CDPSession, Page } from 'playwright-core'
import { openDatabase } from '#database/connections/open-database.ts'
import { withLocalStorage } from '#tests/browser/steps/checkout-steps.ts'
import { DESKTOP, startBrowser } from '#tests/browser/steps/chromium.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { startRunningShop } from '#tests/shop/running-shop.ts'
import { measureMainThreadTasks } from '../pages/main-thread.ts'
import { generateStoreProducts } from './store-products.ts'

/** The limit of a task of the page's main thread, in milliseconds of CPU time. */
const TASK_MS = 50

type Walk = Readonly<{
  what: string
  tasks: number
  longestMs: number
  over: number
  firstRow: number
  requests: number
}>

/**
 * Scrolls a supplier's table of products in Chromium by wheel, scrollbar and keys. The scrollbar goes to its middle
 * and end. Every task of the main thread is read from the browser's trace.
 */
export async function measureTableScroll(
  browser: Browser,
  { url, account }: Readonly<{ url: string; account: CreatedAccount }>,
): Promise<readonly Walk[]> {
  const { publicId, ...rest } = account
  const user = { ...rest, id: publicId, isActive: true }
  const context = await browser.newContext(withLocalStorage(DESKTOP, url, { user }))
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(`${url}/dashboard/supplier/products`)
  await page.getByRole('table', { name: 'Products' }).getByRole('checkbox').nth(5).waitFor()
  await page.waitForLoadState('networkidle')
  const walk = (what: string, action: () => Promise<unknown>) => measureWalk({ browser, page, what, action })
  const walks = [
    await walk('wheel from the top, 30,000 px', () => scrollByWheel(session, 30_000)),
    await walk('scrollbar to the middle', () => dragScrollbar(page, 0.5)),
    await walk('wheel in the middle, 30,000 px', () => scrollByWheel(session, 30_000)),
    await walk('scrollbar to the end', () => dragScrollbar(page, 1)),
    await walk('wheel back from the end, 30,000 px', () => scrollByWheel(session, -30_000)),
    await walk('arrow keys, 200 rows', () => pressKeys(page, 200)),
  ]
  await context.close()
  return walks
}

async function measureWalk(options: {
  browser: Browser
  page: Page
  what: string
  action: () => Promise<unknown>
}): Promise<Walk> {
  const { browser, page, what, action } = options
  let requests = 0
  const count = (request: { url(): string }) => {
    if (request.url().includes('/supplier/products?')) requests += 1
  }
  page.on('request', count)
  const tasks = await measureMainThreadTasks(browser, async () => {
    await action()
    await page.locator('.console-grid .skeleton').first().waitFor({ state: 'detached' })
  })
  page.off('request', count)
  const row = await page.locator('.console-grid .rows [aria-rowindex]').first().getAttribute('aria-rowindex')
  return {
    what,
    tasks: tasks.length,
    longestMs: tasks[0] ?? 0,
    over: tasks.filter((ms) => ms > TASK_MS).length,
    firstRow: Number(row),
    requests,
  }
}

/** Scrolls by wheel at 3,000 pixels a second, faster than users can read. */
async function scrollByWheel(session: CDPSession, pixels: number): Promise<void> {
  await session.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 500,
    yDistance: -pixels,
    speed: 3_000,
    gestureSourceType: 'mouse',
  })
}

/** Draws the scrollbar to this share of the table within two seconds. */
async function dragScrollbar(page: Page, share: number): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const grid = document.querySelector('.console-grid')
    const from = grid.scrollTop
    const way = ${share} * (grid.scrollHeight - grid.clientHeight) - from
    const start = performance.now()
    requestAnimationFrame(function step(now) {
      const part = Math.min(1, (now - start) / 2000)
      grid.scrollTop = from + way * part
      if (part < 1) requestAnimationFrame(step)
      else resolve()
    })
  })`)
}

async function pressKeys(page: Page, count: number): Promise<void> {
  await page.locator('[data-row-index][tabindex="0"]').focus()
  for (let pressed = 0; pressed < count; pressed += 1) await page.keyboard.press('ArrowUp')
}

/** Prints the measurements with the budget, as Markdown. */
export function printWalks(walks: readonly Walk[]): void {
  console.log(
    `\n| table of products | tasks | longest, processor ms | over ${TASK_MS} ms | first row drawn | pages asked for |\n|---|---|---|---|---|---|`,
  )
  for (const { what, tasks, longestMs, over, firstRow, requests } of walks)
    console.log(`| ${what} | ${tasks} | ${longestMs.toFixed(1)} | ${over} | ${firstRow} | ${requests} |`)
}

if (import.meta.main) {
  const count = Number(process.argv[2] ?? 50_000)
  const shop = await startRunningShop({ LOG_LEVEL: 'error' })
  const database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  const browser = await startBrowser()
  try {
    const supplier = await createTestSupplier(database.db)
    const account = await createSignedInAccount(database.db, new Date(), {
      type: 'manufacturer',
      owns: supplier,
    })
    console.log(`generating ${count} products …`)
    await generateStoreProducts(database.pool, supplier.id, count)
    printWalks(await measureTableScroll(browser, { url: shop.url, account }))
  } finally {
    await browser.close()
    await database.close()
    await shop.remove()
  }
}
