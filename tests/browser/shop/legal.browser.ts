import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { DESKTOP, expectAccessible, PHONE } from '../steps/chromium.ts'
import {
  createVerifiedAccount,
  MEI,
  type Newcomer,
  signInOnPage,
  storedUser,
} from '../steps/account-steps.ts'
import { waitForHydration, openPage } from './storefront.ts'

const { shop, db, browser } = await startBrowserShop()

const ADA: Newcomer = { ...MEI, firstName: 'Ada', email: 'ada@customers.example' }

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s the footer links to the legal pages, which are accessible [LOGIN-02]', async (_, options) => {
  const { page, errors, close } = await openPage(browser, { address: `${shop.url}/404`, options })
  for (const [label, title] of [
    ['Terms', 'Terms of Service'],
    ['Privacy', 'Privacy Policy'],
    ['Returns', 'Returns and Refunds'],
    ['Imprint', 'Imprint'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expectAccessible(page)
  }
  expect(errors.filter((error) => !error.includes('404'))).toEqual([])
  await close()
})

test('remembers the accepted terms in a browser, and asks once to accept changed terms after signing in [LOGIN-02, LOGIN-09]', async () => {
  await createVerifiedAccount(shop.url, ADA)
  await db.execute(sql`update terms_acceptances set version = '2020-01-01'`)
  const { page, close } = await openPage(browser, { address: `${shop.url}/login`, options: PHONE })
  const box = page.getByLabel('I accept the terms and conditions')
  const question = page.getByRole('dialog', { name: 'Accept our terms' })
  expect(await box.isChecked()).toBe(false)
  await signInOnPage(page, ADA)
  await question.waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => storedUser(page)).toBeNull()
  expect(new URL(page.url()).pathname).toBe('/login')

  for (const requiresConsent of [true, false]) {
    await page.goto(`${shop.url}/login`)
    await waitForHydration(page)
    expect(await box.isChecked()).toBe(true)
    await signInOnPage(page, ADA)
    if (requiresConsent) await question.getByRole('button', { name: 'Accept and continue' }).click()
    await page.waitForURL(`${shop.url}/`)
    expect(await storedUser(page)).toMatchObject({ firstName: 'Ada' })
    await page.evaluate(`localStorage.removeItem('user')`)
  }
  await close()
})
