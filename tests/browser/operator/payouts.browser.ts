import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { GERMAN_ACCOUNT, releaseBalance } from '#tests/steps/payouts.ts'
import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

/** Creates an effect with an unknown outcome for a refund that does not exist. */
async function storeUnknownRefund(): Promise<void> {
  await queryRows(
    db,
    sql`with unknown as (
          insert into effects (public_id, kind, subject, state, attempts, requests, message, created_at, updated_at)
          values ('eff_unknown', 'refunds.send', 'rfd_unknown', 'unknown', 1, 1, 'Nobody can tell.', now(), now())
          returning id)
        insert into effect_attempts (effect_id, number, started_at, ended_at, outcome, message)
        select id, 1, now(), now(), 'unknown', 'The provider gave no answer.' from unknown`,
  )
}

/** Follows the links from the balance of an account to its owner, its postings, and their subjects. */
async function expectExplainedBalance(page: Page, supplier: string): Promise<void> {
  // Postings have links of the same name to the account's balance.
  await page.getByRole('link', { name: /Supplier available.*250\.00/ }).click()
  await page.getByRole('link', { name: 'Balances', exact: true }).click()
  await page.getByRole('link', { name: 'Open supplier' }).waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('link', { name: supplier, exact: true }).click()
  const explained = page.getByRole('heading', { name: /250\.00 explained/ })
  await explained.waitFor()
  await page.getByRole('link', { name: 'Open supplier' }).first().waitFor()
  await expectSoundOnBoth(page)
  // On a phone the selected account is above the list.
  const accounts = page.getByRole('heading', { name: 'Accounts', exact: true })
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0
  expect(await top(explained)).toBeLessThan(await top(accounts))
}

test('an operator creates due payouts and sends them with a bank file, on a phone and a desktop', async () => {
  const supplier = await createTestSupplier(db, { name: 'Paid' })
  const owner = await createSignedInAccount(db, new Date(), {
    type: 'manufacturer',
    owns: supplier,
    withPassword: true,
  })
  const saved = await fetch(`${shop.url}/supplier/payout-account`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify(GERMAN_ACCOUNT),
  })
  expect(saved.status).toBe(200)
  // New bank details are used after three days.
  await queryRows(db, sql`update payout_accounts set usable_from = now() - interval '1 hour'`)
  await releaseBalance({ db, now: () => new Date() }, supplier, 25_000)
  const account = await createSignedInAccount(db, new Date(), { type: 'operator', withPassword: true })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    type: 'operator',
    options: PHONE,
    path: '/dashboard/operator/ledger',
  })
  await expectExplainedBalance(page, supplier.publicId)
  await page.goto(`${shop.url}/dashboard/operator/money`)
  await page.getByRole('button', { name: 'Create due payouts' }).click()
  await getToast(page, 'success', 'Due payouts have been created.').waitFor()
  await page.getByText('$250.00').filter({ visible: true }).first().waitFor()
  await expectSoundOnBoth(page)

  await page.getByRole('button', { name: 'Create bank file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a bank file' })
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Create bank file' }).click()
  await page.getByRole('button', { name: /^Mark as sent: / }).click()
  await page.getByRole('button', { name: /^Mark as paid: / }).click()
  await page
    .getByText(/paid · created/)
    .first()
    .waitFor()
  await page.locator('a[href*="/operator/payouts/"]:visible').first().click()
  await page.getByRole('region', { name: 'Timeline' }).getByText('Paid', { exact: true }).waitFor()
  await expectSoundOnBoth(page)

  // The console lists pending effects with each attempt.
  await storeUnknownRefund()
  await page.goto(`${shop.url}/dashboard/operator/outside-systems`)
  const unknown = page.getByRole('listitem').filter({ hasText: 'rfd_unknown' })
  await unknown.getByText('No clear answer: The provider gave no answer.').waitFor()
  await unknown.getByRole('button', { name: 'Try again: Refund rfd_unknown' }).waitFor()
  await expectSoundOnBoth(page)
  await retryFailedJobs(page)
  expect(errors).toEqual([])
  await close()
})

