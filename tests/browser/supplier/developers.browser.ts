import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('a supplier creates a working API key, adds a webhook endpoint and sends a test, on a phone and a desktop', async () => {
  const store = await createTestSupplier(db)
  const account = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: store })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    options: PHONE,
    path: '/dashboard/supplier',
  })
  await page.getByRole('button', { name: 'Open the navigation' }).click()
  await page.getByRole('link', { name: 'API and webhooks' }).last().click()
  await page.getByText('No API keys yet').waitFor()
  await page.getByText('No webhook endpoints yet').waitFor()
  await expectSoundOnBoth(page)

  await page.getByRole('button', { name: 'Create key' }).click()
  const keyDialog = page.getByRole('dialog', { name: 'Create an API key' })
  await keyDialog.getByLabel('Name').fill('Warehouse system')
  await keyDialog.getByLabel('orders:read').check()
  await expectSoundOnBoth(page)
  await keyDialog.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new API key' })
  const token = await shown.locator('pre').innerText()
  await expectSoundOnBoth(page)
  await shown.getByRole('button', { name: 'I’ve stored it' }).click()
  const answer = await fetch(`${shop.url}/supplier/orders`, {
    headers: { authorization: `Bearer ${token.trim()}` },
  })
  expect(answer.status).toBe(200)

  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a webhook endpoint' })
  await dialog.getByLabel('Address').fill('https://203.0.114.9/cabochon')
  await dialog.getByRole('button', { name: 'Choose all' }).click()
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByRole('button', { name: 'I’ve stored it' }).click()
  await expectSoundOnBoth(page)
  await page.getByRole('link', { name: 'https://203.0.114.9/cabochon' }).click()
  await page.getByText('No deliveries').waitFor()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await getToast(page, 'success', 'The test event is on its way.').waitFor()
  await page.getByText('test.sent').first().click()
  await page.getByText('"It works."').waitFor()
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})
