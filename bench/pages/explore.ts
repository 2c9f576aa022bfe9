import type { Browser, CDPSession, Page } from 'playwright-core'
import { openDatabase } from '#database/connections/open-database.ts'
import { DESKTOP, startBrowser } from '#tests/browser/steps/chromium.ts'
import { startRunningShop } from '#tests/shop/running-shop.ts'
import { generateCatalogue } from '../catalogue.ts'
import { measureMainThreadTasks } from './main-thread.ts'

/** The longest frame in milliseconds, and the most memory of the page's scripts in bytes. */
export const EXPLORE_BUDGET = { frameMs: 100, heapBytes: 150e6 } as const

/**
 * One scroll through the page. It has the frames shown, their time in milliseconds, how many took longer than the
 * budget, and how long the page's longest task kept the processor.
 */
export type ScrollRun = Readonly<{
  what: string
  frames: number
  medianMs: number
  p99Ms: number
  longestMs: number
  over: number
  longestTaskMs: number
}>

/**
 * The measurements of /explore-all: its scrolls, and the most memory of its scripts in bytes. Memory is measured
 * before and after collecting garbage.
 */
export type ExploreResult = Readonly<{ walks: readonly ScrollRun[]; peakHeap: number; cleanHeap: number }>

/** Scrolls /explore-all of the shop at `url` to its middle and end, by wheel and scrollbar. */
export async function measureExplore(browser: Browser, url: string): Promise<ExploreResult> {
  const context = await browser.newContext(DESKTOP)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await page.goto(`${url}/explore-all`)
  await page.locator('.products[data-windowed]').waitFor()
  await page.evaluate(FRAME_COUNTER)
  const monitor: HeapMonitor = { browser, page, session, peak: 0 }
  const runs = [
    await measureScroll(monitor, 'wheel from the top', () => scrollByWheel(session, 30_000)),
    await measureScroll(monitor, 'scrollbar to the middle', () => dragScrollbar(page, 0.5)),
    await measureScroll(monitor, 'wheel in the middle', () => scrollByWheel(session, 30_000)),
    await measureScroll(monitor, 'scrollbar to the end', () => dragScrollbar(page, 1)),
    await measureScroll(monitor, 'wheel back from the end', () => scrollByWheel(session, -30_000)),
  ]
  await session.send('HeapProfiler.collectGarbage')
  const cleanHeap = await getHeapSize(session)
  await context.close()
  return { walks: runs, peakHeap: monitor.peak, cleanHeap }
}

/** Prints the measurements with the budgets, as Markdown. */
export function printExplore({ walks, peakHeap, cleanHeap }: ExploreResult): void {
  console.log(HEAD)
  for (const { what, frames, over, ...took } of walks) {
    const times = [took.medianMs, took.p99Ms, took.longestMs].map((ms) => ms.toFixed(1)).join(' | ')
    console.log(`| ${what} | ${frames} | ${times} | ${over} | ${took.longestTaskMs.toFixed(1)} |`)
  }
  const verdict = peakHeap <= EXPLORE_BUDGET.heapBytes ? 'within' : 'over'
  console.log(
    `heap: ${formatMegabytes(peakHeap)} at most (${formatMegabytes(cleanHeap)} after cleaning up), ${verdict} the ${formatMegabytes(EXPLORE_BUDGET.heapBytes)} allowed`,
  )
}

const HEAD =
  '\n| /explore-all | frames | median ms | p99 ms | longest ms | over 100 ms | longest task, processor ms |\n|---|---|---|---|---|---|---|'

type HeapMonitor = { browser: Browser; page: Page; session: CDPSession; peak: number }

async function measureScroll(
  monitor: HeapMonitor,
  name: string,
  action: () => Promise<void>,
): Promise<ScrollRun> {
  await monitor.page.evaluate('window.frames_ = []')
  const sampleTimer = setInterval(() => void sampleHeap(monitor), 250)
  let frames: number[] = []
  const [longestTaskMs = 0] = await measureMainThreadTasks(monitor.browser, async () => {
    await action()
    frames = toNumbers(await monitor.page.evaluate('window.frames_'))
  })
  clearInterval(sampleTimer)
  await sampleHeap(monitor)
  const durations = frames.toSorted((a, b) => a - b)
  const percentile = (share: number): number => durations[Math.floor(share * (durations.length - 1))] ?? 0
  return {
    what: name,
    frames: durations.length,
    medianMs: percentile(0.5),
    p99Ms: percentile(0.99),
    longestMs: percentile(1),
    over: durations.filter((ms) => ms > EXPLORE_BUDGET.frameMs).length,
    longestTaskMs,
  }
}

const FRAME_COUNTER = `
  window.frames_ = []
  let last = performance.now()
  requestAnimationFrame(function tick(now) {
    window.frames_.push(now - last)
    last = now
    requestAnimationFrame(tick)
  })`

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

/** Draws the scrollbar to this share of the page within two seconds, and waits for the products there. */
async function dragScrollbar(page: Page, share: number): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const from = scrollY
    const way = ${share} * (document.documentElement.scrollHeight - innerHeight) - from
    const start = performance.now()
    requestAnimationFrame(function step(now) {
      const part = Math.min(1, (now - start) / 2000)
      scrollTo({ top: from + way * part, behavior: 'instant' })
      if (part < 1) requestAnimationFrame(step)
      else resolve()
    })
  })`)
  await page.locator('.coming').first().waitFor({ state: 'detached' })
}

async function sampleHeap(monitor: HeapMonitor): Promise<void> {
  monitor.peak = Math.max(monitor.peak, await getHeapSize(monitor.session))
}

async function getHeapSize(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
}

function toNumbers(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : []
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

if (import.meta.main) {
  const count = Number(process.argv[2] ?? 100_000)
  const shop = await startRunningShop({ LOG_LEVEL: 'error' })
  const database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  const browser = await startBrowser()
  try {
    console.log(`generating ${count} products …`)
    await generateCatalogue(database.pool, count)
    printExplore(await measureExplore(browser, shop.url))
  } finally {
    await browser.close()
    await database.close()
    await shop.remove()
  }
}
