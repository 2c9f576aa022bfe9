import { expect, test } from 'vitest'
import { findFreePort } from '#database/embedded/embedded-server.ts'
import { createSignedInAccount, PASSWORD } from '#tests/shop/accounts.ts'
import { getToast, openPage, waitForHydration } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth } from '../supplier/console-steps.ts'

// Passkeys belong to a domain name, so an IP address cannot have any.
const port = String(await findFreePort())
const url = `http://localhost:${port}`
const { db, browser } = await startBrowserShop({ PORT: port, PUBLIC_URL: url })

test('a supplier adds a passkey, signs in with it, and removes it, on a phone and a desktop', async () => {
  const account = await createSignedInAccount(db, new Date(), { type: 'manufacturer', withPassword: true })
  const { page, close } = await openPage(browser, {
    address: `${url}/login?next=/dashboard/security`,
    options: PHONE,
  })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })

  await waitForHydration(page)
  await page.evaluate("localStorage.setItem('hasShownPopup', 'true')")
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await getToast(page, 'error', 'No passkey was used.').waitFor()
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Email').fill(account.email)
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByLabel('I accept the terms and conditions').check()
  await form.getByRole('button', { name: 'Sign In' }).click()

  await page.getByRole('button', { name: 'Accept and continue' }).click()
  await page.getByText('You have no passkeys yet.').waitFor()
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('My phone')
  await page
    .locator('form')
    .filter({ has: page.getByLabel('Name', { exact: true }) })
    .getByLabel('Current password')
    .fill(PASSWORD)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  // The exact name, as the example below the field contains it.
  await page.getByRole('button', { name: 'Remove My phone' }).waitFor()
  await expectSoundOnBoth(page)

  await page.context().clearCookies()
  await page.evaluate('localStorage.clear()')
  await page.evaluate("localStorage.setItem('hasShownPopup', 'true')")
  await page.goto(`${url}/login?next=/dashboard/security`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('last used').waitFor()
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  const removal = page.locator('form').filter({ hasText: 'will no longer sign in' })
  await removal.getByLabel('Current password').fill(PASSWORD)
  await removal.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('You have no passkeys yet.').waitFor()
  expect(await page.getByText('My phone').count()).toBe(0)
  await close()
})
