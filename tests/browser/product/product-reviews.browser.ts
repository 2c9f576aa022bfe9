import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createTestProduct, createTestSupplier, type CreatedProduct } from '#tests/shop/factories.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { addReviews } from '#features/catalogue/reviews/service.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { listAxeErrors, DESKTOP, freshPage, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { getToast } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()

/** Opens a product's page with its reviews hydrated, as `account` or as a visitor sees it. */
async function openReviews({ id }: CreatedProduct, options: object, account?: CreatedAccount) {
  const fresh = await freshPage(browser, options)
  if (account) await fresh.page.addInitScript(`localStorage.setItem('user', ${toStoredUser(account)})`)
  await fresh.page.goto(`${shop.url}/product/${id}#reviews`)
  // The hash opens the tab as soon as it is hydrated.
  await fresh.page.getByRole('tab', { name: /^Review/, selected: true }).waitFor()
  return fresh
}

function toStoredUser({
  publicId,
  accessToken,
  refreshToken,
  firstName,
  lastName,
  email,
  type,
}: CreatedAccount) {
  const user = { id: publicId, accessToken, refreshToken, firstName, lastName, email, type, isActive: true }
  return JSON.stringify(JSON.stringify({ ...user, loginTimestamp: 0, originDomain: shop.url }))
}

async function rate(page: Page, stars: number, text: string): Promise<void> {
  await page.locator(`label:has(input[name=rating][value="${stars}"])`).click()
  await page.getByLabel('Your review', { exact: true }).fill(text)
}

test('a review is written, shown to everyone at once, edited and removed [PDP-28, STATE-15, VAL-02, ERR-09, PROD-08]', async () => {
  const product = await createTestProduct(db, { name: 'Harbour ring' })
  const mei = await createSignedInAccount(db, new Date(), { firstName: 'Mei', lastName: 'Tan' })
  const { page, errors, close } = await openReviews(product, DESKTOP, mei)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/saveReview')) requests.push(request.headers()['authorization'] ?? '')
  })
  const submit = page.getByRole('button', { name: 'Submit Review' })
  await submit.click()
  await getToast(page, 'error', 'Please select a rating').waitFor()
  // The arrow keys move between the stars from the focused one.
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight')
  await submit.click()
  await getToast(page, 'error', 'Please write a review').waitFor()
  expect(requests).toEqual([])
  await page.getByLabel('Your review', { exact: true }).fill('Lovely <b>weight</b>.')
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a08050' } })
    .png()
    .toBuffer()
  await page.getByLabel('Add pictures').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: photo })
  await page.getByRole('button', { name: 'Remove picture 1' }).waitFor()
  await submit.click()
  await getToast(page, 'success', 'Review submitted successfully').waitFor()
  await page.getByRole('tab', { name: 'Review [1]' }).waitFor()
  const ownReview = page.getByRole('region', { name: 'Your review' })
  expect(await ownReview.locator('article').textContent()).toContain('Lovely <b>weight</b>.')
  expect(await ownReview.getByRole('img').count()).toBe(1)
  expect(requests).toEqual([`Bearer ${mei.accessToken}`])

  const html = await (await fetch(`${shop.url}/product/${product.id}`)).text()
  expect(html).toContain('Lovely &lt;b&gt;weight&lt;/b&gt;.')
  expect(html).toContain('"ratingValue":3,"reviewCount":1')

  await ownReview.getByRole('button', { name: 'Edit' }).click()
  expect(await page.getByLabel('Your review', { exact: true }).inputValue()).toBe('Lovely <b>weight</b>.')
  await rate(page, 5, 'Lovelier still.')
  await page.getByRole('button', { name: 'Save Review' }).click()
  await ownReview.getByText('Lovelier still.').waitFor()
  await page.getByText('5 Customer Review').waitFor()
  await ownReview.getByRole('button', { name: 'Remove' }).click()
  await ownReview.getByRole('button', { name: 'Remove review' }).click()
  await page.getByRole('tab', { name: 'Review [0]' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a review is written and reviews are filtered by stars without scripts', async () => {
  const product = await createTestProduct(db)
  const context = await browser.newContext({ ...PHONE, javaScriptEnabled: false })
  const page = await context.newPage()
  // The sorted URL opens the tab, as CSS does not detect scripts that a test has disabled.
  await page.goto(`${shop.url}/product/${product.id}?sort=lowest`)
  await page.getByLabel('Your review', { exact: true }).fill('Plain & simple.')
  await page.getByRole('button', { name: 'Submit Review' }).click()
  expect(await page.locator('#rating-error').textContent()).toBe('Please select a rating')
  expect(await page.getByLabel('Your review', { exact: true }).inputValue()).toBe('Plain & simple.')
  await rate(page, 2, 'Plain & simple.')
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await page.waitForURL(`**/product/${product.id}?reviewed=1#reviews`)
  await page.getByText('Review submitted successfully').waitFor()
  await page.getByRole('link', { name: /^2 stars/ }).click()
  await page.waitForURL('**?stars=2#reviews')
  expect(await page.locator('article').textContent()).toContain('Plain & simple.Anonymous')
  await context.close()
})

