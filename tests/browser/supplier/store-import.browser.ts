import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { openPage } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { withLocalStorage } from '../steps/checkout-steps.ts'
import { DESKTOP, getHorizontalOverflow, listAxeErrors, PHONE } from '../steps/chromium.ts'

const { shop, db, browser } = await startBrowserShop()

type Page = Awaited<ReturnType<typeof openPage>>['page']

test('a supplier connects a practice shop, reviews its import, imports it and sees it synced', async () => {
  const owns = await createTestSupplier(db)
  const owner = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns })
  const phone = await openAs(owner, PHONE, '/dashboard/supplier/imports')
  await phone.page.getByRole('link', { name: 'Connect your store' }).click()
  await phone.page.getByRole('button', { name: 'Use a Shopify practice shop' }).click()
  await phone.page.getByRole('link', { name: 'Run the practice shop' }).waitFor()
  await phone.page.goto(`${shop.url}/dashboard/supplier/imports`)
  await phone.page.getByRole('button', { name: 'Import from Practice shop (Shopify)' }).waitFor()
  await expectSound(phone.page)
  await phone.page.getByRole('button', { name: 'Import from Practice shop (Shopify)' }).click()
  await phone.page.getByRole('heading', { name: 'Review the changes' }).waitFor()
  const band = phone.page.getByRole('listitem').filter({ hasText: 'Practice Band' })
  await band.getByText('$140.00 to $160.00').waitFor()
  await expectSound(phone.page)
  await phone.page.getByRole('button', { name: 'Import 4 products' }).click()
  await phone.page.getByText(/^4 products imported/).waitFor()
  await phone.page.goto(`${shop.url}/dashboard/supplier/settings`)
  await phone.page.getByRole('link', { name: 'Your store', exact: true }).click()
  await phone.page.getByText('Synced', { exact: true }).waitFor()
  await phone.page.getByText('Nothing has changed in your store since it was imported.').waitFor()
  await expectSound(phone.page)
  await phone.close()

  const { page, errors, close } = await openAs(owner, DESKTOP, '/dashboard/supplier/imports')
  await page
    .getByRole('row')
    .filter({ hasText: 'Practice shop (Shopify)' })
    .getByText('4 of 4 imported')
    .waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Import from Practice shop (Shopify)' }).click()
  await page.getByRole('heading', { name: 'Nothing to import', level: 2 }).waitFor()
  await page
    .getByRole('link', { name: /^Unchanged/ })
    .getByText('4')
    .waitFor()
  await expectSound(page)
  await page.goto(`${shop.url}/dashboard/supplier/imports`)
  await page.getByRole('link', { name: 'View sync settings' }).click()
  await page.getByLabel('Prices').uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. We’re reading your store again.').waitFor()
  await db.execute(sql`update practice_products set quantity = 3 where sku = 'PRACTICE-RING'`)
  await page.getByRole('button', { name: 'Check now: Practice shop (Shopify)' }).click()
  await page.getByText('Recovered', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Practice Ring' }).waitFor()
  await expectSound(page)
  expect([...phone.errors, ...errors]).toEqual([])
  await close()
})

function openAs(
  account: Awaited<ReturnType<typeof createSignedInAccount>>,
  options: typeof PHONE,
  path: string,
) {
  const { publicId, ...rest } = account
  const user = { ...rest, id: publicId, isActive: true }
  return openPage(browser, {
    address: shop.url + path,
    options: withLocalStorage(options, shop.url, { user }),
  })
}

async function expectSound(page: Page): Promise<void> {
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
}
