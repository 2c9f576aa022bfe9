import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { holdRequests, withLocalStorage } from '../steps/checkout-steps.ts'
import { DESKTOP, expectAccessible, PHONE } from '../steps/chromium.ts'
import {
  createVerifiedAccount,
  readNewestCode,
  type Newcomer,
  readNewestEmail,
  recordRequests,
  sessionCookies,
  signInOnPage,
  storedUser,
  MEI,
} from '../steps/account-steps.ts'
import { waitForHydration, openPage, getToast } from '../shop/storefront.ts'

const { shop, browser } = await startBrowserShop({ DASHBOARD_URL: 'https://office.example/home' })

const ADA: Newcomer = { ...MEI, firstName: 'Ada', email: 'ada@users.example' }

test('does not send an incomplete sign-in, rejects a wrong one, and reports a connection error [LOGIN-03, LOGIN-08, LOGIN-09, LOGIN-10, LOGIN-15, LOGIN-16]', async () => {
  const { page, close } = await openPage(browser, { address: `${shop.url}/login`, options: DESKTOP })
  await expectAccessible(page)
  const form = page.getByRole('form', { name: 'Sign in' })
  const send = form.getByRole('button', { name: 'Sign In' })
  const requests = recordRequests(page)
  await send.click()
  await getToast(page, 'error', 'Please fill in all fields').waitFor()
  await form.getByText('Please fill in all fields').waitFor()
  await form.getByLabel('Email').fill('nobody@users.example')
  await form.getByLabel('Password', { exact: true }).fill('granite under moss')
  await send.click()
  await getToast(page, 'error', 'Please accept terms and conditions').waitFor()
  await form.getByText('Please accept terms and conditions').waitFor()
  expect(requests).toEqual([])
  await form.getByRole('button', { name: 'Show password' }).click()
  expect(await form.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
  await form.getByLabel('I accept the terms and conditions').check()
  const release = await holdRequests(page, '**/users/login')
  await send.click()
  expect(await form.getByRole('button', { name: 'Logging in...' }).isDisabled()).toBe(true)
  release()
  await getToast(page, 'error', 'User not found').waitFor()
  await form.getByText('User not found').waitFor()
  expect(await form.getByLabel('Password', { exact: true }).inputValue()).toBe('granite under moss')
  await expectAccessible(page)
  await page.route('**/users/login', (route) => route.abort(), { times: 1 })
  await send.click()
  await getToast(page, 'error', 'Login failed. Please check your credentials. Failed to fetch').waitFor()
  expect(await storedUser(page)).toBeNull()
  await close()
})

test('every tab shows the signed-in account, sign-out applies to all tabs, and sign-in pages redirect home [HDR-17, HDR-18, HDR-19, STATE-10, STATE-11, ROUTE-12, ROLE-02, ROLE-03, CONST-02]', async () => {
  await createVerifiedAccount(shop.url, ADA)
  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/contact-us`,
    options: DESKTOP,
  })
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await signInOnPage(page, ADA)
  await page.waitForURL(`${shop.url}/`)
  const otherTab = await page.context().newPage()
  await otherTab.goto(`${shop.url}/login`)
  await otherTab.waitForURL(`${shop.url}/`)
  const name = page.getByRole('banner').getByRole('button', { name: 'Ada Tan' })
  await name.click()
  await expectAccessible(page)
  const dashboard = page.getByRole('banner').getByRole('link', { name: 'My Dashboard' })
  expect(await dashboard.getAttribute('href')).toMatch(
    /^https:\/\/office\.example\/home\?id=usr_[0-9a-f]{32}$/,
  )
  expect(await dashboard.getAttribute('target')).toBe('_blank')
  await page.keyboard.press('Escape')
  expect(await name.evaluate((button) => button === document.activeElement)).toBe(true)
  await otherTab.getByRole('banner').getByRole('button', { name: 'Ada Tan' }).click()
  await otherTab.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
  expect(await storedUser(page)).toBeNull()
  expect(await sessionCookies(page.context())).toEqual([])
  // A storage change without an event is detected within two seconds.
  await page.evaluate(`localStorage.setItem('user', JSON.stringify(${JSON.stringify(SOMEBODY)}))`)
  await name.waitFor({ timeout: 4_000 })
  expect(errors).toEqual([])
  await close()
})

const SOMEBODY = { id: 'usr_1', accessToken: 'x', refreshToken: 'x', firstName: 'Ada', lastName: 'Tan' }

test('the emailed link sets a new password, and the old one no longer works [FORGOT-03, FORGOT-04, FORGOT-07, FORGOT-08]', async () => {
  const eva: Newcomer = { ...MEI, firstName: 'Eva', email: 'eva@users.example' }
  await createVerifiedAccount(shop.url, eva)
  const { page, close } = await openPage(browser, {
    address: `${shop.url}/forget-password`,
    options: PHONE,
  })
  const resetButton = page.getByRole('button', { name: 'Reset Password' })
  await resetButton.click()
  await getToast(page, 'error', 'Email is required').waitFor()
  await page.getByLabel('Email', { exact: true }).fill('eva@users')
  await resetButton.click()
  await getToast(page, 'error', 'Invalid email format').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Email', { exact: true }).fill(eva.email)
  await resetButton.click()
  await getToast(page, 'success', 'Password reset link has been sent to your email').waitFor()
  await page.waitForURL('**/login')
  const { links } = await readNewestEmail(shop.url, eva.email, 2)
  const link = links.find((one) => one.includes('/forget-password?token='))
  await page.goto(link ?? '')
  await waitForHydration(page)
  await expectAccessible(page)
  await page.getByRole('form').getByLabel('New password').fill('granite under moss')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.waitForURL('**/login')
  await signInOnPage(page, eva)
  await getToast(page, 'error', 'User not found').waitFor()
  await signInOnPage(page, { ...eva, password: 'granite under moss' })
  await page.waitForURL(`${shop.url}/`)
  await close()
})

test('ignores a seventh digit of a code, and overwrites a digit after moving back [OTP-02]', async () => {
  const una: Newcomer = { ...MEI, firstName: 'Una', email: 'una@users.example' }
  await createVerifiedAccount(shop.url, una)
  const { page, close } = await openPage(browser, { address: `${shop.url}/login`, options: PHONE })
  await page.getByRole('form', { name: 'Sign in' }).getByLabel('Email').fill(una.email)
  await page.getByRole('button', { name: 'Sign in with a code' }).click()
  const code = page.getByLabel('Six-digit code')
  await code.pressSequentially('1234567')
  expect(await code.inputValue()).toBe('123456')
  await page.keyboard.press('8')
  expect(await code.inputValue()).toBe('123456')
  // The library selects a digit a moment after each key.
  await page.waitForFunction(() => String(getSelection()) === '6')
  await page.keyboard.press('ArrowLeft')
  await page.waitForFunction(() => String(getSelection()) === '5')
  await page.keyboard.press('9')
  expect(await code.inputValue()).toBe('123496')
  await close()
})

test('signs in with an emailed code, renews a token once for two tabs, and signs out when renewal fails [LOGIN-07, STATE-08, STATE-09]', async () => {
  const ida: Newcomer = { ...MEI, firstName: 'Ida', email: 'ida@users.example' }
  await createVerifiedAccount(shop.url, ida)
  const options = withLocalStorage(DESKTOP, shop.url, { hasShownPopup: 'true' })
  const { page, close } = await openPage(browser, { address: `${shop.url}/login`, options })
  const byCode = page.getByRole('button', { name: 'Sign in with a code' })
  await byCode.click()
  await getToast(page, 'info', 'Enter your email address').waitFor()
  await page.getByRole('form', { name: 'Sign in' }).getByLabel('Email').fill(ida.email)
  await byCode.click()
  await page.getByLabel('Six-digit code').fill(await readNewestCode(shop.url, ida.email, 2))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shop.url}/`)
  const otherTab = await page.context().newPage()
  await otherTab.goto(`${shop.url}/404`)
  await waitForHydration(otherTab)
  const userBefore = await storedUser(page)
  let renewals = 0
  page
    .context()
    .on('request', (request) => (renewals += Number(request.url().endsWith('/users/refreshToken'))))
  await refuseOldTokens(page.context())
  await page.evaluate(createUserJson("accessToken: 'over'"))
  await Promise.all([page, otherTab].map((tab) => search(tab)))
  expect(renewals).toBe(1)
  const userAfter = await storedUser(page)
  expect(userAfter).toMatchObject({ firstName: 'Ida', accessToken: expect.not.stringMatching('over') })
  expect(userAfter?.['refreshToken']).not.toBe(userBefore?.['refreshToken'])
  await page.context().clearCookies()
  await page.evaluate(createUserJson("accessToken: 'over', refreshToken: 'over'"))
  await searchBox(page).fill('another ring')
  await getToast(page, 'error', 'Your session has expired. Please sign in again.').waitFor()
  expect(await storedUser(page)).toBeNull()
  await close()
})

/** Returns a script that changes the stored user, as an expiry would. */
function createUserJson(fields: string): string {
  return `localStorage.setItem('user', JSON.stringify({ ...JSON.parse(localStorage.getItem('user')), ${fields} }))`
}

/** Makes the public search reject expired tokens, like calls that need a sign-in. */
async function refuseOldTokens(context: BrowserContext): Promise<void> {
  await context.route('**/shop/searchProduct', async (route) => {
    if ((await route.request().headerValue('authorization')) !== 'Bearer over') return route.continue()
    return route.fulfill({
      status: 401,
      json: { success: false, code: 'bad_token', message: 'Sign in again.' },
    })
  })
}

function searchBox(page: Page): Locator {
  return page.getByRole('banner').getByRole('combobox', { name: 'Search products' })
}

/** Searches, and waits for the successful answer. */
async function search(page: Page): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/shop/searchProduct') && response.ok(),
  )
  await searchBox(page).fill('ring')
  await searchBox(page).press('Enter')
  await answer
}
