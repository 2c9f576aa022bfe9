import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { withLocalStorage } from '../steps/checkout-steps.ts'
import { DESKTOP, getHorizontalOverflow, listAxeErrors, PHONE } from '../steps/chromium.ts'
import { openPage } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()

for (const [device, options] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test(`the owner of a store sees who changed what, filters it and saves it as CSV, on a ${device}`, async () => {
    const store = await createTestSupplier(db, { name: `Activity ${device}` })
    const { publicId, ...owner } = await createSignedInAccount(db, new Date(), {
      type: 'manufacturer',
      owns: store,
      firstName: 'Lena',
      lastName: 'Ong',
    })
    const user = { ...owner, id: publicId, isActive: true }
    const { page, errors, close } = await openPage(browser, {
      address: `${shop.url}/dashboard/supplier/activity`,
      options: withLocalStorage(options, shop.url, { user }),
    })
    const expectSound = async () => {
      expect(await listAxeErrors(page)).toEqual([])
      expect(await getHorizontalOverflow(page)).toBe(0)
    }
    await page.getByText('No changes yet').waitFor()
    await expectSound()

    await post(owner.headers, '/supplier/order-settings', { autoAccept: true })
    const data = { country: 'DK', yearsOfExperience: 4, mainCategories: ['Rings'] }
    await post(owner.headers, '/shop/saveMyStore', { data })
    await page.reload()
    const changes =
      device === 'phone'
        ? page.getByRole('list', { name: 'Changes' })
        : page.getByRole('table', { name: 'Changes' })
    await changes.getByText('Turned on automatic acceptance').waitFor()
    await changes.getByText('Accept orders automatically: Off').waitFor()
    await changes.getByText('Denmark').waitFor()
    await changes.getByText('Lena Ong').first().waitFor()
    await expectSound()

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
    await expectSound()
    expect(errors).toEqual([])
    await close()
  })
}

async function post(headers: Readonly<{ authorization: string }>, path: string, body: object): Promise<void> {
  const answer = await fetch(shop.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}
