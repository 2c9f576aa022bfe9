import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { DAY, HOUR, MINUTE } from '#core/time.ts'
import {
  toBearerHeader,
  readCode,
  readEmails,
  toWrongCode,
  SIGN_UP,
  signIn,
  parseUserData,
  createVerifiedAccountId,
} from '#tests/steps/sign-in.ts'
import { type ApiResponse, createTestShop } from '#tests/shop/shop.ts'
import { sql } from 'drizzle-orm'

// Production limits, behind a proxy that sends the client’s address.
const shop = await createTestShop({ LIMIT_FACTOR: '1', TRUST_PROXY: 'on' })

const { email } = SIGN_UP
/** The device key of the owner’s browser. */
const OWN_DEVICE = { 'x-device-key': 'AAECAwQFBgcICQoLDA0ODw' }

function fromAddress(address: string): Record<string, string> {
  return { 'x-forwarded-for': address }
}

function requestCode(headers: Record<string, string>): Promise<ApiResponse> {
  return shop.post('/users/sendLoginCode', { data: { email } }, headers)
}

function enterCode(otp: string, headers: Record<string, string>): Promise<ApiResponse> {
  return shop.post('/users/loginByCode', { data: { email, otp } }, headers)
}

/** Attacks an account from `networks` networks, in each until the limits refuse. */
async function attack(networks: number): Promise<void> {
  for (let network = 0; network < networks; network += 1) {
    const stranger = fromAddress(`203.0.113.${network}`)
    for (let call = 0; call < 11; call += 1) await signIn(shop, { password: 'a wrong one' }, stranger)
    for (const path of ['/users/sendLoginCode', '/users/forgotPassword'])
      for (let call = 0; call < 7; call += 1) await shop.post(path, { data: { email } }, stranger)
    for (let call = 0; call < 21; call += 1) await enterCode('000000', stranger)
  }
  await shop.work()
}

test('a stranger’s wrong passwords and code requests do not lock the owner out from another network', async () => {
  await createVerifiedAccountId(shop)
  await attack(1)
  const owner = fromAddress('198.51.100.1')
  expect((await signIn(shop, {}, owner)).status).toBe(200)
  shop.passTime(MINUTE)
  expect((await requestCode(owner)).status).toBe(200)
  expect((await enterCode(await readCode(shop, email), owner)).status).toBe(200)
  expect((await shop.post('/users/forgotPassword', { data: { email } }, owner)).status).toBe(200)
})

test('a device that signed in before can sign in while strangers in many networks exhaust the limits', async () => {
  await createVerifiedAccountId(shop)
  await createVerifiedAccountId(shop, { email: 'eve@shopper.example' })
  const eve = { ...fromAddress('203.0.113.200'), 'x-device-key': 'AAECAwQFBgcICQoLDA0OEv' }
  await signIn(shop, { email: 'eve@shopper.example' }, eve)
  const user = parseUserData(await signIn(shop, {}, { ...fromAddress('198.51.100.1'), ...OWN_DEVICE }))
  await attack(11)
  // Neither another network nor a device known to another account helps.
  for (const stranger of [fromAddress('198.51.100.2'), { ...eve, ...fromAddress('198.51.100.3') }])
    expect((await signIn(shop, {}, stranger)).status).toBe(429)
  // A signed-in user can still enter the password.
  const confirmed = { data: { password: SIGN_UP.password } }
  const signedIn = { ...toBearerHeader(user), ...fromAddress('198.51.100.1') }
  expect((await shop.post('/users/confirmPassword', confirmed, signedIn)).status).toBe(200)
  // From the attackers’ own network too, within the limit of that network.
  shop.passTime(10 * MINUTE)
  const owner = { ...fromAddress('203.0.113.3'), ...OWN_DEVICE }
  expect((await signIn(shop, {}, owner)).status).toBe(200)
  expect((await requestCode(owner)).status).toBe(200)
  expect((await enterCode(await readCode(shop, email), owner)).status).toBe(200)
})

