import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { waitUntil } from '#tests/shop/running-shop.ts'
import { startDemoShop } from '../steps/browser-shop.ts'
import { DESKTOP, PHONE, freshPage } from '../steps/chromium.ts'

/** The maximum size of the pictures in a phone's first view. */
const MAX_BYTES = 60_000

/**
 * Less than any late picture would cause: a tenth of what counts as good (0.1), for text whose font loads a moment
 * later. A line that then breaks elsewhere moves the rest of its card by 0.007.
 */
const MAX_SHIFT = 0.01

const { shop, db, browser } = await startDemoShop()

beforeAll(async () => {
  // Products of earlier files have no pictures, and would come first.
  await db.execute(sql`
    update products set status = 'archived' where id not in (select product_id from product_images)`)
  await db.execute(sql`select pg_notify('catalogue', '*')`)
  await waitUntil(
    'the pictures of the first products are made',
    async () => !(await text('/marketplace')).includes('placeholder.svg'),
  )
})

test('on a phone the first view loads at most 60 KB of pictures, without layout shift', async () => {
  for (const path of ['/', '/marketplace', await findProductPath()])
    for (const deviceScaleFactor of [2, 3]) {
      const { page, close } = await freshPage(browser, { ...PHONE, deviceScaleFactor })
      await watchShifts(page)
      await page.goto(shop.url + path, { waitUntil: 'networkidle' })
      const { pictures, bytes } = await measureFirstView(page)
      const shifts = await readShifts(page)
      expect({
        path,
        deviceScaleFactor,
        hasPictures: pictures > 0,
        isLight: bytes <= MAX_BYTES,
        shifts: shifts.total < MAX_SHIFT ? 'none' : shifts.what,
      }).toEqual({
        path,
        deviceScaleFactor,
        hasPictures: true,
        isLight: true,
        shifts: 'none',
      })
      await close()
    }
})

test('a late font causes no line breaks, as its fallback is equally wide', async () => {
  const { page, close } = await freshPage(browser, DESKTOP)
  const isShown = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await isShown.promise
    await route.continue()
  })
  await watchShifts(page)
  await page.goto(`${shop.url}/marketplace`, { waitUntil: 'domcontentloaded' })
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('paint').length))
    .toBeGreaterThan(0)
  expect(await page.evaluate(() => document.fonts.status)).toBe('loading')
  isShown.resolve()
  await page.evaluate(async () => void (await document.fonts.ready))
  const shifts = await readShifts(page)
  expect(shifts.total < 2 * MAX_SHIFT ? 'none' : shifts.what).toBe('none')
  await close()
})

test('the layout shift check detects an element that is inserted late', async () => {
  const { page, close } = await freshPage(browser, PHONE)
  await watchShifts(page)
  await page.goto(`${shop.url}/marketplace`, { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    const lateElement = document.createElement('div')
    lateElement.textContent = 'A picture that nobody kept a place for'
    document.getElementById('main')?.prepend(lateElement)
  })
  await expect.poll(async () => (await readShifts(page)).total).toBeGreaterThan(MAX_SHIFT)
  await close()
})

test('scripts wait for the first picture unless the visitor interacts', async () => {
  const { page, close } = await openDelayedFrontPage()
  expect(page.scripts()).toEqual(['hydrate'])
  // The script may have loaded without running yet, so the key is pressed again.
  await expect
    .poll(async () => {
      await page.press('Tab')
      return page.scripts()
    })
    .toContain('base')
  await close()
})

test('scripts load once the first picture is shown', async () => {
  const { page, release, close } = await openDelayedFrontPage()
  expect(page.scripts()).toEqual(['hydrate'])
  release()
  await expect.poll(page.scripts).toContain('base')
  await close()
})

/** Opens the front page in frozen time, with its first picture held back until `release`. */
async function openDelayedFrontPage() {
  const { page, close } = await freshPage(browser, PHONE)
  const picture = Promise.withResolvers<void>()
  const scripts: string[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(toPictureName(request.url()))
  })
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await page.route('**/landing/hero-*', async (route) => {
    await picture.promise
    await route.continue()
  })
  await page.goto(shop.url, { waitUntil: 'domcontentloaded' })
  await expect.poll(() => scripts).toContain('hydrate')
  return {
    page: { scripts: () => scripts, press: (key: string) => page.keyboard.press(key) },
    release: picture.resolve,
    close: async () => {
      picture.resolve()
      await close()
    },
  }
}

/** Returns `shop` for `shop-Ab12.js`. */
function toPictureName(url: string): string {
  return /([\w-]+)-[\w-]{8}\.js/.exec(url)?.[1] ?? url
}

async function findProductPath(): Promise<string> {
  return /\/product\/prd_[0-9a-f]{32}/.exec(await text('/marketplace'))?.[0] ?? 'no product'
}

async function text(path: string): Promise<string> {
  return (await fetch(shop.url + path)).text()
}

/** Returns the pictures within the window before scrolling, and their bytes. */
function measureFirstView(page: Page): Promise<{ pictures: number; bytes: number }> {
  return page.evaluate(() => {
    const visibleImages = [...document.images].filter((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect()
      return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    })
    const files = [...new Set(visibleImages.map((image) => image.currentSrc))]
    const bytesOf = (file: string) =>
      performance
        .getEntriesByName(file)
        .reduce((sum, entry) => sum + Number(Reflect.get(entry, 'encodedBodySize')), 0)
    return { pictures: visibleImages.length, bytes: files.reduce((sum, file) => sum + bytesOf(file), 0) }
  })
}

/** Records layout shifts from the first paint on, as browsers measure them (Layout Instability). */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.shifts = { total: 0, what: [] }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        window.shifts.total += value
        window.shifts.what.push(value + ': ' + sources.map(({ node }) => node?.outerHTML?.slice(0, 200) ?? node?.data).join(' | '))
      }
    }).observe({ type: 'layout-shift', buffered: true })`)
}

async function readShifts(page: Page): Promise<{ total: number; what: string[] }> {
  // Set by the script above.
  return page.evaluate('window.shifts') as Promise<{ total: number; what: string[] }>
}