test('the owner replies, and reviews are filtered, sorted, paged and reported without layout errors on a phone', async () => {
  const supplier = await createTestSupplier(db, { name: 'Atelier Nord' })
  const product = await createTestProduct(db, { supplier })
  await addReviews(
    db,
    Array.from({ length: 12 }, (_, n) => ({
      productId: product.productKey,
      rating: n === 0 ? 1 : 5,
      text: `Review ${n} ${'x'.repeat(n === 11 ? 200 : 1)}`,
      userName: 'Ana R.',
      createdAt: new Date(Date.UTC(2026, 0, n + 1)),
    })),
  )
  const owner = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: supplier })
  const asOwner = await openReviews(product, PHONE, owner)
  await asOwner.page.getByRole('button', { name: 'Reply to review' }).first().click()
  await asOwner.page.getByLabel('Your reply to Ana R.').fill('Thank you.')
  await asOwner.page.getByRole('button', { name: 'Publish reply' }).click()
  await asOwner.page.getByText('Reply from Atelier Nord').waitFor()
  await asOwner.close()

  const { page, errors, close } = await openReviews(product, PHONE)
  await page.getByText('Reply from Atelier Nord').waitFor()
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await page.getByText('Review 0 x').waitFor()
  await page.getByRole('link', { name: /^1 star/ }).click()
  await page.waitForURL('**?stars=1#reviews')
  await expect.poll(() => page.locator('#reviews article').count()).toBe(1)
  await page.getByRole('link', { name: 'Show all reviews' }).click()
  await page.getByRole('link', { name: 'Lowest rated' }).click()
  await expect.poll(() => page.locator('#reviews article').first().textContent()).toContain('Review 0 x')
  await page.getByRole('button', { name: 'Report the review by Ana R.' }).first().click()
  await page.getByRole('form', { name: 'Report this review' }).getByRole('button', { name: 'Report' }).click()
  await getToast(page, 'success', 'Thank you. We’ll review it.').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a review can be sent without signing in, and a failed one keeps its text and shows an error [ERR-08, ROLE-05]', async () => {
  const product = await createTestProduct(db)
  const { page, close } = await openReviews(product, DESKTOP)
  await page.route('**/shop/saveReview', (route) => route.abort())
  await rate(page, 4, 'Bright.')
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await getToast(page, 'error', 'Failed to submit review').waitFor()
  expect(await page.getByLabel('Your review', { exact: true }).inputValue()).toBe('Bright.')
  await page.unroute('**/shop/saveReview')
  const saveRequest = page.waitForRequest('**/shop/saveReview')
  await page.getByRole('button', { name: 'Submit Review' }).click()
  expect((await saveRequest).headers()['authorization']).toBeUndefined()
  await getToast(page, 'success', 'Review submitted successfully').waitFor()
  await page.getByRole('tab', { name: 'Review [1]' }).waitFor()
  expect(await page.locator('#reviews article').textContent()).toContain('Anonymous')
  await close()
})
