import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { startBrowser } from '#tests/browser/steps/chromium.ts'
import { runningShop, until } from '#tests/shop/running-shop.ts'
import { createCamera } from './film/camera.ts'
import { captionsFile } from './film/captions.ts'
import type { Filmed } from './film/captions.ts'
import { cutFilm } from './film/cut.ts'
import type { Reel } from './film/cut.ts'
import { playedStore } from './film/own-store.ts'
import { SCENES } from './film/scenes.ts'
import { vendorsBrowser } from './film/vendor.ts'

/**
 * Makes the film of the first steps from the demo: `node scripts/film.ts`, after a build, with ffmpeg installed. It starts a
 * shop of its own, and plays the store that its vendor connects.
 */
const NAME = 'public/films/first-steps'

const reels = mkdtempSync(path.join(tmpdir(), 'film-'))
const store = await playedStore()
const shop = await runningShop({ DEMO: 'on', LOG_LEVEL: 'error', STORES_PLAYED_AT: store.url })
const browser = await startBrowser()
try {
  await until('the pictures are there', picturesAreReady)
  await mkdir(path.dirname(NAME), { recursive: true })
  const context = await vendorsBrowser(browser, shop.url)
  const filmed = await filmAll(await context.newPage())
  await writeFile(`${NAME}.vtt`, captionsFile(filmed))
  await cutFilm(filmed, NAME)
} finally {
  await browser.close()
  await shop.remove()
  await store.close()
  rmSync(reels, { recursive: true })
}

async function filmAll(page: Page): Promise<(Filmed & Reel)[]> {
  const filmed: (Filmed & Reel)[] = []
  for (const [place, { captions, prepare, play }] of SCENES.entries()) {
    await prepare?.(page, shop.url)
    if (place === 0)
      await sharp(await page.screenshot())
        .webp({ quality: 80 })
        .toFile(`${NAME}.webp`)
    const folder = path.join(reels, String(place))
    const camera = createCamera(page, folder, { x: 700, y: 400 })
    await play(camera)
    filmed.push({ folder, seconds: camera.seconds(), captions })
  }
  return filmed
}

async function picturesAreReady(): Promise<boolean> {
  const answer = await fetch(`${shop.url}/shop/getAllProducts?page=1&limit=100`)
  const { getProduct }: { getProduct: { product_images: unknown[] }[] } = JSON.parse(await answer.text())
  return getProduct.every((piece) => piece.product_images.length > 0)
}
