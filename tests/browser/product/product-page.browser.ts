import { eq } from 'drizzle-orm'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { products } from '#features/catalogue/catalog/tables.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { listAxeErrors, DESKTOP, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { expectOneOrTwo, getLayoutShift, addLargerSize } from '../steps/product-steps.ts'
import { openPage, listAxeViolations, getToast, waitForHydration } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()
const supplier = await createTestSupplier(db)
const ring = await createTestProduct(db, { supplier, name: 'Harbour ring', price: 20_000, stock: 9 })
const chain = await createTestProduct(db, { name: 'Rope chain', categoryId: 2, stock: 2 })
const larger = await addLargerSize({ db, url: shop.url }, { ring, supplierId: supplier.id })

test('selecting a variant updates picture, price, stock, SKU and URL without loading the product again', async () => {
  const { page, errors, close } = await openPath(`/product/${ring.id}`)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  expect(await readDetails(page)).toContain('$200.00')
  await page.getByText('US 7', { exact: true }).first().click()
  await page.waitForURL(`**/product/${ring.id}?variant=${larger}`)
  await expectLarger(page)
  expect(requests.filter((path) => path.startsWith('/shop/'))).toEqual([])
  await page.goto(`${shop.url}/404`)
  await page.goBack()
  await expectLarger(page)
  expect(errors.filter((error) => !error.includes('404'))).toEqual([])
  await close()
})

test('on a phone the buy bar shows price, variant and Add to Cart without covering the end of the page', async () => {
  const { page, errors, close } = await openPath(`/product/${ring.id}?variant=${larger}`, PHONE)
  const bar = page.locator('.buy-bar')
  const button = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true })
  // The page's own button is next to the pictures, and only one of the two buttons is visible.
  await button.first().scrollIntoViewIfNeeded()
  await bar.waitFor({ state: 'hidden' })
  await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)')
  await bar.waitFor()
  await expect
    .poll(async () => (await bar.innerText()).split(/\n+/))
    .toEqual(['$240.00', 'US 7', 'Add to Cart'])
  const box = await bar.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844)
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const footer = page.getByRole('contentinfo')
  const gap = async () => {
    const [over, under] = [await bar.boundingBox(), await footer.boundingBox()]
    return (under?.y ?? 0) - (over?.y ?? 0) - (over?.height ?? 0)
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
  await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)')
  await bar.getByRole('button').click()
  await page.waitForURL('**/checkout')
  await page.getByText('US 7').first().waitFor()
  expect(errors.filter((error) => !error.includes('404'))).toEqual([])
  await close()
})

test('the server renders a shared variant with the product’s canonical link, and ignores an unknown variant', async () => {
  const html = await (await fetch(`${shop.url}/product/${ring.id}?variant=${larger}`)).text()
  expect(html).toContain('$240.00')
  expect(html).toContain('SKU RING-7')
  expect(html).toContain(`<link rel="canonical" href="${shop.url}/product/${ring.id}"`)
  const { page, errors, close } = await openPath(`/product/${ring.id}?variant=${'x'.repeat(5_000)}`)
  expect(await readDetails(page)).toContain('$200.00')
  expect(errors.filter((error) => !error.includes('404'))).toEqual([])
  await close()
})

