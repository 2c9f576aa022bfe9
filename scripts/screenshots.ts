import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { DESKTOP, freshPage, PHONE, startBrowser } from '#tests/browser/steps/chromium.ts'
import { startRunningShop, waitUntil } from '#tests/shop/running-shop.ts'

/** Takes the pictures of the README from the running demo: `npm run screenshots`, after a build. */
const FOLDER = 'docs/screenshots'

mkdirSync(FOLDER, { recursive: true })
const shop = await startRunningShop({ DEMO: 'on', LOG_LEVEL: 'error' })
const browser = await startBrowser()
try {
  await waitUntil('the pictures are there', arePicturesReady)
  await captureAll(browser, 390)
  await captureAll(browser, 1440)
} finally {
  await browser.close()
  await shop.remove()
}

async function captureAll(from: Browser, width: 390 | 1440): Promise<void> {
  const { page, close } = await freshPage(from, width === 390 ? PHONE : DESKTOP)
  await page.goto(shop.url)
  await captureScreenshot(page, `landing-${width}`)
  await page.goto(`${shop.url}/marketplace`)
  await captureScreenshot(page, `marketplace-${width}`)
  await page.goto(`${shop.url}/product/${await findFirstProduct('emerald')}`)
  await captureScreenshot(page, `product-${width}`)
  await page.locator('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.waitForURL(/checkout/)
  await page.getByLabel('First name').waitFor()
  await captureScreenshot(page, `checkout-${width}`)
  await close()
}

/** Captures what is visible without scrolling, with all pictures and fonts loaded and the toast gone. */
async function captureScreenshot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await delay(6_000)
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(`${FOLDER}/${name}.webp`)
}

async function arePicturesReady(): Promise<boolean> {
  const answer = await fetch(`${shop.url}/shop/getAllProducts?page=1&limit=100`)
  const { getProduct }: { getProduct: { product_images: unknown[] }[] } = JSON.parse(await answer.text())
  return getProduct.every((product) => product.product_images.length > 0)
}

async function findFirstProduct(searchText: string): Promise<string> {
  const answer = await fetch(`${shop.url}/shop/searchProduct`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: searchText }),
  })
  const { searchProduct }: { searchProduct: { id: string }[] } = JSON.parse(await answer.text())
  return searchProduct[0]?.id ?? ''
}
