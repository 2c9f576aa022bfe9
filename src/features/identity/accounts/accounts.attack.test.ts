import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { MINUTE } from '#core/time.ts'
import {
  bearer,
  mailsTo,
  SIGN_UP,
  signIn,
  signUp,
  userDataOf,
  verifiedPerson,
} from '#tests/steps/signing-in.ts'
import { personSignedIn } from '#tests/shop/people.ts'
import { testShop } from '#tests/shop/shop.ts'
import * as contract from './contract.ts'

const shop = await testShop()
const limited = await testShop({ LIMIT_FACTOR: '1', TRUST_PROXY: 'on' })

const SPECS = Object.values(contract).filter((each) => 'path' in each)
const TAKING = SPECS.filter(({ method }) => method === 'POST')

function from(address: string): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': address }
}

test('one account can be tried ten times in a quarter of an hour from one address, known or not', async () => {
  for (const email of ['mei@shopper.example', 'nobody@shopper.example']) {
    const tries = Array.from({ length: 10 }, (_, place) =>
      signIn(limited, { email: place % 2 ? email : email.toUpperCase() }, from('203.0.113.1')),
    )
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]))
    const stopped = await signIn(limited, { email: ` ${email}` }, from('203.0.113.1'))
    expect(stopped).toMatchObject({ status: 429, body: { success: false, code: 'too_many_requests' } })
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(60)
  }
  const kept = await rows(limited.db, sql`select json_agg(l)::text as limits from rate_limits l`)
  expect(JSON.stringify(kept)).not.toContain('shopper.example')
})

test('one address of the network tries forty accounts in ten minutes', async () => {
  const statuses: number[] = []
  for (let place = 0; place < 41; place += 1) {
    // Refused before anything is compared: an account that does not exist is not even looked for without a body.
    const { status } = await limited.post('/users/login', {}, from('198.51.100.1'))
    statuses.push(status)
  }
  expect([statuses.filter((status) => status === 400).length, statuses.at(-1)]).toEqual([40, 429])
  expect((await limited.post('/users/login', {}, from('198.51.100.2'))).status).toBe(400)
})

test.each([
  ['/users/verifyOTP', { id: 'usr_1', otp: '123456' }, 20],
  ['/users/resendOTP', { id: 'usr_1' }, 6],
  ['/users/forgotPassword', { email: 'nobody@shopper.example' }, 8],
  ['/users/sendLoginCode', { email: 'nobody@shopper.example' }, 8],
  ['/users/resetPassword', { token: 'A', password: 'x' }, 10],
])('%s is limited for the account as well, wherever it is asked from', async (path, data, calls) => {
  for (let call = 0; call < calls; call += 1)
    expect((await limited.post(path, { data }, from(`203.0.113.${call}`))).status).not.toBe(429)
  const stopped = await limited.post(path, { data }, from('203.0.113.99'))
  expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true])
})

test('a session is refreshed 120 times an hour, from however many addresses', async () => {
  let { refreshToken } = await personSignedIn(limited.db, limited.now())
  for (let call = 0; call < 120; call += 1) {
    const { body } = await limited.post(
      '/users/refreshToken',
      { data: { refreshToken } },
      from(`203.0.113.${call}`),
    )
    refreshToken = String(Reflect.get(Object(body), 'refreshToken'))
  }
  const stopped = await limited.post('/users/refreshToken', { data: { refreshToken } }, from('198.51.100.1'))
  expect([stopped.status, stopped.headers.has('retry-after')]).toEqual([429, true])
  limited.passTime(60 * MINUTE)
  expect((await limited.post('/users/refreshToken', { data: { refreshToken } })).status).toBe(200)
})

test('a flood of sign-ins is told to come again, and the shop goes on answering', async () => {
  const flood = Array.from({ length: 40 }, (_, place) => signIn(shop, { email: `${place}@shopper.example` }))
  const other = await shop.get('/shop/getAllCountries')
  expect(other.status).toBe(200)
  const answers = await Promise.all(flood)
  const turnedAway = answers.filter(({ status }) => status === 503)
  expect(turnedAway.length).toBeGreaterThan(0)
  expect(turnedAway[0]).toMatchObject({ body: { success: false, code: 'too_busy' } })
  expect(turnedAway[0]?.headers.get('retry-after')).toBe('2')
  expect(answers.filter(({ status }) => status === 401).length + turnedAway.length).toBe(40)
})

