import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createShopCall, holdRequests } from '../steps/checkout-steps.ts'
import { DESKTOP, expectAccessible, PHONE } from '../steps/chromium.ts'
import {
  createVerifiedAccount,
  readNewestCode,
  fillSignIn,
  fillSignUp,
  MEI,
  type Newcomer,
  paste,
  getFilmSource,
  recordRequests,
  sessionCookies,
  signInOnPage,
  storedUser,
} from '../steps/account-steps.ts'
import { waitForHydration, openPage, getToast } from '../shop/storefront.ts'

const { shop, browser } = await startBrowserShop({ DASHBOARD_URL: 'https://office.example/home' })

test('a vendor signs up on a phone from the checkout: shows missing fields, then opens the code page [SIGNUP-03, SIGNUP-11, SIGNUP-13, SIGNUP-14, OTP-07, OTP-13]', async () => {
  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/signup?next=/checkout`,
    options: PHONE,
  })
  await expectAccessible(page)
  const requests = recordRequests(page)
  await page.getByRole('form', { name: 'Sign up' }).getByRole('button', { name: 'Sign Up' }).click()
  for (const errorText of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Password is required',
  ])
    await getToast(page, 'error', errorText).waitFor()
  expect(await page.getByLabel('First name').evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await page.getByLabel('Company name').isVisible()).toBe(true)
  expect(requests).toEqual([])
  const send = await fillSignUp(page, MEI)
  await page.getByLabel('Company name').fill('Tan & Daughters')
  const release = await holdRequests(page, '**/users/signup')
  await send.click()
  expect(await page.getByRole('button', { name: 'Processing...' }).isDisabled()).toBe(true)
  release()
  await page.waitForURL(/\/otp\/usr_[0-9a-f]{32}\?next=%2Fcheckout$/)
  // Errors disappear once their fields are filled in.
  await getToast(page, 'error', 'First name is required').waitFor({ state: 'detached', timeout: 3_000 })
  await waitForHydration(page)
  await expectAccessible(page)
  const field = page.getByLabel('Six-digit code')
  await field.pressSequentially('x1y2')
  expect(await field.inputValue()).toBe('12')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('alert').filter({ hasText: 'Please enter a valid 6-digit OTP' }).waitFor()
  expect(requests).toEqual(['/users/signup'])
  expect(errors).toEqual([])
  await close()
})

test('a rejected or failed sign-up shows the error and keeps the form, for both roles [SIGNUP-15, SIGNUP-16, SIGNUP-17]', async () => {
  const existingAccount: Newcomer = { ...MEI, email: 'taken@users.example' }
  await createVerifiedAccount(shop.url, existingAccount)
  for (const role of ['Manufacturer', 'Vendor']) {
    const { page, close } = await openPage(browser, { address: `${shop.url}/signup`, options: DESKTOP })
    await page.getByRole('radio', { name: role }).check()
    const send = await fillSignUp(page, existingAccount)
    await send.click()
    await getToast(page, 'error', 'This email is already registered.').waitFor()
    await page.route('**/users/signup', (route) => route.abort())
    await send.click()
    await getToast(page, 'error', 'Something went wrong! Please Try again.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/signup')
    expect(await page.getByRole('form', { name: 'Sign up' }).getByLabel('Email').inputValue()).toBe(
      existingAccount.email,
    )
    expect(await storedUser(page)).toBeNull()
    await close()
  }
})

test('the emailed code leads to sign-in and back to checkout, and sets storage, cookies and menu [OTP-02, OTP-09, OTP-10, OTP-13, LOGIN-11, STATE-06, STATE-07, ENT-01, CHK-33, HDR-20, HDR-21, PROD-12, CONST-03, CONST-04]', async () => {
  const noa: Newcomer = { ...MEI, firstName: 'Noa', email: 'noa@users.example' }
  const { user } = await createShopCall(shop.url)('POST /users/signup', { body: { data: noa } })
  const code = await readNewestCode(shop.url, noa.email)
  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/otp/${user.id}?next=/checkout`,
    options: PHONE,
  })
  const field = page.getByLabel('Six-digit code')
  // A rejected code is cleared for the next one.
  await field.fill(code === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Incorrect code' }).first().waitFor()
  expect(await field.inputValue()).toBe('')
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  errors.length = 0
  await paste(field, ` ${code.slice(0, 3)} ${code.slice(3)}\n`)
  expect(await field.inputValue()).toBe(code)
  const verified = page.waitForRequest('**/users/verifyOTP')
  await page.getByRole('button', { name: 'Submit' }).click()
  expect((await verified).postDataJSON()).toEqual({ data: { id: user.id, otp: code } })
  await page.waitForURL('**/login?next=%2Fcheckout')
  await signInOnPage(page, noa)
  await getToast(page, 'success', 'Welcome, Noa.').waitFor()
  await page.waitForURL('**/checkout')
  expect(await storedUser(page)).toMatchObject({ ...STORED_USER, email: noa.email, originDomain: shop.url })
  expect(await sessionCookies(page.context())).toEqual(['authToken / Lax 1d', 'refreshToken / Lax 7d'])
  await page.getByRole('button', { name: 'Open menu' }).click()
  const account = page.getByRole('region', { name: 'Account' })
  await account.getByText('Noa Tan').waitFor()
  const dashboard = account.getByRole('link', { name: 'My Dashboard' })
  expect(await dashboard.getAttribute('href')).toBe(`https://office.example/home?id=${user.id}`)
  expect(await dashboard.getAttribute('target')).toBe('_blank')
  await account.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL(`${shop.url}/`)
  expect(await storedUser(page)).toBeNull()
  expect(errors).toEqual([])
  await close()
})

