import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('a supplier starts with suggested rates, adds a zone and previews shoppers’ prices, on a phone and a desktop', async () => {
  const store = await createTestSupplier(db, { name: 'Shipping' })
  const account = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: store })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    options: PHONE,
    path: '/dashboard/supplier/shipping',
  })
  await page.getByText('No custom rates').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Start with suggested rates' }).click()
  await getToast(page, 'success', 'Shipping rules saved.').waitFor()
  const zones = page.getByRole('list', { name: 'Zones' })
  await zones.getByText('European Union').waitFor()
  await expectSoundOnBoth(page)

  await page.getByRole('button', { name: 'Add zone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add zone' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Neighbours')
  await dialog.getByLabel('Add a country').selectOption('FR')
  await dialog.getByLabel('Offer Standard').check()
  await dialog.getByLabel('Minimum days in transit').fill('4')
  await dialog.getByLabel('Maximum days in transit').fill('6')
  await dialog.getByLabel('Fee ($)').fill('7.25')
  await dialog.getByRole('button', { name: 'Save zone' }).click()
  await dialog.getByText('Also in “European Union”: France.').first().waitFor()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Remove France' }).click()
  await dialog.getByLabel('Add a country').selectOption('CH')
  await dialog.getByRole('button', { name: 'Save zone' }).press('Enter')
  await zones.getByText('Neighbours').waitFor()

  await page.getByLabel('Shopper in').selectOption('CH')
  const rates = page.getByLabel('Rates')
  await rates.getByText('$7.25').waitFor()
  expect(await rates.getByText('4-6 days').count()).toBe(1)
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})
