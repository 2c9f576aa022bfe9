import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { setVerified } from '#features/catalogue/suppliers/service.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()
const LONG_NAME = 'Wolframshausengoldschmiedewerkstattgesellschaftsniederlassung'

test('an operator selects a period, verifies a supplier to list its product, and suspends it, on a phone and a desktop', async () => {
  const store = await createTestSupplier(db, { name: LONG_NAME })
  const { id: product } = await createTestProduct(db, { supplier: store })
  await setVerified(db, store.id, false)
  const owner = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: store })
  const stated = await fetch(`${shop.url}/supplier/verification/company`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ statement: 'Waiting Pte Ltd, 201912345K', isCorrect: true }),
  })
  expect(stated.status).toBe(200)
  const isListed = async () => (await fetch(`${shop.url}/shop/getProductsByID/${product}`)).ok
  expect(await isListed()).toBe(false)

  const account = await createSignedInAccount(db, new Date(), { type: 'operator' })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    type: 'operator',
    options: PHONE,
    path: '/dashboard',
  })
  await selectPeriod(page)
  await page.getByRole('link', { name: /^Review: / }).click()
  await page.getByRole('heading', { name: 'Suppliers' }).waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('link', { name: store.name }).first().click()
  const row = page.getByRole('listitem').filter({ hasText: 'Company and register number' })
  await row.getByText('Waiting Pte Ltd, 201912345K').waitFor()
  await expectSoundOnBoth(page)
  await row.getByRole('button', { name: 'Approve: Company and register number' }).click()
  await row.getByText('Approved').waitFor()

  await page.getByRole('button', { name: 'Verify supplier' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify this supplier?' })
  await dialog.getByText('Its active product will be listed immediately.').waitFor()
  await dialog.getByText('Tax number (missing)').waitFor()
  await dialog.getByLabel('Reason').fill('Company checked')
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Verify supplier' }).click()
  await getToast(page, 'success', 'The supplier is verified. Its products are listed.').waitFor()
  expect(await isListed()).toBe(true)

  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Reports of copies')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByText(/^Suspended on .*: Reports of copies$/).waitFor()
  await expectSoundOnBoth(page)
  expect(await isListed()).toBe(false)
  await pauseAndResumePayouts(page)
  await page.getByText('This supplier has not added a bank account yet.').waitFor()
  await page.goto(`${shop.url}/dashboard/operator/commissions`)
  await page.getByText('Commission on items:').waitFor()
  await page.getByLabel('Category').selectOption('Rings')
  await page.getByText('Commission on items:').waitFor()
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})

async function selectPeriod(page: Page): Promise<void> {
  const sales = page.getByRole('region', { name: 'Sales' })
  const dayRows = sales.getByRole('table', { name: 'Sales per day' }).getByRole('row')
  await sales.getByLabel('Period').selectOption('Last 90 days')
  await page.waitForURL(/\?period=90$/)
  await expect.poll(() => dayRows.count()).toBe(91)
  await sales.getByLabel('Period').selectOption('Custom')
  await sales.getByLabel('First day').fill('2026-01-05')
  await sales.getByLabel('Last day').fill('2026-01-04')
  await sales.getByText('The first day must not be after the last day.').waitFor()
  await expectSoundOnBoth(page)
  await sales.getByLabel('Last day').fill('2026-01-14')
  await page.waitForURL(/\?from=2026-01-05&to=2026-01-14$/)
  await expect.poll(() => dayRows.count()).toBe(11)
  const orders = page.getByRole('region', { name: 'Orders' })
  await orders.getByText('No orders placed in this period.').waitFor()
  for (const name of ['Late orders', 'Cases and disputes', 'Out of stock', 'Lost webhooks'])
    await expect.poll(() => orders.getByRole('table', { name }).getByRole('row').count()).toBe(11)
  await orders.getByText('No store orders in this period or the one before.').waitFor()
  await orders.getByText('No vendor placed a first order in the last twelve months.').waitFor()
  await expectSoundOnBoth(page)
  await page.reload()
  await expect.poll(() => dayRows.count()).toBe(11)
}

async function pauseAndResumePayouts(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause payouts' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Ten refunds in a day')
  await expectSoundOnBoth(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Pause payouts' }).click()
  await getToast(page, 'success', 'Payouts to this store are paused.').waitFor()
  await page.getByText('Ten refunds in a day').waitFor()
  await page.getByRole('button', { name: 'Resume payouts' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('All is well')
  await page.getByRole('dialog').getByRole('button', { name: 'Resume payouts' }).click()
  await getToast(page, 'success', 'Payouts to this store are resumed.').waitFor()
  await page.getByRole('list', { name: 'Past pauses' }).getByText('Ten refunds in a day').waitFor()
}
