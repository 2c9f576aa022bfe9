import type { Browser, CDPSession, Page } from 'playwright-core'
import { openDatabase } from '#database/open-database.ts'
import { DESK, startBrowser } from '#tests/browser/steps/chromium.ts'
import { runningShop } from '#tests/shop/running-shop.ts'
import { generateCatalogue } from './catalogue.ts'
import { mainThreadTasks } from './main-thread.ts'

/** What no frame may take longer than, in milliseconds, and how much memory the page's scripts may hold, in bytes. */
export const EXPLORE_BUDGET = { frameMs: 100, heapBytes: 150e6 } as const

/**
 * One walk over the page: how many frames were shown, how long they took in milliseconds, how many took longer than the
 * budget, and how long the page's longest task kept the processor.
 */
export type Walk = Readonly<{
  what: string
  frames: number
  medianMs: number
  p99Ms: number
  longestMs: number
  over: number
  longestTaskMs: number
}>

/** What /explore-all took: its walks, and the most memory that its scripts held, in bytes, before and after cleaning up. */
export type ExploreMeasured = Readonly<{ walks: readonly Walk[]; peakHeap: number; cleanHeap: number }>

/** Scrolls /explore-all of the shop at `url` from its top to the middle and the end, as wheel and scrollbar do. */
export async function measureExplore(browser: Browser, url: string): Promise<ExploreMeasured> {
  const context = await browser.newContext(DESK)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await page.goto(`${url}/explore-all`)
  await page.locator('.pieces[data-windowed]').waitFor()
  await page.evaluate(FRAME_COUNTER)
  const watch: Watch = { browser, page, session, peak: 0 }
  const walks = [
    await walk(watch, 'wheel from the top', () => wheel(session, 30_000)),
    await walk(watch, 'scrollbar to the middle', () => drag(page, 0.5)),
    await walk(watch, 'wheel in the middle', () => wheel(session, 30_000)),
    await walk(watch, 'scrollbar to the end', () => drag(page, 1)),
    await walk(watch, 'wheel back from the end', () => wheel(session, -30_000)),
  ]
  await session.send('HeapProfiler.collectGarbage')
  const cleanHeap = await heapOf(session)
  await context.close()
  return { walks, peakHeap: watch.peak, cleanHeap }
}

/** Prints what was measured beside the budgets, as Markdown. */
export function printExplore({ walks, peakHeap, cleanHeap }: ExploreMeasured): void {
  console.log(HEAD)
  for (const { what, frames, over, ...took } of walks) {
    const times = [took.medianMs, took.p99Ms, took.longestMs].map((ms) => ms.toFixed(1)).join(' | ')
    console.log(`| ${what} | ${frames} | ${times} | ${over} | ${took.longestTaskMs.toFixed(1)} |`)
  }
  const verdict = peakHeap <= EXPLORE_BUDGET.heapBytes ? 'within' : 'over'
  console.log(
    `heap: ${megabytes(peakHeap)} at most (${megabytes(cleanHeap)} after cleaning up), ${verdict} the ${megabytes(EXPLORE_BUDGET.heapBytes)} allowed`,
  )
}

const HEAD =
  '\n| /explore-all | frames | median ms | p99 ms | longest ms | over 100 ms | longest task, processor ms |\n|---|---|---|---|---|---|---|'

type Watch = { browser: Browser; page: Page; session: CDPSession; peak: number }

async function walk(watch: Watch, what: string, go: () => Promise<void>): Promise<Walk> {
  await watch.page.evaluate('window.frames_ = []')
  const samples = setInterval(() => void sample(watch), 250)
  let frames: number[] = []
  const [longestTaskMs = 0] = await mainThreadTasks(watch.browser, async () => {
    await go()
    frames = numbers(await watch.page.evaluate('window.frames_'))
  })
  clearInterval(samples)
  await sample(watch)
  const durations = frames.toSorted((a, b) => a - b)
  const at = (share: number): number => durations[Math.floor(share * (durations.length - 1))] ?? 0
  return {
    what,
    frames: durations.length,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    longestMs: at(1),
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

/** Turns the wheel over so many pixels at 3,000 a second: quicker than one can read. */
async function wheel(session: CDPSession, pixels: number): Promise<void> {
  await session.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 500,
    yDistance: -pixels,
    speed: 3_000,
    gestureSourceType: 'mouse',
  })
}

/** Draws the scrollbar to this share of the page within two seconds, and waits for the pieces there. */
async function drag(page: Page, share: number): Promise<void> {
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

async function sample(watch: Watch): Promise<void> {
  watch.peak = Math.max(watch.peak, await heapOf(watch.session))
}

async function heapOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : []
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

if (import.meta.main) {
  const count = Number(process.argv[2] ?? 100_000)
  const shop = await runningShop({ LOG_LEVEL: 'error' })
  const database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  const browser = await startBrowser()
  try {
    console.log(`generating ${count} pieces …`)
    await generateCatalogue(database.pool, count)
    printExplore(await measureExplore(browser, shop.url))
  } finally {
    await browser.close()
    await database.close()
    await shop.remove()
  }
}
