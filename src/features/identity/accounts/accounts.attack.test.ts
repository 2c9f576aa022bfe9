import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { MINUTE } from '#core/time.ts'
import {
  toBearerHeader,
  readEmails,
  SIGN_UP,
  signIn,
  signUp,
  parseUserData,
  createVerifiedAccountId,
} from '#tests/steps/sign-in.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import * as contract from './contract.ts'

const shop = await createTestShop()
const limited = await createTestShop({ LIMIT_FACTOR: '1', TRUST_PROXY: 'on' })

const SPECS = Object.values(contract).filter((each) => 'path' in each)
const POST_SPECS = SPECS.filter(({ method }) => method === 'POST')

function fromAddress(address: string): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': address }
}

test('limits sign-ins to ten attempts per account and address in 15 minutes, whether the account exists or not', async () => {
  for (const email of ['mei@shopper.example', 'nobody@shopper.example']) {
    const tries = Array.from({ length: 10 }, (_, index) =>
      signIn(limited, { email: index % 2 ? email : email.toUpperCase() }, fromAddress('203.0.113.1')),
    )
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]))
    const stopped = await signIn(limited, { email: ` ${email}` }, fromAddress('203.0.113.1'))
    expect(stopped).toMatchObject({ status: 429, body: { success: false, code: 'too_many_requests' } })
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(60)
  }
  const stored = await queryRows(limited.db, sql`select json_agg(l)::text as limits from rate_limits l`)
  expect(JSON.stringify(stored)).not.toContain('shopper.example')
})

test('limits one IP address to forty sign-in attempts in ten minutes', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 41; index += 1) {
    // Refused before the password is checked: without valid fields, no account is looked up.
    const { status } = await limited.post('/users/login', {}, fromAddress('198.51.100.1'))
    statuses.push(status)
  }
  expect([statuses.filter((status) => status === 400).length, statuses.at(-1)]).toEqual([40, 429])
  expect((await limited.post('/users/login', {}, fromAddress('198.51.100.2'))).status).toBe(400)
})

test.each([
  ['/users/verifyOTP', { id: 'usr_1', otp: '123456' }, 20],
  ['/users/resendOTP', { id: 'usr_1' }, 6],
  ['/users/forgotPassword', { email: 'nobody@shopper.example' }, 8],
  ['/users/sendLoginCode', { email: 'nobody@shopper.example' }, 8],
  ['/users/resetPassword', { token: 'A', password: 'x' }, 10],
])('%s is limited per account, from all IP addresses together', async (path, data, calls) => {
  for (let call = 0; call < calls; call += 1)
    expect((await limited.post(path, { data }, fromAddress(`203.0.113.${call}`))).status).not.toBe(429)
  const stopped = await limited.post(path, { data }, fromAddress('203.0.113.99'))
  expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true])
})

test('limits a session to 120 refreshes an hour, from all IP addresses together', async () => {
  let { refreshToken } = await createSignedInAccount(limited.db, limited.now())
  for (let call = 0; call < 120; call += 1) {
    const { body } = await limited.post(
      '/users/refreshToken',
      { data: { refreshToken } },
      fromAddress(`203.0.113.${call}`),
    )
    refreshToken = String(Reflect.get(Object(body), 'refreshToken'))
  }
  const stopped = await limited.post(
    '/users/refreshToken',
    { data: { refreshToken } },
    fromAddress('198.51.100.1'),
  )
  expect([stopped.status, stopped.headers.has('retry-after')]).toEqual([429, true])
  limited.passTime(60 * MINUTE)
  expect((await limited.post('/users/refreshToken', { data: { refreshToken } })).status).toBe(200)
})

test('every POST call answers 413 to a body of ten megabytes', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const body = JSON.stringify({ data: { email: 'x'.repeat(10 * 1024 * 1024) } })
  for (const { path } of POST_SPECS)
    expect([path, (await shop.post(path, body, headers)).status]).toEqual([path, 413])
})

test('every call refuses a malformed body with a message [VAL-06]', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const shapes = [null, [], 'text', 1, { data: null }, { data: [] }, { data: 'x' }].map((body) =>
    JSON.stringify(body),
  )
  const types = {
    email: {},
    password: 1,
    id: [],
    otp: {},
    token: 1,
    refreshToken: {},
    keepThis: 'x',
    firstName: {},
  }
  const malformedBodies = [
    ...shapes,
    JSON.stringify({ data: types }),
    '{"data":',
    '{"data":{"email":"a\\u0000b"}}',
  ]
  for (const { path } of POST_SPECS) {
    for (const body of malformedBodies) {
      const answer = await shop.post(path, body, headers)
      expect([path, body, answer]).toMatchObject([
        path,
        body,
        { status: 400, body: { success: false, message: expect.any(String) } },
      ])
    }
  }
})