const STORED_USER = {
  accessToken: expect.any(String),
  refreshToken: expect.any(String),
  firstName: 'Noa',
  lastName: 'Tan',
  type: 'vendor',
  id: expect.stringMatching(/^usr_[0-9a-f]{32}$/),
  isActive: true,
  loginTimestamp: expect.any(Number),
}

test('a manufacturer has no company fields, and an unverified sign-in opens the code page with a resend countdown [SIGNUP-01, SIGNUP-03, LOGIN-13, OTP-04, OTP-05, OTP-06, OTP-08, OTP-10]', async () => {
  const kim: Newcomer = { ...MEI, role: 'manufacturer', firstName: 'Kim', email: 'kim@users.example' }
  const { page, close } = await openPage(browser, { address: `${shop.url}/signup`, options: DESKTOP })
  await page.getByRole('radio', { name: 'Manufacturer' }).check()
  expect(await page.getByLabel('Company name').isVisible()).toBe(false)
  await fillSignUp(page, kim)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/otp/usr_*')
  await page.goto(`${shop.url}/login`)
  await waitForHydration(page)
  await page.clock.install()
  await signInOnPage(page, kim)
  await getToast(page, 'info', 'verif').waitFor()
  await page.waitForURL('**/otp/usr_*')
  const resend = page.getByRole('button', { name: /^Resend/ })
  await resend.filter({ hasText: /^Resend \((60|59)s\)$/ }).waitFor()
  const secondsBefore = await readSeconds(resend)
  await page.clock.runFor(2_000)
  expect(await readSeconds(resend)).toBeLessThan(secondsBefore)
  expect(await resend.isDisabled()).toBe(true)
  await page.clock.runFor(60_000)
  await resend.filter({ hasText: /^Resend$/ }).waitFor()
  // The server still refuses another code.
  const refused = page.waitForResponse('**/users/resendOTP')
  await resend.click()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  expect((await refused).request().postDataJSON()).toEqual({ data: { id } })
  const { message }: { message: string } = await (await refused).json()
  await page.getByRole('alert').filter({ hasText: message }).first().waitFor()
  await getToast(page, 'error', message).waitFor()
  await page.route('**/users/resendOTP', (route) =>
    route.fulfill({ json: { success: true, message: 'Sent.' } }),
  )
  await resend.click()
  await getToast(page, 'success', 'Sent.').waitFor()
  expect(await readSeconds(resend)).toBeGreaterThan(55)
  await page.getByLabel('Six-digit code').fill(await readNewestCode(shop.url, kim.email))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  await signInOnPage(page, kim)
  await page.waitForURL(`${shop.url}/`)
  expect(await storedUser(page)).toMatchObject({ type: 'manufacturer', firstName: 'Kim' })
  await close()
})

/** Returns the seconds of 'Resend (59s)'. */
async function readSeconds(resend: Locator): Promise<number> {
  return Number(/\d+/.exec((await resend.textContent()) ?? '')?.[0])
}

