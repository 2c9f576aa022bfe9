import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('an operator sets a rule, approves the held product by keyboard and hides it, on a phone and a desktop', async () => {
  const supplier = await createTestSupplier(db, { name: 'Atelier Nord' })
  const account = await createSignedInAccount(db, new Date(), { type: 'operator', firstName: 'Ona' })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    type: 'operator',
    options: PHONE,
    path: '/dashboard/operator/product-rules',
  })
  await page.getByLabel('Words', { exact: true }).fill('ivory')
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Save rules' }).click()
  await getToast(page, 'success', 'Saved.').waitFor()
  await createTestProduct(db, { supplier, name: 'Ivory comb' })
  await page.goto(`${shop.url}/dashboard/operator/products?view=to_review`)
  await page.locator('a:visible', { hasText: 'Ivory comb' }).waitFor()
  await expectSoundOnBoth(page)
  await page.locator('a:visible', { hasText: 'Ivory comb' }).click()
  const causes = page.getByRole('region', { name: 'Why it waits' })
  await causes.getByText('Contains a word on your list').waitFor()
  await page.getByRole('region', { name: 'Buyer view' }).waitFor()
  await expectSoundOnBoth(page)
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Approve product' }).click()
  await getToast(page, 'success', 'The product is approved.').waitFor()
  await page.getByRole('button', { name: 'Hide …' }).click()
  await page.getByLabel('Reason').fill('Looks like ivory')
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Hide product' }).click()
  await getToast(page, 'success', 'The product is hidden.').waitFor()
  await page.getByText('Hidden by Ona').waitFor()
  expect(errors).toEqual([])
  await close()
})
