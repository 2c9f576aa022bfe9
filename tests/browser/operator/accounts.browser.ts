import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  type CreatedAccount,
  createSession,
  createSignedInAccount,
  createTestOperator,
  PASSWORD,
} from '#tests/shop/accounts.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('an operator finds, views and signs out accounts, erases a guest, limits a role and sets issuer and legal texts', async () => {
  const vendor = await createSignedInAccount(db, new Date(), { firstName: 'Ingrid', lastName: 'Sol' })
  const finance = await createTestOperator(db, new Date(), ['finance'])
  const account = await createSignedInAccount(db, new Date(), { type: 'operator', withPassword: true })
  const options = { shopUrl: shop.url, type: 'operator', options: PHONE } as const
  const { page, errors, close } = await openConsole(browser, {
    ...options,
    account,
    path: '/dashboard/operator/accounts?search=ingrid',
  })
  await page.getByRole('link', { name: 'Ingrid Sol' }).filter({ visible: true }).waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('link', { name: 'Ingrid Sol' }).filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Close account' }).waitFor()
  await expectSoundOnBoth(page)
  await expectViewing(page)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('A stolen phone')
  await expectSoundOnBoth(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await getToast(page, 'success', '1 session is ended.').waitFor()

  await expectVendorInNeed(page, vendor.id)

  await eraseGuest(page)

  await changeRole(page, { operator: finance, by: account })

  await page.goto(`${shop.url}/dashboard/operator/settings`)
  await page.getByLabel('Company').fill('North Star Jewels AS')
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await getToast(page, 'success', 'The issuer is saved. The next document shows it.').waitFor()
  await page.getByText(`by ${account.firstName} ${account.lastName}`).waitFor()
  await expectSoundOnBoth(page)
  await changeLegalText(page)
  // The 403s asked for the password; signing out the other account causes no error here.
  expect(errors.filter((error) => !error.includes('403'))).toEqual([])
  await close()

  const { headers: _headers, ...session } = await createSession(db, finance.id, new Date())
  const other = await openConsole(browser, {
    ...options,
    account: { ...finance, ...session },
    path: '/dashboard/operator/accounts',
  })
  await expectCatalogueOnly(other.page, shop.url)
  await other.close()
  expect((await fetch(`${shop.url}/users/profile`, { headers: vendor.headers })).status).toBe(401)
})

/** Expects that an operator of the catalogue reaches neither accounts nor money, and sees no link to money. */
async function expectCatalogueOnly(page: Page, shopUrl: string): Promise<void> {
  await page.getByText('Your role doesn’t include accounts. Ask the owner.').waitFor()
  await expectSoundOnBoth(page)
  // The role can open no money page, and sees no link to one.
  await page.goto(`${shopUrl}/dashboard/operator/outside-systems`)
  await page.getByText('Your role doesn’t include money. Ask the owner.').waitFor()
  expect(await page.getByRole('link', { name: 'Outside systems' }).count()).toBe(0)
}

/** Changes an operator's role from finance to catalogue, which requires the password. */
async function changeRole(
  page: Page,
  { operator, by }: Readonly<{ operator: CreatedAccount; by: CreatedAccount }>,
): Promise<void> {
  await page.goto(`${shop.url}/dashboard/operator/operators`)
  const change = page.getByRole('button', { name: `Change role: ${operator.firstName} ${operator.lastName}` })
  await change.filter({ visible: true }).waitFor()
  await expectSoundOnBoth(page)
  await db.execute(sql`update sessions set confirmed_until = null where account_id = ${by.id}`)
  await change.filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: `Role of ${operator.firstName} ${operator.lastName}` })
  await dialog.getByRole('checkbox', { name: 'Finance' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Catalogue' }).check()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const prompt = page.getByRole('dialog', { name: 'Enter your password' })
  await prompt.getByLabel('Password').fill(PASSWORD)
  await prompt.getByRole('button', { name: 'Continue' }).click()
  await getToast(page, 'success', 'The roles are saved.').waitFor()
}

/** Views the dashboard of the open vendor account, where nothing can be changed, and returns. */
async function expectViewing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View dashboard' }).click()
  const dialog = page.getByRole('dialog', { name: 'View this dashboard?' })
  await dialog.getByLabel('Reason').fill('They asked for help')
  await dialog.getByRole('button', { name: 'View dashboard' }).click()
  await page.waitForURL('**/dashboard/vendor')
  await page.getByText('as an operator. Nothing can be changed.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Ingrid Sol' }).waitFor()
  await page.getByText('once a store is connected').waitFor()
  expect(await page.getByRole('link', { name: 'Connect a store' }).count()).toBe(0)
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Stop viewing' }).click()
  await page.getByRole('button', { name: 'View dashboard' }).waitFor()
}

/** Changes the imprint with its preview, and finds it in the shop. */
async function changeLegalText(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Legal texts' }).click()
  await page.getByRole('link', { name: 'Imprint', exact: true }).click()
  await page.getByLabel('Text', { exact: true }).fill('## Who we are\n\n{{operator}} in Oslo.')
  await page.getByRole('heading', { name: 'Who we are' }).waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Save new version' }).click()
  await getToast(page, 'success', 'The text is saved and shown in the shop.').waitFor()
  await page.getByText('From the beginning').waitFor()
  const { text } = await (await fetch(`${shop.url}/shop/getLegalText/imprint`)).json()
  expect(text.html).toContain('in Oslo.')
}

/** Finds a guest by email address, and erases the stored data. */
async function eraseGuest(page: Page): Promise<void> {
  await fetch(`${shop.url}/shop/contactUs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Mei Tan', email: 'mei@guest.example', message: 'Where is my ring?' }),
  })
  await page.goto(`${shop.url}/dashboard/operator/accounts`)
  await page.getByRole('link', { name: 'Guests', exact: true }).click()
  await page.getByText('Find a guest').waitFor()
  await expectSoundOnBoth(page)
  await page.getByLabel('Email address').fill('mei@guest.example')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('Where is my ring?').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase this guest’s data?' })
  await dialog.getByLabel('Reason').fill('They asked by email')
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await getToast(page, 'success', 'The guest’s personal data is erased.').waitFor()
  await page.getByText('Find a guest').waitFor()
}

/** Finds a vendor whose store rejects its keys in the list of accounts that need attention. */
async function expectVendorInNeed(page: Page, vendorId: number): Promise<void> {
  await db.execute(sql`
    insert into store_connections (public_id, account_id, platform, address, name, currency, access, problem, checked_at, created_at)
    values ('stc_ingrid', ${vendorId}, 'shopify', 'sol.example', 'Sol Jewels', 'USD', '\\x00', 'The store answers 401.', now(), now())`)
  await page.goto(`${shop.url}/dashboard/operator/accounts`)
  await page.getByRole('link', { name: 'Vendors', exact: true }).click()
  await page.getByRole('link', { name: 'Needs attention' }).click()
  await page.getByText('The store answers 401.').filter({ visible: true }).waitFor()
  await expectSoundOnBoth(page)
}
