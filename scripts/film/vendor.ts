import type { Browser, BrowserContext } from 'playwright-core'
import { waitUntil } from '#tests/shop/running-shop.ts'

const MEI = {
  role: 'vendor',
  firstName: 'Mei',
  lastName: 'Tan',
  email: 'mei@vendor.example',
  companyName: 'Tan & Daughters',
  password: 'amber over slate',
}

/** Returns a browser context with a signed-in vendor of a verified account, past the first steps. */
export async function createVendorContext(browser: Browser, url: string): Promise<BrowserContext> {
  // The account exists if this shop was filmed before.
  const userData = await signIn(url).catch(async () => {
    await signUp(url)
    return signIn(url)
  })
  const user = { ...Object(userData), loginTimestamp: Date.now(), originDomain: url }
  const localStorage = [
    { name: 'user', value: JSON.stringify(user) },
    { name: 'hasShownPopup', value: 'true' },
  ]
  return browser.newContext({
    // A film of 1280 by 720 pixels, in which letters are a ninth larger.
    viewport: { width: 1152, height: 648 },
    deviceScaleFactor: 1280 / 1152,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
}

async function signIn(url: string): Promise<unknown> {
  const { email, password } = MEI
  return Reflect.get(await send(url, '/users/login', { email, password }), 'userData')
}

async function signUp(url: string): Promise<void> {
  const { id } = Object(Reflect.get(await send(url, '/users/signup', MEI), 'user'))
  await send(url, '/users/verifyOTP', { id, otp: await readEmailedCode(url) })
}

async function readEmailedCode(url: string): Promise<string> {
  let code: string | undefined
  await waitUntil('the code is mailed', async () => {
    const answer = await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(MEI.email)}`)
    const [email]: { text: string }[] = JSON.parse(await answer.text())
    code = /^ {2}(\d{6})$/m.exec(email?.text ?? '')?.[1]
    return code !== undefined
  })
  return code ?? ''
}

async function send(url: string, path: string, data: object): Promise<object> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify({ data }) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return Object(await answer.json())
}
