import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createSignedInAccount, PASSWORD } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { GERMAN_ACCOUNT, releaseBalance } from '#tests/steps/payouts.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { createShippedGuestOrder } from '../steps/order-steps.ts'
import { getToast } from '../shop/storefront.ts'
import { expectSound, expectSoundOnBoth, openConsole } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()
const now = () => new Date()

test('a supplier sees when payouts come and why, sets the bank account and opens a payout, on a phone and a desktop', async () => {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, 'Harbour Setting')
  const account = await createSignedInAccount(db, now(), {
    type: 'manufacturer',
    owns: order.supplier,
    withPassword: true,
  })
  await releaseBalance({ db, now }, order.supplier, 6_000)
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    options: PHONE,
    path: '/dashboard/supplier/money',
  })
  const next = page.getByRole('region', { name: 'Next payout' })
  await next.getByText('Add your bank details below').waitFor()
  const comingUp = page.getByRole('region', { name: /Coming up/ })
  await comingUp.getByText(/^By /).click()
  await comingUp.getByRole('link', { name: /^C-/ }).waitFor()
  await expectSoundOnBoth(page)

  await page.getByRole('button', { name: 'Add a bank account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bank account for payouts' })
  await dialog.getByLabel('Account holder').fill(GERMAN_ACCOUNT.holder)
  await dialog.getByLabel('Country of the bank').selectOption('DE')
  await dialog.getByLabel('IBAN').fill(GERMAN_ACCOUNT.iban)
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await getToast(page, 'success', 'Your bank details have been saved.').waitFor()
  await next.getByText(/^on \d/).waitFor()

  await page.getByRole('link', { name: /^\$60\.00/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Available' }).waitFor()
  await page.getByText('+$60.00').filter({ visible: true }).waitFor()
  await expectSoundOnBoth(page)

  await order.operatorAt('/payouts/sweep', {})
  await page.goto(`${shop.url}/dashboard/supplier/money`)
  await findDocuments(page)
  await page
    .getByRole('region', { name: 'Payouts', exact: true })
    .getByRole('link')
    .filter({ visible: true })
    .first()
    .click()
  await page.getByRole('region', { name: 'Amount' }).getByText('$60.00').last().waitFor()
  await page.getByRole('region', { name: 'Timeline' }).getByText('Prepared').waitFor()
  await expectSoundOnBoth(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Statement as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^statement-.*\.csv$/)
  expect(errors).toEqual([])
  await close()
})

test('a supplier without sales sees an explanation of payouts, and that nothing is pending', async () => {
  const store = await createTestSupplier(db)
  const account = await createSignedInAccount(db, now(), { type: 'manufacturer', owns: store })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    options: PHONE,
    path: '/dashboard/supplier/money',
  })
  await page.getByText('No payouts yet').waitFor()
  await page.getByText('Nothing is pending.').waitFor()
  expect(await page.getByRole('region', { name: 'Next payout' }).count()).toBe(0)
  await expectSound(page)
  expect(errors).toEqual([])
  await close()
})

/** Opens the documents, filters them by type, and returns to the money page. */
async function findDocuments(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Statements and credit notes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor()
  await page
    .getByRole('button', { name: /as PDF$/ })
    .filter({ visible: true })
    .waitFor()
  await expectSoundOnBoth(page)
  await page.getByLabel('Type').selectOption('Credit notes')
  await page.getByText('No documents found').waitFor()
  await page.getByRole('link', { name: 'Money' }).last().click()
}
