import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { startBrowser } from '#tests/browser/steps/chromium.ts'
import { startRunningShop, waitUntil } from '#tests/shop/running-shop.ts'
import { createCamera } from './film/camera.ts'
import { toWebVtt } from './film/captions.ts'
import type { FilmedScene } from './film/captions.ts'
import { cutFilm } from './film/cut.ts'
import type { Reel } from './film/cut.ts'
import { startFakeStore } from './film/fake-store.ts'
import { SCENES } from './film/scenes.ts'
import { createVendorContext } from './film/vendor.ts'

/**
 * Makes the film of the first steps from the demo: `node scripts/film.ts`, after a build, with ffmpeg installed. It starts a
 * shop of its own, and plays the store that its vendor connects.
 */
const NAME = 'public/films/first-steps'

const reelFolder = mkdtempSync(path.join(tmpdir(), 'film-'))
const store = await startFakeStore()
const shop = await startRunningShop({ DEMO: 'on', LOG_LEVEL: 'error', FAKE_STORES_URL: store.url })
const browser = await startBrowser()
try {
  await waitUntil('the pictures are there', arePicturesReady)
  await mkdir(path.dirname(NAME), { recursive: true })
  const context = await createVendorContext(browser, shop.url)
  const filmedScenes = await filmScenes(await context.newPage())
  await writeFile(`${NAME}.vtt`, toWebVtt(filmedScenes))
  await cutFilm(filmedScenes, NAME)
} finally {
  await browser.close()
  await shop.remove()
  await store.close()
  rmSync(reelFolder, { recursive: true })
}

async function filmScenes(page: Page): Promise<(FilmedScene & Reel)[]> {
  const filmedScenes: (FilmedScene & Reel)[] = []
  for (const [index, { captions, prepare, play }] of SCENES.entries()) {
    await prepare?.(page, shop.url)
    if (index === 0)
      await sharp(await page.screenshot())
        .webp({ quality: 80 })
        .toFile(`${NAME}.webp`)
    const folder = path.join(reelFolder, String(index))
    const camera = createCamera(page, folder, { x: 700, y: 400 })
    await play(camera)
    filmedScenes.push({ folder, seconds: camera.seconds(), captions })
  }
  return filmedScenes
}

async function arePicturesReady(): Promise<boolean> {
  const answer = await fetch(`${shop.url}/shop/getAllProducts?page=1&limit=100`)
  const { getProduct }: { getProduct: { product_images: unknown[] }[] } = JSON.parse(await answer.text())
  return getProduct.every((product) => product.product_images.length > 0)
}