/** Dismisses one of two jobs that gave up, and retries the other. */
async function retryFailedJobs(page: Page): Promise<void> {
  await queryRows(
    db,
    sql`insert into pgboss.job (name, data, state, completed_on, output)
        select 'documents.issue', '{}', 'failed', now() - n * interval '1 minute', '{"message":"The disk is full."}'
        from generate_series(1, 2) n`,
  )
  await page.goto(`${shop.url}/dashboard/operator`)
  await page.getByRole('link', { name: 'See jobs: 2 background jobs gave up' }).click()
  const rows = page.getByRole('list', { name: 'Failed jobs' }).getByRole('listitem')
  await rows.first().getByText('The disk is full.').waitFor()
  await expectSoundOnBoth(page)
  await rows.first().getByRole('button', { name: 'Dismiss: Issue invoices and credit notes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await rows.first().getByRole('button', { name: 'Retry: Issue invoices and credit notes' }).click()
  await page.getByText('No failed jobs').waitFor()
  await expectSoundOnBoth(page)
}

test('an operator uploads a settlement report and resolves its discrepancies, on a phone and a desktop', async () => {
  const account = await createSignedInAccount(db, new Date(), { type: 'operator', withPassword: true })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    type: 'operator',
    options: PHONE,
    path: '/dashboard/operator/reconciliation',
  })
  await page.getByRole('button', { name: 'Upload report' }).click()
  const upload = page.getByRole('dialog', { name: 'Upload a settlement report' })
  await upload.getByLabel('First day').fill('2026-03-02')
  await upload.getByLabel('Last day').fill('2026-03-02')
  await upload.getByLabel('File').setInputFiles({
    name: 'report.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(REPORT),
  })
  await expectSoundOnBoth(page)
  await upload.getByRole('button', { name: 'Upload report' }).click()
  await getToast(page, 'success', 'The report has been imported.').waitFor()
  await page.getByText('1 row, 1 discrepancy, 1 open').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: /^Resolve: / }).click()
  const resolution = page.getByRole('dialog', { name: 'Resolve this discrepancy' })
  await resolution.getByLabel('Note').fill('A test payment of the provider.')
  await resolution.getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('1 row, 1 discrepancy, 0 open').waitFor()
  expect(errors).toEqual([])
  await close()
})

/** Returns a report with a payment that the marketplace does not know. */
const REPORT = `id,kind,reference,settlement,currency,gross,fee,net,at
txn_1,payment,unknown_payment,,USD,102.06,3.56,98.50,2026-03-02 10:00:00
`

test('an operator previews a commission rule on past orders and adds it, on a phone and a desktop', async () => {
  const supplier = await createTestSupplier(db, { name: 'Commissioned' })
  const account = await createSignedInAccount(db, new Date(), { type: 'operator', withPassword: true })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    type: 'operator',
    options: PHONE,
    path: '/dashboard/operator/money',
  })
  await page.getByRole('link', { name: 'Commissions' }).click()
  await page.getByText('No rules').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Add rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a commission rule' })
  await dialog.getByLabel('Supplier (optional)').fill(supplier.name)
  await dialog.getByRole('button', { name: supplier.name }).click()
  await dialog.getByLabel('Category').selectOption('Rings')
  await dialog.getByLabel('Commission in percent').fill('101')
  await dialog.getByText('Enter 0 to 100 with at most two decimals').waitFor()
  await dialog.getByLabel('Commission in percent').fill('7.5')
  await dialog.getByText('This rule would have changed no sale of the last 90 days.').waitFor()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await getToast(page, 'success', 'The rule has been saved.').waitFor()
  await page.getByText(`${supplier.name} · Rings`).filter({ visible: true }).waitFor()
  await page.getByText('7.5%').filter({ visible: true }).first().waitFor()
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})
