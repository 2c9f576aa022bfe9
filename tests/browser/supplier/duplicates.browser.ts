import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('a supplier finds two duplicate products, merges them and undoes it, on a phone and a desktop', async () => {
  const supplier = await createTestSupplier(db)
  const account = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: supplier })
  await createTestProduct(db, { supplier, name: 'Moss ring in gold', stock: 3 })
  await createTestProduct(db, { supplier, name: 'Gold moss ring', stock: 4 })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    options: PHONE,
    path: '/dashboard/supplier/duplicates',
  })
  await page.getByText('No possible duplicates').waitFor()
  await page.getByRole('button', { name: 'Find duplicates' }).click()
  await getToast(page, 'success', '1 possible duplicate found.').waitFor()
  const pair = page.getByRole('article')
  await pair.getByText('Same title and facts').waitFor()
  await expectSoundOnBoth(page)

  await pair.getByRole('button', { name: /Keep this one: Moss ring in gold/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Keep “Moss ring in gold”' })
  await dialog.getByText('4 in stock').waitFor()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Merge products' }).click()
  await getToast(page, 'success', 'Products merged.').waitFor()

  await page.getByRole('link', { name: 'Merged' }).click()
  await page.getByText('Merged into “Moss ring in gold”').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await getToast(page, 'success', 'Decision undone.').waitFor()

  await page.getByRole('link', { name: 'All products' }).click()
  await page.getByText('Two of your products may be the same.').waitFor()
  await page.getByRole('link', { name: 'Review duplicates' }).click()
  await page.getByRole('button', { name: 'Keep both' }).click()
  await getToast(page, 'success', 'Marked as separate products.').waitFor()
  await page.getByText('No possible duplicates').waitFor()
  expect(errors).toEqual([])
  await close()
})
