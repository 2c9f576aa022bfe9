import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { products } from '#features/catalogue/catalog/tables.ts'
import { type CreatedProduct, createTestProduct } from '#tests/shop/factories.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { listAxeErrors, DESKTOP, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { waitForHydration, openPage, getToast } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()
const ring = await createTestProduct(db, { name: 'Harbour ring', price: 20_000, stock: 9 })
const chain = await createTestProduct(db, { name: 'Rope chain', stock: 2 })
const mei = await createSignedInAccount(db, new Date(), { email: 'mei@shopper.example' })

/** Creates an account with one product on the wishlist. */
async function createAccountWithItem(name: string): Promise<CreatedAccount> {
  const account = await createSignedInAccount(db, new Date())
  const product = await createTestProduct(db, { name })
  await fetch(`${shop.url}/shop/updateWishlist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...account.headers },
    body: JSON.stringify({ data: { productId: product.id } }),
  })
  return account
}

/** Opens a page that is signed in from the start. */
async function openAs(path: string, options = DESKTOP, { isTimeFrozen = false, who = mei } = {}) {
  const origins = [
    { origin: shop.url, localStorage: [{ name: 'user', value: JSON.stringify(toStoredUser(who)) }] },
  ]
  const storageState = { cookies: [], origins }
  return openPage(browser, {
    address: shop.url + path,
    options: { ...options, storageState },
    isTimeFrozen,
  })
}

function toStoredUser({ publicId, ...account }: CreatedAccount): object {
  return { ...account, id: publicId, isActive: true, loginTimestamp: Date.now(), originDomain: shop.url }
}

function getHeart(page: Page, { name }: CreatedProduct) {
  return page.getByRole('button', { name: `Add ${name} to wishlist` })
}

function isPressed(page: Page, product: CreatedProduct) {
  return getHeart(page, product).getAttribute('aria-pressed')
}

test('the heart sends the token, shows the server’s answer, and is filled two seconds after reopening [PDP-21, STATE-13, ROLE-04, API-10, ERR-11, CONST-12, PROD-08]', async () => {
  const { page, errors, close } = await openAs(`/product/${ring.id}`)
  const updateRequest = page.waitForRequest('**/shop/updateWishlist')
  await getHeart(page, ring).click()
  expect((await updateRequest).headers()['authorization']).toBe(mei.headers.authorization)
  expect((await updateRequest).postDataJSON()).toEqual({ data: { productId: ring.id } })
  await getToast(page, 'success', 'Added to wishlist').waitFor()
  expect(await isPressed(page, ring)).toBe('true')
  expect(errors).toEqual([])
  await close()

  const laterPage = await openAs(`/product/${ring.id}`, DESKTOP, { isTimeFrozen: true })
  const checks: string[] = []
  laterPage.page.on('request', (request) => {
    if (request.url().includes('/checkWishlist/')) checks.push(request.headers()['authorization'] ?? '')
  })
  // The page was hydrated within the first `elapsed` ms, so the check comes between two seconds and that much later.
  await laterPage.page.clock.runFor(1_999 - laterPage.elapsed)
  expect([checks, await isPressed(laterPage.page, ring)]).toEqual([[], 'false'])
  await laterPage.page.clock.runFor(1 + laterPage.elapsed)
  await expect.poll(() => isPressed(laterPage.page, ring)).toBe('true')
  expect(checks).toEqual([mei.headers.authorization])
  await laterPage.close()
})

test('the heart stays unchanged with an error when the server refuses or does not answer [ERR-11]', async () => {
  const { page, close } = await openAs(`/product/${chain.id}`)
  await db.update(products).set({ status: 'draft' }).where(eq(products.id, chain.productKey))
  await getHeart(page, chain).click()
  await getToast(page, 'error', 'Product not found').waitFor()
  await page.route('**/shop/updateWishlist', (route) => route.abort())
  await getHeart(page, chain).click()
  await getToast(page, 'error', 'Failed to update wishlist').waitFor()
  expect(await isPressed(page, chain)).toBe('false')
  await db.update(products).set({ status: 'active' }).where(eq(products.id, chain.productKey))
  await close()
})

test('the wishlist works by keyboard: email alerts, removing, putting back and moving to the cart', async () => {
  const { page, errors, close } = await openAs('/dashboard/wishlist', PHONE, {
    who: await createAccountWithItem('Tide brooch'),
  })
  const drop = page.getByRole('group', { name: /Tide brooch/ }).getByLabel('Price drop')
  await drop.focus()
  const emailSettingResponse = page.waitForResponse('**/shop/setWishlistEmails')
  await page.keyboard.press('Space')
  expect((await emailSettingResponse).status()).toBe(200)
  expect([await listAxeErrors(page), await getHorizontalOverflow(page)]).toEqual([[], 0])
  await page.reload()
  await waitForHydration(page)
  await expect.poll(() => drop.isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Remove Tide brooch from wishlist' }).press('Enter')
  const undoButton = page.getByRole('button', { name: /^Put back.*Tide brooch/ })
  await expect.poll(() => undoButton.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Move to Cart.*Tide brooch/ }).press('Enter')
  await page.getByText('Tide brooch is in your cart').waitFor()
  await getToast(page, 'success', 'Product added to cart').waitFor()
  await page.reload()
  await page.getByText('Nothing here yet', { exact: true }).waitFor()
  expect(errors).toEqual([])
  await close()
})
