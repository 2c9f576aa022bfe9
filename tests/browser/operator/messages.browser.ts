import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createShopCall } from '../steps/checkout-steps.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('an operator takes a contact message, notes and answers it, on a phone and a desktop', async () => {
  await createShopCall(shop.url)('POST /shop/contactUs', {
    body: { name: 'Mei Writer', email: 'mei@writer.example', message: 'Is the ring resizable?' },
  })
  const account = await createSignedInAccount(db, new Date(), { type: 'operator', firstName: 'Ona' })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    type: 'operator',
    options: PHONE,
    path: '/dashboard/operator/messages',
  })
  await page.locator('a:visible', { hasText: 'Mei Writer' }).waitFor()
  await expectSoundOnBoth(page)
  await page.locator('a:visible', { hasText: 'Mei Writer' }).click()
  const thread = page.getByRole('list', { name: 'Messages so far' })
  await thread.getByText('Is the ring resizable?').waitFor()
  await page.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: `Ona ${account.lastName}` })
  await getToast(page, 'success', 'Assigned.').waitFor()
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.getByLabel('Note', { exact: true }).fill('It has a plain band.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await thread.getByText('It has a plain band.').waitFor()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByLabel('Answer to mei@writer.example').fill('Yes, in five days.')
  await expectSoundOnBoth(page)
  await page.keyboard.press('Control+Enter')
  await getToast(page, 'success', 'Answer sent.').waitFor()
  await page.getByText('Done', { exact: true }).waitFor()
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})
