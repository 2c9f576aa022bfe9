import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { withLocalStorage } from '../steps/checkout-steps.ts'
import { PHONE } from '../steps/chromium.ts'
import { openPage } from '../shop/storefront.ts'
import { expectSoundOnBoth } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('an owner reads, filters and exports the activity log as CSV, on a phone and a desktop', async () => {
  const store = await createTestSupplier(db, { name: 'Activity' })
  const { publicId, ...owner } = await createSignedInAccount(db, new Date(), {
    type: 'manufacturer',
    owns: store,
    firstName: 'Lena',
    lastName: 'Ong',
  })
  const user = { ...owner, id: publicId, isActive: true }
  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/dashboard/supplier/activity`,
    options: withLocalStorage(PHONE, shop.url, { user }),
  })
  await page.getByText('No changes yet').waitFor()
  await expectSoundOnBoth(page)

  await post(owner.headers, '/supplier/order-settings', { autoAccept: true })
  const data = { country: 'DK', yearsOfExperience: 4, mainCategories: ['Rings'] }
  await post(owner.headers, '/shop/saveMyStore', { data })
  await page.reload()
  const changes = page.getByRole('list', { name: 'Changes' })
  await changes.getByText('Turned on automatic acceptance').waitFor()
  await changes.getByText('Accept orders automatically: Off').waitFor()
  await changes.getByText('Denmark').waitFor()
  await changes.getByText('Lena Ong').first().waitFor()
  await expectSoundOnBoth(page)

  await page.getByRole('combobox', { name: 'Kind' }).selectOption('store')
  await page.waitForURL(/kind=store/)
  await changes.getByText('Turned on automatic acceptance').waitFor({ state: 'detached' })
  await page.getByText('1 change', { exact: true }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('activity.csv')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('bank_details')
  await page.getByText('No change matches these filters.').waitFor()
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})

async function post(headers: Readonly<{ authorization: string }>, path: string, body: object): Promise<void> {
  const answer = await fetch(shop.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}
