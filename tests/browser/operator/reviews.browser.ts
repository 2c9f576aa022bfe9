import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createShopCall } from '../steps/checkout-steps.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('an operator removes a reported review, restores it, and finds both in the audit log, on a phone and a desktop', async () => {
  const { id: productId, name } = await createTestProduct(db)
  const api = createShopCall(shop.url)
  const review = 'Buy at another shop, says the review'
  const { id } = await api('POST /shop/saveReview', { body: { data: { productId, rating: 1, review } } })
  await api('POST /shop/reportReview', {
    body: { data: { reviewId: id, reason: 'advertising', note: 'It names another shop' } },
  })
  const account = await createSignedInAccount(db, new Date(), { type: 'operator' })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    type: 'operator',
    options: PHONE,
    path: '/dashboard/operator',
  })
  await page.getByRole('link', { name: 'Read reviews: 1 reported review' }).click()
  await page.getByText(/as advertising: It names another shop/).waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: `Remove: review of ${name} by Anonymous` }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this review?' })
  await dialog.getByLabel('Reason').fill('An advertisement')
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Remove review' }).click()
  await getToast(page, 'success', 'The review has been removed.').waitFor()
  await page.getByText('No reported reviews').waitFor()
  const readReviews = async () =>
    (await api('GET /shop/fetchReview/{id}', { params: { id: productId }, query: {} })).getReview
  expect(await readReviews()).toEqual([])

  await page.getByRole('link', { name: 'Removed' }).click()
  await page.getByRole('button', { name: `Restore: review of ${name} by Anonymous` }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('It was about our own shop')
  await page.getByRole('dialog').getByRole('button', { name: 'Restore review' }).click()
  await getToast(page, 'success', 'The review is shown again.').waitFor()
  expect(await readReviews()).toMatchObject([{ review }])

  await page.goto(`${shop.url}/dashboard/operator/audit-log?kind=review`)
  await page.getByText('Restored a review').filter({ visible: true }).first().waitFor()
  await page.getByText('Removed a review').filter({ visible: true }).first().waitFor()
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})