test('the size guide opens by keyboard with the ring’s sizes, returns the focus, and prints alone', async () => {
  const { page, close } = await openPath(`/product/${ring.id}`)
  await page.getByRole('button', { name: 'Size guide' }).focus()
  await page.keyboard.press('Enter')
  const guide = page.getByRole('dialog', { name: 'Size guide' })
  await guide.waitFor()
  const sizeRows = guide.getByRole('table', { name: 'Available sizes' }).getByRole('row')
  expect(await sizeRows.allInnerTexts()).toEqual([
    expect.stringMatching(/^Size\sUS\sEU\sUK\sSG\sInside$/),
    expect.stringMatching(/^US 6\s6\s52\sL½\s11\s16\.5 mm$/),
    expect.stringMatching(/^US 7\s7\s54\sN½\s14\s17\.3 mm$/),
  ])
  expect(await listAxeErrors(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  // On a busy machine the page takes the medium a moment later.
  await guide.getByText('Match your ring to a circle').waitFor()
  await expect.poll(() => page.locator('h1').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Size guide')
  await close()
})

test('shares a product with the device’s share sheet if it has one', async () => {
  const { page, close } = await openPath(`/product/${ring.id}?variant=${larger}`)
  await page.evaluate(() => {
    Object.assign(navigator, {
      share: async (data: unknown) => document.body.setAttribute('data-shared', JSON.stringify(data)),
    })
  })
  await page.getByRole('button', { name: 'Share' }).click()
  const shared = await page.locator('body[data-shared]').getAttribute('data-shared')
  expect(JSON.parse(shared ?? '')).toEqual({
    title: 'Harbour ring',
    url: `${shop.url}/product/${ring.id}?variant=${larger}`,
  })
  expect(await page.getByRole('group', { name: 'Share this product' }).count()).toBe(0)
  await close()
})

test('without a share sheet, the link can be copied, emailed or selected', async () => {
  const { page, close } = await openPath(`/product/${chain.id}`, {
    ...DESKTOP,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const link = `${shop.url}/product/${chain.id}`
  await page.getByRole('button', { name: 'Share' }).click()
  const sheet = page.getByRole('group', { name: 'Share this product' })
  const emailHref = await sheet.getByRole('link', { name: 'Send by email' }).getAttribute('href')
  expect(decodeURIComponent(emailHref ?? '')).toBe(`mailto:?subject=Rope chain&body=Rope chain\n${link}`)
  expect(await listAxeErrors(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await sheet.count()).toBe(0)
  await page.keyboard.press('Enter')
  await sheet.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('alert').filter({ hasText: 'Link copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
  })
  await page.getByRole('button', { name: 'Share' }).click()
  await sheet.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('We couldn’t copy the link.').waitFor()
  expect(await page.evaluate(() => String(getSelection()))).toBe(link)
  await close()
})

test('estimates delivery to the selected country, which is stored, and a failure can be retried', async () => {
  const { page, close } = await openPath(`/product/${chain.id}`)
  const box = page.getByRole('region', { name: /^Delivery to/ })
  await box.getByText('Arrives').first().waitFor()
  expect(await box.innerText()).toMatch(
    new RegExp(
      String.raw`^Delivery to Singapore\nChange` +
        String.raw`\nArrives .+\nStandard, 5-7 days, free from \$50\n\$0\.00` +
        String.raw`\nArrives .+\nEconomy, 15-25 days\n\$2\.06` +
        String.raw`\nArrives .+\nExpedited, 3-5 days, free from \$150\n\$6\.60` +
        String.raw`\nArrives .+\nExpress, 1-2 days\n\$12\.30\n+Ships from Italy\.`,
    ),
  )
  await box.getByRole('button', { name: 'Change delivery country' }).click()
  await box.getByRole('searchbox', { name: 'Find a country' }).fill('denm')
  await box.getByRole('button', { name: 'Denmark' }).click()
  await box.getByText('$16.50').waitFor()
  await page.getByRole('alert').filter({ hasText: 'Showing rates and delivery times for Denmark' }).waitFor()
  await page.route('**/shipping/estimate/**', (route) => route.abort())
  await page.reload()
  await page.getByText('We can’t estimate the delivery time right now.').waitFor()
  expect(await listAxeErrors(page)).toEqual([])
  await page.unroute('**/shipping/estimate/**')
  await box.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('region', { name: 'Delivery to Denmark' }).getByText('$16.50').waitFor()
  await close()
})

test('the page works with an unserved country and with forbidden storage', async () => {
  const unserved = await openPath('/404')
  await unserved.page.evaluate(
    (text) => localStorage.setItem('deliverTo', text),
    JSON.stringify({ code: 'ZZ', name: 'Nowhere' }),
  )
  await unserved.page.goto(`${shop.url}/product/${chain.id}`)
  const refusal = unserved.page.getByText('We do not ship to that country yet.')
  await expect.poll(() => refusal.count()).toBe(1)
  await unserved.close()
  const { page, close } = await openPath('/404')
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.goto(`${shop.url}/product/${chain.id}`)
  await page.getByRole('button', { name: 'Change delivery country' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Denmark' }).click()
  await page.getByRole('region', { name: 'Delivery to Denmark' }).getByText('$16.50').waitFor()
  await close()
})

test('recently viewed products exclude the current and withdrawn ones, and can be cleared', async () => {
  const { page, errors, close } = await openPath(`/product/${ring.id}`)
  const removedProduct = await createTestProduct(db, { name: 'Lost brooch' })
  for (const { id } of [removedProduct, chain]) {
    await page.goto(`${shop.url}/product/${id}`)
    await expect.poll(() => readViewedProduct(page)).toContain(id)
  }
  await db.update(products).set({ status: 'archived' }).where(eq(products.id, removedProduct.productKey))
  await page.reload()
  const row = page.getByRole('region', { name: 'Recently viewed' })
  await page.getByRole('heading', { name: "Supplier's popular products" }).scrollIntoViewIfNeeded()
  await row.waitFor()
  expect(await row.getByRole('link').allInnerTexts()).toEqual(['Harbour ring\n$200.00'])
  expect(await readViewedProduct(page)).toBe(JSON.stringify([chain.id, removedProduct.id, ring.id]))
  await row.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Recently viewed products cleared').waitFor()
  expect([await row.count(), await readViewedProduct(page)]).toEqual([0, null])
  expect(errors.filter((error) => !error.includes('404'))).toEqual([])
  await close()
})

test('an empty related list says so in its section and never in a toast [ERR-13, ERR-16]', async () => {
  const { page, close } = await openPath(`/product/${chain.id}`)
  for (const name of ['Frequently bought together', "Supplier's popular products"])
    await page.getByRole('region', { name }).getByText('No products found').waitFor()
  // Toasts appear in order, and this one comes after the lists.
  const form = page.getByRole('contentinfo').locator('form')
  await form.scrollIntoViewIfNeeded()
  await waitForHydration(page)
  await form.getByRole('textbox').fill('mei@shopper')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await getToast(page, 'error', 'Enter a valid email address.').waitFor()
  expect(await getToast(page, 'error', 'No products found').count()).toBe(0)
  await close()
})

test('the quantity on cards and product pages ranges from one to the stock [VAL-03]', async () => {
  const { page, close } = await openPath('/marketplace?category=Necklaces')
  const card = page.getByRole('article').filter({ hasText: 'Rope chain' })
  await expectOneOrTwo(card.getByRole('group', { name: 'Quantity of Rope chain' }))
  await page.goto(`${shop.url}/product/${chain.id}`)
  await page.getByText('Arrives').first().waitFor()
  await expectOneOrTwo(page.getByRole('group', { name: 'Quantity of Rope chain' }).first())
  await close()
})

test.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('on %s the page loads without layout shift, horizontal scrolling or axe errors', async (_, options) => {
  const { page, close } = await openPath(`/product/${ring.id}?variant=${larger}`, options)
  await page.getByText('Arrives').first().waitFor()
  await page.getByRole('heading', { name: "Supplier's popular products" }).scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  expect(await getLayoutShift(page)).toBeLessThan(0.01)
  expect(await getHorizontalOverflow(page)).toBe(0)
  expect(await listAxeErrors(page)).toEqual([])
  expect(await listAxeViolations(page, ['target-size'])).toEqual([])
  await close()
})

function openPath(path: string, options: BrowserContextOptions = DESKTOP) {
  return openPage(browser, { address: shop.url + path, options })
}

async function expectLarger(page: Page): Promise<void> {
  await page.locator('button[aria-pressed] img[alt="side"]').waitFor()
  const texts = await readDetails(page)
  for (const text of ['$240.00', 'Only 3 left', 'SKU RING-7']) expect(texts).toContain(text)
  expect(await page.getByRole('radio', { name: 'US 7' }).isChecked()).toBe(true)
}

function readDetails(page: Page): Promise<string> {
  return page.getByRole('main').innerText()
}

function readViewedProduct(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('recentlySeen'))
}