test('calls that need a sign-in refuse every invalid token, and cookies in its place', async () => {
  const account = await createSignedInAccount(shop.db, shop.now())
  const forged = [
    {},
    { cookie: `authToken=${account.accessToken}; refreshToken=${account.refreshToken}` },
    toBearerHeader({ accessToken: account.refreshToken }),
    toBearerHeader({ accessToken: `${account.accessToken}x` }),
    toBearerHeader({ accessToken: 'A'.repeat(43) }),
    toBearerHeader({ accessToken: 'A'.repeat(9000) }),
    { authorization: `Basic ${account.accessToken}` },
  ]
  for (const { path, method } of SPECS.filter(({ access }) => access === 'signed_in')) {
    for (const headers of forged) {
      const { status, body } =
        method === 'GET' ? await shop.get(path, headers) : await shop.post(path, { data: {} }, headers)
      expect([path, status, Reflect.get(Object(body), 'success')]).toEqual([path, 401, false])
    }
  }
})

test('a sign-in always issues new tokens and ignores those sent with it', async () => {
  await createVerifiedAccountId(shop)
  const attacker = await createSignedInAccount(shop.db, shop.now())
  const injectedHeaders = { cookie: `authToken=${attacker.accessToken}`, ...attacker.headers }
  const first = parseUserData(await signIn(shop, {}, injectedHeaders))
  const { accessToken, refreshToken } = attacker
  const body = {
    data: { email: SIGN_UP.email, password: SIGN_UP.password, accessToken, refreshToken, sessionId: 1 },
  }
  const second = parseUserData(await shop.post('/users/login', body, injectedHeaders))
  const tokens = [first, second, attacker].flatMap((each) => [each.accessToken, each.refreshToken])
  expect(new Set(tokens).size).toBe(6)
  expect((await shop.get('/users/profile', attacker.headers)).body).toMatchObject({
    profile: { email: attacker.email },
  })
})

test('an email goes to the stored address, not to a look-alike of it', async () => {
  await createVerifiedAccountId(shop, { email: 'mike@shopper.example' })
  // The Kelvin sign lower-cases to “k”. The link goes to the stored address.
  await shop.post('/users/forgotPassword', { data: { email: 'mi\u212ae@shopper.example' } })
  await shop.post('/users/forgotPassword', { data: { email: 'm\u0131ke@shopper.example' } })
  await readEmails(shop, 'mike@shopper.example')
  const recipients = await queryRows<{ recipient: string }>(
    shop.db,
    sql`select distinct recipient from emails`,
  )
  expect(recipients).toEqual([{ recipient: 'mike@shopper.example' }])
})

test('refuses several addresses, header lines and control characters as an email address', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  for (const email of [
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example,c@d.example',
    '<a@b.example>',
    'a@b.example;x',
    'a b@c.example',
  ]) {
    expect([email, (await signUp(shop, { email })).status]).toEqual([email, 400])
    for (const path of ['/users/forgotPassword', '/users/sendLoginCode', '/users/changeEmail'])
      expect((await shop.post(path, { data: { email, password: 'x' } }, headers)).status).toBe(400)
  }
  expect(await queryRows(shop.db, sql`select 1 as mail from emails`)).toEqual([])
})

test('a session signed in with the old password while it was changed does not survive the change', async () => {
  await createVerifiedAccountId(shop)
  const { accessToken } = parseUserData(await signIn(shop))
  const change = shop.post(
    '/users/changePassword',
    { data: { password: SIGN_UP.password, newPassword: 'a wholly new phrase' } },
    toBearerHeader({ accessToken }),
  )
  const concurrentAnswers = await Promise.all([signIn(shop), signIn(shop), change, signIn(shop)])
  for (const answer of concurrentAnswers.filter(({ text }) => text.includes('accessToken')))
    expect((await shop.get('/users/profile', toBearerHeader(parseUserData(answer)))).status).toBe(401)
  expect((await shop.get('/users/profile', toBearerHeader({ accessToken }))).status).toBe(200)
})
