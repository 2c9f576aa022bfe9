import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { products } from '#features/catalogue/catalog/tables.ts'
import { type MadePiece, pieceOnSale } from '#tests/shop/factories.ts'
import { type MadePerson, personSignedIn } from '#tests/shop/people.ts'
import { browserShop } from '../steps/browser-shop.ts'
import { axeViolations, DESK, PHONE, sidewaysScroll } from '../steps/chromium.ts'
import { awake, openedPage, toastOf } from '../shop/storefront.ts'

const { shop, db, browser } = await browserShop()
const ring = await pieceOnSale(db, { name: 'Harbour ring', price: 20_000, stock: 9 })
const chain = await pieceOnSale(db, { name: 'Rope chain', stock: 2 })
const mei = await personSignedIn(db, new Date(), { email: 'mei@shopper.example' })

/** Somebody with one piece on the wishlist. */
async function keeping(name: string): Promise<MadePerson> {
  const person = await personSignedIn(db, new Date())
  const piece = await pieceOnSale(db, { name })
  await fetch(`${shop.url}/shop/updateWishlist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...person.headers },
    body: JSON.stringify({ data: { productId: piece.id } }),
  })
  return person
}

/** A page on which somebody is signed in from the start. */
async function opened(path: string, options = DESK, { isTimeFrozen = false, who = mei } = {}) {
  const origins = [{ origin: shop.url, localStorage: [{ name: 'user', value: JSON.stringify(stored(who)) }] }]
  const storageState = { cookies: [], origins }
  return openedPage(browser, {
    address: shop.url + path,
    options: { ...options, storageState },
    isTimeFrozen,
  })
}

function stored({ publicId, ...person }: MadePerson): object {
  return { ...person, id: publicId, isActive: true, loginTimestamp: Date.now(), originDomain: shop.url }
}

function heartOf(page: Page, { name }: MadePiece) {
  return page.getByRole('button', { name: `Add ${name} to wishlist` })
}

function isPressed(page: Page, piece: MadePiece) {
  return heartOf(page, piece).getAttribute('aria-pressed')
}

test('the heart takes what the server answers, sends the token, and is filled two seconds after the page is opened again [PDP-21, STATE-13, ROLE-04, API-10, ERR-11, CONST-12, PROD-08]', async () => {
  const { page, errors, close } = await opened(`/product/${ring.id}`)
  const asked = page.waitForRequest('**/shop/updateWishlist')
  await heartOf(page, ring).click()
  expect((await asked).headers()['authorization']).toBe(mei.headers.authorization)
  expect((await asked).postDataJSON()).toEqual({ data: { productId: ring.id } })
  await toastOf(page, 'success', 'Added to wishlist').waitFor()
  expect(await isPressed(page, ring)).toBe('true')
  expect(errors).toEqual([])
  await close()

  const later = await opened(`/product/${ring.id}`, DESK, { isTimeFrozen: true })
  const checks: string[] = []
  later.page.on('request', (request) => {
    if (request.url().includes('/checkWishlist/')) checks.push(request.headers()['authorization'] ?? '')
  })
  // The page was hydrated within the first `elapsed` milliseconds: not before two seconds of all, and two after those.
  await later.page.clock.runFor(1_999 - later.elapsed)
  expect([checks, await isPressed(later.page, ring)]).toEqual([[], 'false'])
  await later.page.clock.runFor(1 + later.elapsed)
  await expect.poll(() => isPressed(later.page, ring)).toBe('true')
  expect(checks).toEqual([mei.headers.authorization])
  await later.close()
})

test('a heart that the server refuses or that it never hears of says so and stays as it was [ERR-11]', async () => {
  const { page, close } = await opened(`/product/${chain.id}`)
  await db.update(products).set({ status: 'draft' }).where(eq(products.id, chain.productKey))
  await heartOf(page, chain).click()
  await toastOf(page, 'error', 'Product not found').waitFor()
  await page.route('**/shop/updateWishlist', (route) => route.abort())
  await heartOf(page, chain).click()
  await toastOf(page, 'error', 'Failed to update wishlist').waitFor()
  expect(await isPressed(page, chain)).toBe('false')
  await db.update(products).set({ status: 'active' }).where(eq(products.id, chain.productKey))
  await close()
})

test('the wishlist is worked by keyboard: mails asked for, a piece taken off, put back, and moved to the cart', async () => {
  const { page, errors, close } = await opened('/dashboard/wishlist', PHONE, {
    who: await keeping('Tide brooch'),
  })
  const drop = page.getByRole('group', { name: /Tide brooch/ }).getByLabel('Price drop')
  await drop.focus()
  const told = page.waitForResponse('**/shop/setWishMails')
  await page.keyboard.press('Space')
  expect((await told).status()).toBe(200)
  expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
  await page.reload()
  await awake(page)
  await expect.poll(() => drop.isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Remove Tide brooch from wishlist' }).press('Enter')
  const back = page.getByRole('button', { name: /^Put back.*Tide brooch/ })
  await expect.poll(() => back.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Move to Cart.*Tide brooch/ }).press('Enter')
  await page.getByText('Tide brooch is in your cart').waitFor()
  await toastOf(page, 'success', 'Product added to cart').waitFor()
  await page.reload()
  await page.getByText('Nothing here yet', { exact: true }).waitFor()
  expect(errors).toEqual([])
  await close()
})
