import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createTestProduct } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { listAxeErrors, freshPage, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { waitForHydration } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()
const ring = await createTestProduct(db, { name: 'Harbour ring', price: 20_000, stock: 3 })
const brooch = await createTestProduct(db, { name: 'Lantern brooch', price: 5_000, stock: 3 })

test('a visited page opens offline with its time, and hydrates', async () => {
  const { page, errors, close } = await createVisitor()
  await page.goto(`${shop.url}/product/${ring.id}`)
  await expect.poll(() => listCachedPaths(page)).toEqual([`/product/${ring.id}`])
  await page.context().setOffline(true)
  await page.reload()
  const cachedNotice = page.locator('.cached-notice')
  expect(await cachedNotice.innerText()).toMatch(/^You are offline\. Last seen \w{3} \d+, \d{4}, /)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Increase quantity' }).first().click()
  expect(await page.locator('output').first().textContent()).toBe('2')
  expect(await listAxeErrors(page)).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Load again' }).click()
  await expect.poll(() => cachedNotice.count()).toBe(0)
  // A section far below the window was never near it, so its scripts are not cached and it stays unhydrated.
  expect(
    errors.filter((error) => !/^Failed to load resource|LostScript|^GET \/shipping\/estimate/.test(error)),
  ).toEqual([])
  await close()
})

test('a page opened by a link in the shop is cached too, and links to it work offline', async () => {
  const { page, close } = await createVisitor()
  await page.goto(`${shop.url}/marketplace`)
  await expect.poll(() => listCachedPaths(page)).toEqual(['/marketplace'])
  await page.getByRole('link', { name: 'Lantern brooch' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Lantern brooch' }).waitFor()
  await expect.poll(() => listCachedPaths(page)).toEqual(['/marketplace', `/product/${brooch.id}`])
  await page.goBack()
  await page.reload()
  await waitForHydration(page)
  await page.context().setOffline(true)
  expect(await page.locator('.cached-notice').innerText()).toContain('You are offline.')
  await page.getByRole('link', { name: 'Lantern brooch' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Lantern brooch' }).waitFor()
  expect(await page.locator('.cached-notice').innerText()).toContain('Last seen')
  await close()
})

test('offline, the cart opens and can be changed, with visited pages and a retry', async () => {
  const { page, close } = await createVisitor()
  await page.goto(`${shop.url}/product/${ring.id}`)
  await expect.poll(() => listCachedPaths(page)).toEqual([`/product/${ring.id}`])
  await page.context().setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
  const cart = page.getByRole('heading', { name: 'My Cart' })
  await cart.waitFor()
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect.poll(() => page.locator('main').innerText()).toContain('$400.00')
  expect(
    await page.getByRole('navigation', { name: 'Recently viewed' }).getByRole('link').getAttribute('href'),
  ).toBe(`/product/${ring.id}`)
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.waitForURL('**/checkout')
  await close()
})

test('does not cache purchase pages and call answers', async () => {
  const { page, close } = await createVisitor()
  await page.goto(`${shop.url}/`)
  await expect.poll(() => listCachedPaths(page)).toEqual(['/'])
  for (const path of [
    '/checkout',
    '/dashboard?order=pur_1',
    '/paymentError',
    '/marketplace?productName=ring',
  ]) {
    await page.goto(shop.url + path)
    await page.evaluate((seen) => navigator.serviceWorker.controller?.postMessage({ seen }), path)
  }
  await page.goto(`${shop.url}/marketplace`)
  await expect.poll(() => listCachedPaths(page)).toContain('/marketplace')
  const all = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const cachedRequests = await Promise.all(caches_.map((cache) => cache.keys()))
    return cachedRequests.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
  })
  const answers = all.filter((path) => !path.startsWith('/assets/'))
  expect(answers.filter((path) => /checkout|dashboard|payment|productName|^\/shop/.test(path))).toEqual([])
  await close()
})

test('a new version replaces the offline page, and deletes caches of older versions', async () => {
  const { page, close } = await createVisitor()
  await page.goto(`${shop.url}/favicon.svg`)
  await page.evaluate(() => caches.open('cabochon-pages-0'))
  await page.goto(`${shop.url}/`)
  await expect.poll(() => listCachedPaths(page)).toEqual(['/'])
  expect(await page.evaluate(() => caches.has('cabochon-pages-0'))).toBe(false)
  // The cache of an older version: another entry script, and an unused file.
  await page.evaluate(async () => {
    const shell = await caches.open('cabochon-shell-1')
    await shell.put('/offline', new Response('<script src="/assets/entry-client-old.js"></script>'))
    await shell.put('/assets/old.js', new Response(''))
  })
  await page.goto(`${shop.url}/marketplace`)
  const shell = () =>
    page.evaluate(async () => {
      const cache = await caches.open('cabochon-shell-1')
      const html = await (await cache.match('/offline'))?.text()
      return [html?.includes('You are offline'), Boolean(await cache.match('/assets/old.js'))]
    })
  await expect.poll(shell).toEqual([true, false])
  await close()
})

test('the disabling worker deletes all caches and unregisters itself', async () => {
  const { page, close } = await createVisitor()
  await page.goto(`${shop.url}/`)
  await expect.poll(() => listCachedPaths(page)).toEqual(['/'])
  await page.evaluate(() => navigator.serviceWorker.register('/sw-off.js'))
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0)
  await close()
})

/** Opens a phone page whose browser allows service workers. */
function createVisitor() {
  return freshPage(browser, { ...PHONE, serviceWorkers: 'allow' })
}

/** Returns the paths of the cached pages in order. */
function listCachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const cache = await caches.open('cabochon-pages-2')
    return (await cache.keys()).map(({ url }) => new URL(url).pathname + new URL(url).search)
  })
}
