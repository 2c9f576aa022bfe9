import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { productImages } from '#features/catalogue/catalog/tables.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { DESKTOP, PHONE, listAxeErrors, freshPage, getHorizontalOverflow } from '../steps/chromium.ts'
import { openPage } from './storefront.ts'

const { shop, db, browser } = await startBrowserShop()
const product = await createTestProduct(db, { name: 'Harbour ring', price: 20_000, offer: 15_000, stock: 3 })
await db.insert(productImages).values(
  ['front', 'side', 'worn'].map((alt, index) => ({
    productId: product.productKey,
    position: index + 1,
    sourceUrl: `https://pictures.example/${alt}.webp`,
    alt,
    fileKey: `${alt}-of-the-ring`,
    state: 'ready' as const,
  })),
)

test('a thumbnail selects its picture, which zooms by half on hover [PDP-04, PDP-05, CONST-11]', async () => {
  const { page, close } = await openProduct(DESKTOP)
  await page.getByRole('button', { name: 'Show picture 2 of 3' }).click()
  expect(await getVisiblePicture(page)).toBe('side')
  await page.locator('button[aria-pressed] img').hover()
  await expect.poll(() => getZoom(page)).toBe('matrix(1.5, 0, 0, 1.5, 0, 0)')
  await close()
})

test('arrow keys and Escape work only in fullscreen [PDP-06, PDP-07, PDP-08, PDP-09]', async () => {
  const { page, close } = await openProduct(DESKTOP)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  expect(await getVisiblePicture(page)).toBe('front')
  await page.getByRole('button', { name: 'View in fullscreen' }).click()
  const gallery = page.getByRole('dialog', { name: 'Pictures of Harbour ring, fullscreen' })
  const picture = gallery.locator('[role=group]:not([inert]) img')
  await picture.waitFor()
  expect(await listAxeErrors(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => picture.getAttribute('alt')).toBe('side')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => picture.getAttribute('alt')).toBe('worn')
  await page.keyboard.press('Escape')
  await expect.poll(() => gallery.count()).toBe(0)
  await close()
})

test('a horizontal swipe over 50 pixels changes the picture, and a shorter one does not [PDP-10, CONST-11]', async () => {
  const { page, close } = await openProduct(PHONE)
  await swipe(page, -40)
  expect(await getVisiblePicture(page)).toBe('front')
  await swipe(page, -80)
  await expect.poll(() => getVisiblePicture(page)).toBe('side')
  expect(await getHorizontalOverflow(page)).toBe(0)
  await close()
})

test('the heart of a signed-out visitor sends nothing and asks to sign in [PDP-21, STATE-14, ERR-11]', async () => {
  const { page, close } = await openProduct(DESKTOP)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.url().includes('/users/')) requests.push(request.url())
  })
  await page.getByRole('button', { name: 'Add Harbour ring to wishlist' }).click()
  await page.getByText('Please login to add items to wishlist').waitFor()
  expect(requests).toEqual([])
  await close()
})

test('adds the selected quantity to the cart, reports a duplicate, and continues to checkout [PDP-16, PDP-17, PDP-19, PDP-20, CART-01, CART-02]', async () => {
  const { page, close } = await openProduct(DESKTOP)
  const plus = page.getByRole('group', { name: 'Quantity of Harbour ring' }).getByLabel('Increase quantity')
  await plus.click()
  await plus.click()
  expect(await plus.isDisabled()).toBe(true)
  await addToCart(page, 'Product added to cart')
  await page.goto(`${shop.url}/product/${product.id}`, { waitUntil: 'networkidle' })
  await addToCart(page, 'Product is already in cart')
  const stored: unknown = await page.evaluate('JSON.parse(localStorage.getItem("cartItems"))')
  expect(stored).toEqual([
    expect.objectContaining({ id: product.id, quantity: 3, newPrice: 150, origPrice: 200 }),
  ])
  await close()
})

test('a card’s controls add to the cart on the page, and the rest of it opens the product [CARD-12, CARD-15, CARD-16, CARD-17]', async () => {
  const { page, close } = await freshPage(browser, DESKTOP)
  await page.goto(`${shop.url}/marketplace`, { waitUntil: 'networkidle' })
  expect(await listAxeErrors(page)).toEqual([])
  const card = page.getByRole('article').filter({ hasText: 'Harbour ring' })
  const [plus, minus] = [card.getByLabel('Increase quantity'), card.getByLabel('Decrease quantity')]
  expect(await minus.isDisabled()).toBe(true)
  await plus.click()
  await plus.click()
  await minus.click()
  expect(await minus.isDisabled()).toBe(false)
  await card.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByText('Product added to cart').waitFor()
  expect(new URL(page.url()).pathname).toBe('/marketplace')
  const stored: unknown = await page.evaluate('JSON.parse(localStorage.getItem("cartItems"))')
  expect(stored).toEqual([expect.objectContaining({ id: product.id, quantity: 2 })])
  await card.locator('img').first().click()
  await page.waitForURL(`**/product/${product.id}`)
  await close()
})

