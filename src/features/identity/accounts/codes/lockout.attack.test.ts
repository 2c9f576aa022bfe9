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

// Limits as they stand, behind a proxy that says who calls.
const shop = await createTestShop({ LIMIT_FACTOR: '1', TRUST_PROXY: 'on' })

const { email } = SIGN_UP
/** What the owner's browser made for itself. */
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

/** What a stranger does to an account from so many networks, until each is told to stop. */
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

test('wrong passwords and code requests of a stranger leave the owner every way in, from elsewhere', async () => {
  await createVerifiedAccountId(shop)
  await attack(1)
  const owner = fromAddress('198.51.100.1')
  expect((await signIn(shop, {}, owner)).status).toBe(200)
  shop.passTime(MINUTE)
  expect((await requestCode(owner)).status).toBe(200)
  expect((await enterCode(await readCode(shop, email), owner)).status).toBe(200)
  expect((await shop.post('/users/forgotPassword', { data: { email } }, owner)).status).toBe(200)
})

test('a device that has signed in before gets in whatever strangers in many networks do', async () => {
  await createVerifiedAccountId(shop)
  await createVerifiedAccountId(shop, { email: 'eve@shopper.example' })
  const eve = { ...fromAddress('203.0.113.200'), 'x-device-key': 'AAECAwQFBgcICQoLDA0OEv' }
  await signIn(shop, { email: 'eve@shopper.example' }, eve)
  const user = parseUserData(await signIn(shop, {}, { ...fromAddress('198.51.100.1'), ...OWN_DEVICE }))
  await attack(11)
  // Neither another network helps, nor a device that signed in to another account.
  for (const stranger of [fromAddress('198.51.100.2'), { ...eve, ...fromAddress('198.51.100.3') }])
    expect((await signIn(shop, {}, stranger)).status).toBe(429)
  // A signed-in user can type the password again meanwhile.
  const confirmed = { data: { password: SIGN_UP.password } }
  const signedIn = { ...toBearerHeader(user), ...fromAddress('198.51.100.1') }
  expect((await shop.post('/users/confirmPassword', confirmed, signedIn)).status).toBe(200)
  // From the strangers' own network, but for what one network may at all.
  shop.passTime(10 * MINUTE)
  const owner = { ...fromAddress('203.0.113.3'), ...OWN_DEVICE }
  expect((await signIn(shop, {}, owner)).status).toBe(200)
  expect((await requestCode(owner)).status).toBe(200)
  expect((await enterCode(await readCode(shop, email), owner)).status).toBe(200)
})

test('wrong codes of a stranger do not use up the code of the owner, nor does a further request replace it', async () => {
  await createVerifiedAccountId(shop)
  const [owner, stranger] = [fromAddress('198.51.100.1'), fromAddress('203.0.113.1')]
  await requestCode(owner)
  const code = await readCode(shop, email)
  await requestCode(stranger)
  await shop.work()
  for (let call = 0; call < 5; call += 1)
    expect((await enterCode(toWrongCode(code), stranger)).body).toMatchObject({ code: 'code_wrong' })
  // A code is good only where it was requested: who reads over a shoulder needs the device as well.
  expect((await enterCode(code, stranger)).body).toMatchObject({ code: 'code_wrong' })
  expect((await enterCode(code, owner)).status).toBe(200)
})

test('a link to set a new password stays good when a stranger requests another', async () => {
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
  // All links of the account are over then, and no device is known any more.
  expect(
    await queryRows(shop.db, sql`select 1 from password_resets union all select 1 from known_devices`),
  ).toEqual([])
})

test('a mailbox gets at most eight codes and eight links an hour from strangers, however many networks they have', async () => {
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

test('after fifty wrong codes in a day strangers get no more codes to guess, and a known device still does', async () => {
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

test('the key of the codes is SECRETS_KEY’s, not the database’s: with another one a mailed code is a wrong one', async () => {
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
