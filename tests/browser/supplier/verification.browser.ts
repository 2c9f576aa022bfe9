import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { withLocalStorage } from '../steps/checkout-steps.ts'
import { PHONE } from '../steps/chromium.ts'
import { getToast, openPage } from '../shop/storefront.ts'
import { expectSoundOnBoth } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('a supplier states the company, uploads a document, and reads why it was rejected, on a phone and a desktop', async () => {
  const store = await createTestSupplier(db, { name: 'Verified' })
  const { publicId, ...owner } = await createSignedInAccount(db, new Date(), {
    type: 'manufacturer',
    owns: store,
  })
  const operator = await createSignedInAccount(db, new Date(), { type: 'operator' })
  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/dashboard/supplier/verification`,
    options: withLocalStorage(PHONE, shop.url, { user: { ...owner, id: publicId, isActive: true } }),
  })
  const row = page.getByRole('listitem').filter({ hasText: 'Company and register number' })
  await row.getByText('Missing').waitFor()
  await expectSoundOnBoth(page)
  await row.getByRole('button', { name: 'Add: Company and register number' }).click()
  const dialog = page.getByRole('dialog', { name: 'Company and register number' })
  await dialog.getByRole('textbox').fill('Kallang Fine Pte Ltd, 201912345K')
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog.getByRole('checkbox').check()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await getToast(page, 'success', 'Saved. We’ll review it.').waitFor()
  await row.getByText('In review').waitFor()
  await row.locator('input[type=file]').setInputFiles({
    name: 'register-extract.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\ntrailer\n<< >>\n%%EOF\n'),
  })
  await getToast(page, 'success', 'Document added. We’ll review it.').waitFor()
  await row.getByText('register-extract.pdf').waitFor()

  const reason = 'This number is of another company.'
  const answer = await fetch(`${shop.url}/store-verification/${store.publicId}/company`, {
    method: 'POST',
    headers: { ...operator.headers, 'content-type': 'application/json' },
    // Uploading the document created a new version of the statement.
    body: JSON.stringify({ decision: 'rejected', version: 2, reason }),
  })
  expect(answer.status).toBe(200)
  await page.reload()
  await row.getByText('Rejected').waitFor()
  await row.getByText(reason).waitFor()
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})