test('the grid has four columns on wide screens and two on phones, without horizontal scrolling [MKT-14, CONST-20]', async () => {
  for (const { options, columns } of [
    { options: DESKTOP, columns: 4 },
    { options: PHONE, columns: 2 },
  ]) {
    const { page, close } = await freshPage(browser, options)
    await page.goto(`${shop.url}/marketplace`, { waitUntil: 'networkidle' })
    const list = page.getByRole('list').filter({ has: page.getByRole('article') })
    const tracks = await list.evaluate((element) => getComputedStyle(element).gridTemplateColumns)
    expect(tracks.split(' ')).toHaveLength(columns)
    expect(await getHorizontalOverflow(page)).toBe(0)
    await close()
  }
})

test('a chip filters and starts at page 1, and the search form works without scripts [MKT-13, MKT-26, MKT-27]', async () => {
  const { page, close } = await freshPage(browser, { ...DESKTOP, javaScriptEnabled: false })
  await page.goto(`${shop.url}/marketplace?page=9`)
  await page
    .getByRole('navigation', { name: 'Choose a category' })
    .getByRole('link', { name: 'Charms', exact: true })
    .click()
  expect(new URL(page.url()).search).toBe('?category=Charms')
  await page.getByText('No products found').waitFor()
  await page
    .getByRole('navigation', { name: 'Choose a category' })
    .getByRole('link', { name: 'Rings', exact: true })
    .click()
  await page.getByLabel('Product Name').fill('harbour')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  expect(await page.getByRole('article').count()).toBe(1)
  await page.getByLabel('Max Price').fill('149')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('No products found').waitFor()
  await close()
})

test.each([390, 320])(
  'on a phone of %i pixels the card controls fit, and long names are truncated',
  async (width) => {
    await createTestProduct(db, {
      name: `${'Lantern '.repeat(9)}Donaudampfschifffahrtsgesellschaft`,
      stock: 12,
    })
    const { page, close } = await freshPage(browser, { ...PHONE, viewport: { width, height: 844 } })
    await page.goto(`${shop.url}/marketplace?sort=newest`)
    const outside = await page.getByRole('article').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const box = card.getBoundingClientRect()
        return [...card.querySelectorAll('button, output, p, h3')].filter((part) => {
          const { left, right, bottom } = part.getBoundingClientRect()
          return left < box.left - 0.5 || right > box.right + 0.5 || bottom > box.bottom + 0.5
        })
      }),
    )
    expect(outside).toEqual([])
    expect(await page.getByRole('article').count()).toBeGreaterThan(1)

    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await page.waitForURL(/\/product\//)
    await page.getByRole('heading', { level: 1, name: /Lantern/ }).waitFor()
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
    await breadcrumb.waitFor()
    expect((await breadcrumb.boundingBox())?.height).toBeLessThan(30)
    expect(await getHorizontalOverflow(page)).toBe(0)
    await close()
  },
)

test('an unknown product answers 404 and links back [PDP-45]', async () => {
  const { page, close } = await freshPage(browser, PHONE)
  const answer = await page.goto(`${shop.url}/product/prd_unknown`, { waitUntil: 'networkidle' })
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Product not found' }).waitFor()
  await page.locator('.Toastify__toast').waitFor()
  expect(await listAxeErrors(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to the marketplace' }).click()
  await page.waitForURL('**/marketplace')
  await close()
})

async function openProduct(options: typeof DESKTOP) {
  const opened = await freshPage(browser, options)
  await opened.page.goto(`${shop.url}/product/${product.id}`, { waitUntil: 'networkidle' })
  return opened
}

function getVisiblePicture(page: Page): Promise<string | null> {
  return page.locator('button[aria-pressed] img').getAttribute('alt')
}

function getZoom(page: Page): Promise<string> {
  return page
    .locator('button[aria-pressed] > span:last-child')
    .evaluate((element) => getComputedStyle(element).transform)
}

async function addToCart(page: Page, message: string): Promise<void> {
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByText(message).waitFor()
  await page.waitForURL('**/checkout')
}

async function swipe(page: Page, dx: number): Promise<void> {
  const box = await page.locator('button[aria-pressed] img').boundingBox()
  if (!box) throw new Error('there is no picture')
  const x = box.x + box.width / 2
  const y = box.y + box.height / 2
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + dx, y }] })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('on a phone, products start in the upper half of the first screen, and the search can be expanded', async () => {
  for (const path of [
    '/marketplace',
    '/marketplace?category=Rings',
    '/marketplace?productName=harbour',
    '/marketplace?productName=harbour&inStock=1',
    '/show-more',
    '/explore-all',
  ]) {
    const { page, close } = await openPage(browser, { address: shop.url + path, options: PHONE })
    const first = page.getByRole('region', { name: 'Products' }).getByRole('listitem').first()
    await first.waitFor()
    expect((await first.boundingBox())?.y).toBeLessThanOrEqual(400)
    expect(await listAxeErrors(page)).toEqual([])
    expect(await getHorizontalOverflow(page)).toBe(0)
    await page.locator('summary').filter({ hasText: 'Advance Search' }).click()
    await page.getByLabel('Product Name').fill('harbour')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.waitForURL(/productName=harbour/)
    await close()
  }
})
