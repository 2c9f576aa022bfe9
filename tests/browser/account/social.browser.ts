import type { Page, Route } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { FACEBOOK_APP, startFakeFacebook } from '#tests/fakes/facebook.ts'
import { GOOGLE_CLIENT_ID, startFakeGoogle } from '#tests/fakes/google.ts'
import { readEmailedCode } from '#tests/fakes/social.ts'
import { createSignedInAccount, PASSWORD } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { listAxeErrors, DESKTOP, freshPage, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { GOOGLE_SCRIPT, stubProviders } from '../steps/provider-stubs.ts'
import { waitForHydration, getToast } from '../shop/storefront.ts'

const [google, facebook] = [await startFakeGoogle(), await startFakeFacebook()]
afterAll(() => Promise.all([google.close(), facebook.close()]))

const { shop, db, browser } = await startBrowserShop({
  GOOGLE_CLIENT_ID,
  GOOGLE_KEYS_URL: google.url,
  FACEBOOK_APP_ID: FACEBOOK_APP.id,
  FACEBOOK_APP_SECRET: FACEBOOK_APP.secret,
  FACEBOOK_GRAPH_URL: facebook.url,
})

/** Opens the sign-in page, whose provider buttons hydrate late and then request their options. */
async function openLogin(page: Page): Promise<void> {
  const options = page.waitForResponse('**/users/signInOptions')
  await page.goto(`${shop.url}/login`)
  await options
}

const ourButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const googlesButton = (page: Page) => page.getByRole('button', { name: 'Sign in with Google. Opens' })
const skipFirstSteps = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click()
/** Accepts the terms, which a sign-in with a provider asks for once. */
const acceptTerms = (page: Page) =>
  page
    .getByRole('dialog', { name: 'Accept our terms' })
    .getByRole('button', { name: 'Accept and continue' })
    .click()
const storedUser = (page: Page): Promise<Record<string, unknown> | undefined> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null') ?? undefined)

test('Google’s button appears once its script has loaded, signs in, and stores the session [LOGIN-06, LOGIN-17, STATE-06]', async () => {
  const { page, errors, close } = await freshPage(browser, DESKTOP)
  const fetched = await stubProviders(page, google)
  await page.goto(shop.url)
  await waitForHydration(page)
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await googlesButton(page).waitFor()
  expect(fetched).toEqual(['google'])
  await ourButton(page, 'Sign in with Facebook').waitFor()

  await page.evaluate(() => void Reflect.set(window, 'googleAnswer', {}))
  await googlesButton(page).click()
  await getToast(page, 'error', 'No credential received from Google').waitFor()
  await page.evaluate(() => Reflect.deleteProperty(window, 'googleAnswer'))
  await googlesButton(page).click()
  await acceptTerms(page)
  await skipFirstSteps(page)
  await page.waitForURL(`${shop.url}/`)
  expect(await storedUser(page)).toMatchObject({
    email: 'mei.tan@gmail.com',
    firstName: 'Mei',
    type: 'vendor',
    originDomain: shop.url,
    loginTimestamp: expect.any(Number),
  })
  expect(errors).toEqual([])
  await close()
})

test('shows the documented messages when Google fails [LOGIN-18, LOGIN-19]', async () => {
  const { page, close } = await freshPage(browser, DESKTOP)
  await stubProviders(page, google)
  const cutOff = (route: Route) => route.abort()
  await page.route(GOOGLE_SCRIPT, cutOff)
  await openLogin(page)
  await ourButton(page, 'Sign in with Google').click()
  await getToast(page, 'error', 'Error initializing Google Sign-In.').waitFor()

  await page.unroute(GOOGLE_SCRIPT, cutOff)
  await page.reload()
  await page.evaluate(() => void Reflect.set(window, 'googleAnswer', { credential: 'e30.e30.forged' }))
  await googlesButton(page).click()
  await getToast(page, 'error', 'Google login failed. Please try again.').waitFor()
  expect(await storedUser(page)).toBeUndefined()
  await close()
})

test('a shop without providers shows the buttons, and an error when they are used [LOGIN-26]', async () => {
  const { page, close } = await freshPage(browser, PHONE)
  const fetched = await stubProviders(page, google)
  const nothing = { success: true, message: '', google: null, facebook: null }
  await page.route('**/users/signInOptions', (route) => route.fulfill({ json: nothing }))
  await openLogin(page)
  await ourButton(page, 'Sign in with Google').click()
  await getToast(page, 'error', 'Google login failed. Please try again.').waitFor()
  await ourButton(page, 'Sign in with Facebook').click()
  await getToast(page, 'error', 'Facebook login failed. Please try again.').waitFor()
  expect(fetched).toEqual([])
  await close()
})

test('Facebook: cancelled, then signed in with an emailed code for an unproved address [LOGIN-20]', async () => {
  const { page, errors, close } = await freshPage(browser, PHONE)
  await stubProviders(page, google)
  facebook.token('EAAB_mei', { me: { email: undefined } })
  await openLogin(page)
  await googlesButton(page).waitFor()
  const answers = (login: object) =>
    page.evaluate((grantedToken) => void Reflect.set(window, 'facebook', grantedToken), {
      login,
      profile: { id: '10150000000000001', name: 'Mei Tan' },
    })

  await answers({ status: 'unknown', authResponse: null })
  await ourButton(page, 'Sign in with Facebook').click()
  await getToast(page, 'error', 'Facebook login failed. Please try again.').waitFor()
  expect(await page.evaluate(() => Reflect.get(window, 'facebookLoginOptions'))).toEqual({
    scope: 'public_profile,email',
  })
  expect(errors.some((text) => text.includes('SignInCancelled'))).toBe(true)

  await answers({
    status: 'connected',
    authResponse: { accessToken: 'EAAB_mei', userID: '10150000000000001' },
  })
  await ourButton(page, 'Sign in with Facebook').click()
  const email = page.getByRole('form', { name: 'Your email address' })
  await email.getByLabel('Email').fill('Mei@Home.example')
  await email.getByRole('button', { name: 'Continue' }).click()
  const code = page.getByRole('form', { name: 'Confirm your email address' })
  await code.getByText('m•••@home.example').waitFor()
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  await code.getByLabel('Code').fill('000000')
  await code.getByRole('button', { name: 'Continue' }).click()
  await code.getByText('Incorrect code.').waitFor()
  await code.getByLabel('Code').fill(await readEmailedCode(db, 'mei@home.example'))
  await code.getByRole('button', { name: 'Continue' }).click()
  await acceptTerms(page)
  await skipFirstSteps(page)
  await page.waitForURL(`${shop.url}/`)
  expect(await storedUser(page)).toMatchObject({ email: 'mei@home.example', firstName: 'Mei' })
  await close()
})

test('one click on a role signs in to the demo, and the supplier opens the console', async () => {
  const supplier = await createTestSupplier(db)
  const { email } = await createSignedInAccount(db, new Date(), {
    type: 'manufacturer',
    owns: supplier,
    withPassword: true,
  })
  const demo = { password: PASSWORD, accounts: [{ role: 'supplier', email }] }
  const { page, errors, close } = await freshPage(browser, PHONE)
  await page.route('**/users/signInOptions', (route) =>
    route.fulfill({ json: { success: true, message: '', google: null, facebook: null, demo } }),
  )
  await openLogin(page)
  const offer = page.getByRole('region', { name: 'Look around the demo' })
  await offer.getByRole('button', { name: /^Supplier/ }).waitFor()
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  await offer.getByRole('button', { name: /^Supplier/ }).focus()
  await page.keyboard.press('Enter')
  await acceptTerms(page)
  await skipFirstSteps(page)
  await page.waitForURL(/\/dashboard\/supplier$/)
  expect(errors).toEqual([])
  await close()
})
