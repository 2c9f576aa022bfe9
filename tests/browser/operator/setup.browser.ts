import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { deriveKey } from '#platform/security/sealing.ts'
import { SHARED_SECRETS_KEY } from '#tests/shop/running-shop.ts'
import { openPage } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth } from '../supplier/console-steps.ts'

const { shop, browser } = await startBrowserShop()

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="160"><circle cx="80" cy="80" r="60" fill="#0a6b4f"/>
<text x="170" y="105" font-size="72" font-family="serif" fill="#8a6a20">Northern</text></svg>`

const drawLogo = (): Promise<Buffer> => sharp(Buffer.from(LOGO)).png().toBuffer()

test('the setup link creates the first operator, who sets a logo, a deadline and the text of an email, on a phone and a desktop', async () => {
  const token = await deriveKey(
    { secretsKey: Buffer.from(SHARED_SECRETS_KEY, 'base64'), dataDir: shop.dataDir },
    'operator-setup',
  )
  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/signup?setup=${token}`,
    options: PHONE,
  })
  await page.getByRole('heading', { level: 1, name: 'Set up your shop' }).waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Email is required').first().waitFor()
  await page.getByLabel('First name').fill('Ola')
  await page.getByLabel('Last name').fill('Berg')
  await page.getByLabel('Email', { exact: true }).fill('ola@ops.example')
  await page.getByLabel('Password', { exact: true }).fill('seven green lanterns')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()

  await page.getByLabel('Email', { exact: true }).fill('ola@ops.example')
  await page.getByLabel('Password', { exact: true }).fill('seven green lanterns')
  await page.getByLabel('I accept the terms').check()
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('heading', { name: 'Set up your shop' }).waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('link', { name: 'Set up: Shop and company' }).click()
  await page.getByLabel('Shop name').fill('Northern Light')
  const logo = await drawLogo()
  await page
    .getByLabel('Choose a logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await page.getByRole('img', { name: 'Your logo' }).waitFor()
  // The typed values remain.
  expect(await page.getByLabel('Shop name').inputValue()).toBe('Northern Light')
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('link', { name: 'Deadlines' }).click()
  const returns = page.getByLabel('Buyer sends items back within')
  await returns.fill('13')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('By EU law, buyers have at least 14 days').waitFor()
  await expectSoundOnBoth(page)
  await returns.fill('30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter your password' })
  await dialog.getByLabel('Password', { exact: true }).fill('seven green lanterns')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Buyer sends items back within: 21 → 30 days').waitFor()
  await wordEmail(page)
  await agreeFees(page)
  await page.goto(`${shop.url}/terms`)
  await page.getByRole('banner').getByRole('img', { name: 'Cabochon' }).waitFor()
  await expectSoundOnBoth(page)
  // The 403 that asked for the password.
  expect(errors).toEqual([expect.stringContaining('403')])
  await close()
})

/** Words an email and sends a test of it; a placeholder that it does not have is refused. */
async function wordEmail(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Emails' }).click()
  await page.getByRole('heading', { name: 'To shoppers' }).waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('link', { name: 'Order confirmed' }).click()
  const preview = page.frameLocator('iframe[title="Preview of the email"]')
  await preview.getByText('Thank you, Mei.').waitFor()
  await page.getByLabel('Heading').fill('Hello {{name}}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('{{name}} isn’t a placeholder of this email').first().waitFor()
  await expectSoundOnBoth(page)
  await page.getByLabel('Heading').fill('Takk, {{firstName}} <3')
  await preview.getByText('Takk, Mei <3').waitFor()
  await page.getByRole('button', { name: 'Plain text' }).click()
  await page.getByText('Takk, Mei <3').last().waitFor()
  await page.getByRole('button', { name: 'Send a test to yourself' }).click()
  await page.getByText('Test sent to ola@ops.example.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Heading: Thank you, {{firstName}}. → Takk, {{firstName}} <3').waitFor()
  await expectSoundOnBoth(page)
}

/** Sets the fee of a provider; something that is no percentage is refused. */
async function agreeFees(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Fees and currency' }).click()
  const percent = page.getByLabel('Sandbox: percent of the payment')
  await percent.fill('three')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Enter a percentage from 0 to 100, such as 3.4').waitFor()
  await expectSoundOnBoth(page)
  await percent.fill('3.4')
  await page.getByLabel('Sandbox: fixed amount').fill('0.50')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('sandbox: not checked → 3.4% and $0.50').waitFor()
  await expectSoundOnBoth(page)
}
