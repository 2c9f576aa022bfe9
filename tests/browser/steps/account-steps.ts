import type { BrowserContext, Locator, Page } from 'playwright-core'
import { waitUntil } from '#tests/shop/running-shop.ts'
import { createShopCall } from './checkout-steps.ts'

/** A new or existing account with its password. */
export type Newcomer = Readonly<{
  role: 'vendor' | 'manufacturer'
  firstName: string
  lastName: string
  email: string
  password: string
}>

/** A vendor who can sign up; other accounts derive from it. */
export const MEI: Newcomer = {
  role: 'vendor',
  firstName: 'Mei',
  lastName: 'Tan',
  email: 'mei@customers.example',
  password: 'amber over slate',
}

type EmailData = Readonly<{ text: string; links: readonly string[] }>

/** Returns the newest email to an address, once there are `count`. */
export async function readNewestEmail(url: string, to: string, count = 1): Promise<EmailData> {
  let emails: EmailData[] = []
  await waitUntil(`${count} emails to ${to}`, async () => {
    const answer = await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(to)}`)
    emails = JSON.parse(await answer.text())
    return emails.length >= count
  })
  const [newest] = emails
  if (!newest) throw new Error(`there is no mail to ${to}`)
  return newest
}

/** Returns the code of six digits in the newest email to an address. */
export async function readNewestCode(url: string, to: string, count = 1): Promise<string> {
  const { text } = await readNewestEmail(url, to, count)
  const code = /^ {2}(\d{6})$/m.exec(text)?.[1]
  if (!code) throw new Error(`no code was mailed to ${to}`)
  return code
}

/** Creates a verified account, without a browser. */
export async function createVerifiedAccount(url: string, newcomer: Newcomer): Promise<void> {
  const call = createShopCall(url)
  const { user } = await call('POST /users/signup', { body: { data: newcomer } })
  const otp = await readNewestCode(url, newcomer.email)
  await call('POST /users/verifyOTP', { body: { data: { id: user.id, otp } } })
}

/** Fills in the sign-up form with its selected role, and returns its button. */
export async function fillSignUp(page: Page, newcomer: Newcomer): Promise<Locator> {
  const form = page.getByRole('form', { name: 'Sign up' })
  await form.getByLabel('First name').fill(newcomer.firstName)
  await form.getByLabel('Last name').fill(newcomer.lastName)
  await form.getByLabel('Email').fill(newcomer.email)
  await form.getByLabel('Password', { exact: true }).fill(newcomer.password)
  return form.getByRole('button', { name: 'Sign Up' })
}

/** Pastes a text into the focused field, as from an email. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

type Credentials = Pick<Newcomer, 'email' | 'password'>

/** Signs in by the form, in a browser that has shown the first steps before. */
export async function signInOnPage(page: Page, credentials: Credentials): Promise<void> {
  await page.evaluate("localStorage.setItem('hasShownPopup', 'true')")
  await fillSignIn(page, credentials)
}

/** Fills the sign-in form and presses its button. */
export async function fillSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByLabel('I accept the terms and conditions').check()
  await form.getByRole('button', { name: 'Sign In' }).click()
}

/** Returns the signed-in user that the browser has stored. */
export async function storedUser(page: Page): Promise<Record<string, unknown> | null> {
  const raw: unknown = await page.evaluate("localStorage.getItem('user')")
  return typeof raw === 'string' ? JSON.parse(raw) : null
}

/** Returns the names and days of the session's cookies. */
export async function sessionCookies(context: BrowserContext): Promise<string[]> {
  const cookies = await context.cookies()
  return cookies
    .filter(({ name }) => ['authToken', 'refreshToken'].includes(name))
    .map(({ name, path, sameSite, expires }) => {
      const days = Math.round((expires * 1000 - Date.now()) / 86_400_000)
      return `${name} ${path} ${sameSite} ${days}d`
    })
    .toSorted()
}

/** Records the paths of a page's requests from now on. */
export function recordRequests(page: Page): string[] {
  const requests: string[] = []
  page.on(
    'request',
    (request) => request.method() === 'POST' && requests.push(new URL(request.url()).pathname),
  )
  return requests
}

/** Starts the film muted, and waits until it plays and its captions have loaded. */
export function getFilmSource(page: Page): Promise<unknown> {
  return page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.muted = true
    await video.play()
    const deadline = Date.now() + 20_000
    const cues = (): number => video.textTracks[0]?.cues?.length ?? 0
    while ((video.currentTime === 0 || cues() === 0) && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50))
    video.pause()
    return { plays: video.currentTime > 0 && video.duration > 20, cues: cues() > 4 }
  })
}
