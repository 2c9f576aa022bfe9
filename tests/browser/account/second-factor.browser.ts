import { expect, test } from 'vitest'
import { generateCode } from '#features/identity/accounts/second-factor/authenticator-codes.ts'
import { createSignedInAccount, PASSWORD } from '#tests/shop/accounts.ts'
import { getToast, openPage, waitForHydration } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { DESKTOP, PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop({ OPERATOR_SECOND_FACTOR: 'required' })

test('an operator must set up two-factor sign-in first, and then signs in with an app code, on a phone and a desktop', async () => {
  const account = await createSignedInAccount(db, new Date(), { type: 'operator', withPassword: true })
  const setup = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    type: 'operator',
    options: PHONE,
    path: '/dashboard/operator/suppliers',
  })
  await setup.page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor()
  await setup.page.getByLabel('Current password').fill(PASSWORD)
  await setup.page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
  const key = await setup.page.locator('[data-key]').getAttribute('data-key')
  await expectSoundOnBoth(setup.page)
  await setup.page.getByLabel('Code', { exact: true }).fill(generateCode(key ?? '', new Date()))
  await setup.page.getByRole('button', { name: 'Turn on' }).click()
  const codes = setup.page.getByRole('list', { name: 'Recovery codes' })
  await codes.waitFor()
  const [recoveryCode = ''] = await codes.getByRole('listitem').allInnerTexts()
  await expectSoundOnBoth(setup.page)
  await setup.page.getByRole('button', { name: 'I’ve saved these codes' }).click()
  await setup.page.getByRole('heading', { name: 'Suppliers' }).waitFor()
  await setup.close()

  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/login?next=/dashboard/security`,
    options: DESKTOP,
  })
  await waitForHydration(page)
  await page.evaluate("localStorage.setItem('hasShownPopup', 'true')")
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Email').fill(account.email)
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByLabel('I accept the terms and conditions').check()
  await form.getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two-factor sign-in' })
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await dialog.getByRole('alert').getByText('This code is wrong.').waitFor()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabel('Recovery code').fill(recoveryCode)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await getToast(page, 'success', `Welcome, ${account.firstName}.`).waitFor()
  await page.getByText('9 recovery codes are left.').waitFor()
  await expectSoundOnBoth(page)
  // Only the wrong code is logged.
  expect(errors).toEqual([expect.stringContaining('400')])
  await close()
})