test('ten megabytes are refused unread on every call', async () => {
  const { headers } = await personSignedIn(shop.db, shop.now())
  const body = JSON.stringify({ data: { email: 'x'.repeat(10 * 1024 * 1024) } })
  for (const { path } of TAKING)
    expect([path, (await shop.post(path, body, headers)).status]).toEqual([path, 413])
})

test('bodies of every wrong shape are refused in words on every call [VAL-06]', async () => {
  const { headers } = await personSignedIn(shop.db, shop.now())
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
  const odd = [...shapes, JSON.stringify({ data: types }), '{"data":', '{"data":{"email":"a\\u0000b"}}']
  for (const { path } of TAKING) {
    for (const body of odd) {
      const answer = await shop.post(path, body, headers)
      expect([path, body, answer]).toMatchObject([
        path,
        body,
        { status: 400, body: { success: false, message: expect.any(String) } },
      ])
    }
  }
})

test('what is one’s own needs a token that is good now; a cookie is none', async () => {
  const person = await personSignedIn(shop.db, shop.now())
  const forged = [
    {},
    { cookie: `authToken=${person.accessToken}; refreshToken=${person.refreshToken}` },
    bearer({ accessToken: person.refreshToken }),
    bearer({ accessToken: `${person.accessToken}x` }),
    bearer({ accessToken: 'A'.repeat(43) }),
    bearer({ accessToken: 'A'.repeat(9000) }),
    { authorization: `Basic ${person.accessToken}` },
  ]
  for (const { path, method } of SPECS.filter(({ access }) => access === 'signed_in')) {
    for (const headers of forged) {
      const { status, body } =
        method === 'GET' ? await shop.get(path, headers) : await shop.post(path, { data: {} }, headers)
      expect([path, status, Reflect.get(Object(body), 'success')]).toEqual([path, 401, false])
    }
  }
})

test('a session that was there before a sign-in is not taken over by it: tokens are always new', async () => {
  await verifiedPerson(shop)
  const attacker = await personSignedIn(shop.db, shop.now())
  const planted = { cookie: `authToken=${attacker.accessToken}`, ...attacker.headers }
  const first = userDataOf(await signIn(shop, {}, planted))
  const { accessToken, refreshToken } = attacker
  const body = {
    data: { email: SIGN_UP.email, password: SIGN_UP.password, accessToken, refreshToken, sessionId: 1 },
  }
  const second = userDataOf(await shop.post('/users/login', body, planted))
  const tokens = [first, second, attacker].flatMap((each) => [each.accessToken, each.refreshToken])
  expect(new Set(tokens).size).toBe(6)
  expect((await shop.get('/users/profile', attacker.headers)).body).toMatchObject({
    profile: { email: attacker.email },
  })
})

test('an address that only looks alike gets no mail that was meant for the account', async () => {
  await verifiedPerson(shop, { email: 'mike@shopper.example' })
  // The Kelvin sign is a small k once it is made small; the link goes to the address that is kept.
  await shop.post('/users/forgotPassword', { data: { email: 'mi\u212ae@shopper.example' } })
  await shop.post('/users/forgotPassword', { data: { email: 'm\u0131ke@shopper.example' } })
  await mailsTo(shop, 'mike@shopper.example')
  const sent = await rows<{ recipient: string }>(shop.db, sql`select distinct recipient from mails`)
  expect(sent).toEqual([{ recipient: 'mike@shopper.example' }])
})

test('several addresses, headers and controls are no address anywhere', async () => {
  const { headers } = await personSignedIn(shop.db, shop.now())
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
  expect(await rows(shop.db, sql`select 1 as mail from mails`)).toEqual([])
})

test('a sign-in that began before the password was changed does not outlive it', async () => {
  await verifiedPerson(shop)
  const { accessToken } = userDataOf(await signIn(shop))
  const change = shop.post(
    '/users/changePassword',
    { data: { password: SIGN_UP.password, newPassword: 'a wholly new phrase' } },
    bearer({ accessToken }),
  )
  const racing = await Promise.all([signIn(shop), signIn(shop), change, signIn(shop)])
  for (const answer of racing.filter(({ text }) => text.includes('accessToken')))
    expect((await shop.get('/users/profile', bearer(userDataOf(answer)))).status).toBe(401)
  expect((await shop.get('/users/profile', bearer({ accessToken }))).status).toBe(200)
})
