import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { productImages } from '#features/catalogue/catalog/tables.ts'
import { localFiles } from '#platform/files/storage/local-files.ts'
import { storePicture } from '#platform/files/pictures.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { DESKTOP, PHONE } from '../steps/chromium.ts'
import { waitForHydration, dragSideways, openPage } from '../shop/storefront.ts'

/** The maximum size in bytes of the pictures in a phone's first view. */
const MAX_PICTURE_BYTES = 60_000

/** The largest pictures of the demo. */
const PICTURES = ['brooch-sunburst-close', 'bracelet-curb-front', 'brooch-flower-close', 'hero-sunlit-stone']

const { shop, db, browser } = await startBrowserShop()
const brooch = await createTestProduct(db, { name: 'Sunburst brooch', categoryId: 6 })
const files = localFiles(path.join(shop.dataDir, 'files'))
for (const [index, name] of PICTURES.entries()) {
  const { key, tint } = await storePicture(files, await readFile(`demo/pictures/${name}.webp`))
  const picture = { productId: brooch.productKey, position: index + 1, fileKey: key, tint, alt: name }
  await db
    .insert(productImages)
    .values({ ...picture, sourceUrl: `https://pictures.example/${name}.webp`, state: 'ready' })
}

test('a high-resolution phone loads under 60 KB of pictures before scrolling', async () => {
  const { page, close } = await openAddress('/404', { ...PHONE, deviceScaleFactor: 3 })
  const weights: number[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/media/')) weights.push((await response.body()).length)
  })
  await page.goto(`${shop.url}/product/${brooch.id}`, { waitUntil: 'networkidle' })
  expect(weights).toHaveLength(1 + PICTURES.length)
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThan(MAX_PICTURE_BYTES)
  await close()
})

test('a card shows its second picture on hover once it has loaded', async () => {
  const { page, close } = await openAddress('/marketplace', DESKTOP)
  const card = page.getByRole('article').first()
  const first = await card.locator('img').first().getAttribute('src')
  await card.hover()
  const second = card.locator('.card-second[data-seen] img')
  await second.waitFor()
  expect(await second.getAttribute('src')).not.toBe(first)
  const opacity = () => card.locator('.card-second').evaluate((view) => getComputedStyle(view).opacity)
  await expect.poll(opacity).toBe('1')
  await page.mouse.move(5, 5)
  await expect.poll(opacity).toBe('0')
  await close()
})

test('in fullscreen a swipe changes the picture, and closing returns the focus', async () => {
  const { page, close } = await openAddress('/404', PHONE)
  await page.goto(`${shop.url}/product/${brooch.id}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'View in fullscreen' }).click()
  const gallery = page.getByRole('dialog', { name: /fullscreen$/ })
  await gallery.getByText('Picture 1 of 4').waitFor()
  await dragSideways(page, { what: gallery, share: 0.6 })
  await gallery.getByText('Picture 4 of 4').waitFor()
  await gallery.getByRole('button', { name: 'Close fullscreen' }).click()
  await expect.poll(() => focusedName(page)).toBe('View in fullscreen')
  await close()
})

test('in fullscreen a double tap zooms a picture by half, and arrow keys and closing still work', async () => {
  const { page, errors, close } = await openAddress('/404', PHONE)
  await page.goto(`${shop.url}/product/${brooch.id}`)
  await waitForHydration(page)
  errors.length = 0
  await page.getByRole('button', { name: 'View in fullscreen' }).click()
  const gallery = page.getByRole('dialog', { name: /fullscreen$/ })
  await gallery.getByText('Picture 1 of 4').waitFor()
  const slide = gallery.locator(SLIDE)
  await slide.tap()
  await slide.tap()
  await expect.poll(() => getScale(slide)).toBe(1.5)
  await dragSideways(page, { what: gallery, share: 0.6 })
  await gallery.getByText('Picture 1 of 4').waitFor()
  await page.keyboard.press('ArrowRight')
  await gallery.getByText('Picture 2 of 4').waitFor()
  await expect.poll(() => getScale(slide)).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toBe('View in fullscreen')
  expect(errors).toEqual([])
  await close()
})

test('in fullscreen the wheel zooms the picture and does not scroll the page', async () => {
  const { page, close } = await openAddress('/404', DESKTOP)
  await page.goto(`${shop.url}/product/${brooch.id}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'View in fullscreen' }).click()
  const slide = page.getByRole('dialog', { name: /fullscreen$/ }).locator(SLIDE)
  await slide.hover()
  await page.mouse.wheel(0, -400)
  await expect.poll(() => getScale(slide)).toBe(2)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => getScale(slide)).toBe(1)
  await page.mouse.wheel(0, 400)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => getScale(slide)).toBe(1.5)
  await close()
})

test('in fullscreen a swipe of 40 pixels changes nothing and one of 80 changes the picture', async () => {
  const { page, close } = await openAddress('/404', PHONE)
  await page.goto(`${shop.url}/product/${brooch.id}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'View in fullscreen' }).click()
  const gallery = page.getByRole('dialog', { name: /fullscreen$/ })
  await gallery.getByText('Picture 1 of 4').waitFor()
  const { width } = (await gallery.boundingBox()) ?? { width: Number.NaN }
  await dragSideways(page, { what: gallery, share: 40 / width })
  await dragSideways(page, { what: gallery, share: 80 / width })
  await expect.poll(() => gallery.locator('p').textContent()).toBe('Picture 4 of 4')
  await close()
})

function openAddress(address: string, options: BrowserContextOptions) {
  return openPage(browser, { address: shop.url + address, options })
}

/** The container of a zoomed picture in the gallery. */
const SLIDE = '[role=group]:not([inert]) > div'

function getScale(slide: Locator): Promise<number> {
  return slide.evaluate((view) => new DOMMatrix(getComputedStyle(view).transform).a)
}

function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
}