test('a vendor’s first sign-in shows the first steps with their film once, and closing them leads home [LOGIN-12, DLG-01, DLG-03, DLG-04, DLG-05, DLG-08, DLG-09, ENT-19]', async () => {
  const liv: Newcomer = { ...MEI, firstName: 'Liv', email: 'liv@users.example' }
  await createVerifiedAccount(shop.url, liv)
  const { page, errors, close } = await openPage(browser, { address: `${shop.url}/login`, options: DESKTOP })
  await fillSignIn(page, liv)
  const dialog = page.getByRole('dialog', { name: 'Welcome, Liv' })
  await dialog.getByText('step 1 of 4').waitFor()
  expect(await getFocusedText(page)).toBe('Integrate the store')
  await expectAccessible(page)
  expect(await getFilmSource(page)).toEqual({ plays: true, cues: true })

  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByText('step 2 of 4').waitFor()
  expect(await getFocusedText(page)).toBe('Link and sync products')
  await dialog.getByRole('button', { name: '1. Integrate the store, done' }).waitFor()
  expect(await page.evaluate("localStorage.getItem('firstSteps')")).toContain('"step":1,"completed":[0]')
  // The browser's own dialog traps the focus, so the page behind it cannot be reached.
  for (let presses = 0; presses < 14; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').and(page.locator(':not(dialog *)')).count()).toBe(0)
  }
  // A storage change in another tab does not close the dialog.
  const otherTab = await page.context().newPage()
  await otherTab.goto(`${shop.url}/404`)
  await otherTab.evaluate("localStorage.setItem('something', '1')")
  await otherTab.close()
  await dialog.getByRole('button', { name: 'Reset Progress' }).click()
  await dialog.getByText('step 1 of 4').waitFor()
  expect(await dialog.getByRole('button', { name: ', done' }).count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/login')
  await page.keyboard.press('Escape')
  await page.waitForURL(`${shop.url}/`)
  expect(await listStoredKeys(page)).toEqual([
    'deviceKey',
    'hasAcceptedTerms',
    'hasShownPopup',
    'something',
    'user',
  ])

  await signInAgain(page, liv)
  await getToast(page, 'success', 'Welcome, Liv.').waitFor()
  await page.waitForURL(`${shop.url}/`)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

/** Ends the session, and signs in to the same account again. */
async function signInAgain(page: Page, newcomer: Newcomer): Promise<void> {
  await page.evaluate("localStorage.removeItem('user')")
  await page.goto(`${shop.url}/login`)
  await waitForHydration(page)
  await fillSignIn(page, newcomer)
}

/** Returns the text of the focused element. */
function getFocusedText(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.textContent ?? null)
}

function listStoredKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).toSorted())
}

test('a manufacturer completes four own steps on a phone, and opens the dashboard in a new tab [DLG-04, DLG-07, DLG-08, DLG-11]', async () => {
  const bo: Newcomer = { ...MEI, role: 'manufacturer', firstName: 'Bo', email: 'bo@users.example' }
  await createVerifiedAccount(shop.url, bo)
  const { page, errors, close } = await openPage(browser, { address: `${shop.url}/login`, options: PHONE })
  await page.context().route('https://office.example/**', (route) => route.fulfill({ body: 'The office' }))
  await fillSignIn(page, bo)
  const dialog = page.getByRole('dialog', { name: 'Welcome, Bo' })
  for (const [place, title] of [
    'Integrate the store',
    'Sync all products',
    'Products show on both sides',
    'Ship after the vendor pays',
  ].entries()) {
    await dialog.getByRole('heading', { name: title }).waitFor()
    await dialog.getByText(`step ${place + 1} of 4`).waitFor()
    await expectAccessible(page)
    if (place < 3) await dialog.getByRole('button', { name: 'Next' }).click()
  }
  expect(await dialog.getByRole('button', { name: 'Next' }).count()).toBe(0)
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('button', { name: 'Go to Dashboard' }).click()
  const { id } = (await storedUser(page)) ?? {}
  await expect.poll(async () => (await opened).url()).toBe(`https://office.example/home?id=${String(id)}`)
  await page.waitForURL(`${shop.url}/`)
  expect(await listStoredKeys(page)).toEqual(['deviceKey', 'hasAcceptedTerms', 'hasShownPopup', 'user'])
  expect(errors).toEqual([])
  await close()
})