test('a stranger’s wrong codes and code requests do not invalidate the owner’s code', async () => {
  await createVerifiedAccountId(shop)
  const [owner, stranger] = [fromAddress('198.51.100.1'), fromAddress('203.0.113.1')]
  await requestCode(owner)
  const code = await readCode(shop, email)
  await requestCode(stranger)
  await shop.work()
  for (let call = 0; call < 5; call += 1)
    expect((await enterCode(toWrongCode(code), stranger)).body).toMatchObject({ code: 'code_wrong' })
  // A code works only on the device that requested it, so that reading it is not enough.
  expect((await enterCode(code, stranger)).body).toMatchObject({ code: 'code_wrong' })
  expect((await enterCode(code, owner)).status).toBe(200)
})

test('a stranger’s password reset request does not invalidate the owner’s link', async () => {
  await createVerifiedAccountId(shop)
  shop.passTime(MINUTE)
  const ask = (headers: Record<string, string>) =>
    shop.post('/users/forgotPassword', { data: { email } }, headers)
  await ask(fromAddress('198.51.100.1'))
  const [received] = await readEmails(shop, email)
  const token = new URL(received?.links[0] ?? '').searchParams.get('token')
  shop.passTime(2 * MINUTE)
  await ask(fromAddress('203.0.113.1'))
  expect(await readEmails(shop, email)).toHaveLength(3)
  const set = await shop.post('/users/resetPassword', { data: { token, password: 'jade over slate' } })
  expect(set.status).toBe(200)
  // A password reset invalidates all other links and known devices.
  expect(
    await queryRows(shop.db, sql`select 1 from password_resets union all select 1 from known_devices`),
  ).toEqual([])
})

test('strangers can trigger at most eight codes and eight links an hour to one mailbox, from any number of networks', async () => {
  await createVerifiedAccountId(shop)
  const before = (await readEmails(shop, email)).length
  for (let minute = 0; minute < 20; minute += 1) {
    for (const path of ['/users/sendLoginCode', '/users/forgotPassword'])
      await shop.post(path, { data: { email } }, fromAddress(`203.0.113.${minute}`))
    await shop.work()
    shop.passTime(MINUTE + 1)
  }
  expect((await readEmails(shop, email)).length - before).toBe(16)
})

test('after fifty wrong codes in a day, codes are sent to known devices only', async () => {
  await createVerifiedAccountId(shop)
  await signIn(shop, {}, { ...fromAddress('198.51.100.1'), ...OWN_DEVICE })
  let emailCount = (await readEmails(shop, email)).length
  for (let network = 0; network < 12; network += 1) {
    if (network % 8 === 0) shop.passTime(HOUR)
    await requestCode(fromAddress(`203.0.113.${network}`))
    const code = await readCode(shop, email)
    for (let call = 0; call < 5; call += 1)
      await enterCode(toWrongCode(code), fromAddress(`203.0.113.${network}`))
  }
  expect((await readEmails(shop, email)).length - emailCount).toBe(10)
  emailCount = (await readEmails(shop, email)).length
  const owner = { ...fromAddress('198.51.100.1'), ...OWN_DEVICE }
  await requestCode(owner)
  expect((await enterCode(await readCode(shop, email), owner)).status).toBe(200)
  shop.passTime(DAY + HOUR)
  await requestCode(fromAddress('203.0.113.77'))
  expect((await readEmails(shop, email)).length - emailCount).toBe(2)
})

test('codes are keyed by SECRETS_KEY: a process with another key refuses them', async () => {
  await createVerifiedAccountId(shop)
  await requestCode({})
  const code = await readCode(shop, email)
  const body = JSON.stringify({ data: { email, otp: code } })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const enterCodeAt = async (settings: Record<string, string>) => {
    const app = await shop.anotherApp(settings)
    return (await app.http.request('http://shop.test/users/loginByCode', init)).status
  }
  expect(await enterCodeAt({ SECRETS_KEY: Buffer.alloc(32, 8).toString('base64') })).toBe(400)
  expect(await enterCodeAt({})).toBe(200)
})
