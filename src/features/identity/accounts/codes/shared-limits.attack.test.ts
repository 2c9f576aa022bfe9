import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { readEmails, SIGN_UP, createVerifiedAccountId } from '#tests/steps/sign-in.ts'
import { getField } from '#tests/steps/chat.ts'
import { MINUTE } from '#core/time.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { normalizeEmail, toLimitSubject } from '../rules.ts'

// Two processes of one shop with the limits of the contracts, behind a proxy that sends the client’s address.
const shop = await createTestShop({ LIMIT_FACTOR: '1', TRUST_PROXY: 'on' })
const other = await shop.anotherApp()

type TestCall = Readonly<{ path: string; data: object; from: string }>

/** Sends a call to one of the two processes. */
function postAt(index: number, { path, data, from }: TestCall): Promise<Response> {
  const app = index % 2 ? other : shop.app
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  const body = JSON.stringify({ data })
  return Promise.resolve(app.http.request(SHOP_URL + path, { method: 'POST', headers, body }))
}

const EMAIL = 'nobody@shopper.example'

/** Calls that sign in, try or send a code, with their limits: per account and address, and per address. */
const LIMITED_CALLS: readonly (readonly [string, object, number, number])[] = [
  ['/users/login', { email: EMAIL, password: 'x' }, 10, 40],
  ['/users/loginByCode', { email: EMAIL, otp: '123456' }, 20, 30],
  ['/users/verifyOTP', { id: 'usr_1', otp: '123456' }, 20, 30],
  ['/users/resendOTP', { id: 'usr_1' }, 6, 20],
  ['/users/sendLoginCode', { email: EMAIL }, 4, 20],
  ['/users/forgotPassword', { email: EMAIL }, 4, 20],
  ['/users/signup', { ...SIGN_UP, email: EMAIL, firstName: '' }, 6, 20],
  ['/users/resetPassword', { token: 'A', password: 'x' }, 10, 40],
]

test.each(LIMITED_CALLS)(
  '%s is limited per account and address, across two processes',
  async (path, data, calls) => {
    const statuses = []
    for (let index = 0; index < calls; index += 1)
      statuses.push((await postAt(index, { path, data, from: '203.0.113.1' })).status)
    expect(statuses).not.toContain(429)
    for (const index of [0, 1]) {
      const stopped = await postAt(index, { path, data, from: '203.0.113.1' })
      expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true])
    }
  },
)

test.each([
  ['/users/sendLoginCode', 8],
  ['/users/forgotPassword', 8],
  ['/users/signup', 8],
])('%s is limited per account from all addresses, across two processes', async (path, calls) => {
  const statuses = []
  for (let index = 0; index <= calls; index += 1) {
    const data = { ...SIGN_UP, email: EMAIL, firstName: '' }
    statuses.push((await postAt(index, { path, data, from: `203.0.113.${index}` })).status)
  }
  expect(statuses.filter((status) => status === 429)).toEqual([429])
  expect(statuses.at(-1)).toBe(429)
})

/** The same call for a different account each time; malformed, as only the counting matters here. */
function withOtherSubject(data: object, index: number): object {
  const differ = ['email', 'id', 'token'].filter((name) => name in data)
  const others = Object.fromEntries(differ.map((name) => [name, `n${index}@shopper.example`]))
  return { ...data, ...others, password: [] }
}

test.each(LIMITED_CALLS.map(([path, data, , calls]) => [path, data, calls] as const))(
  '%s is limited per IP address, across two processes',
  async (path, data, calls) => {
    const postOther = (index: number) =>
      postAt(index, { path, data: withOtherSubject(data, index), from: '203.0.113.7' })
    const statuses = []
    for (let index = 0; index < calls; index += 1) statuses.push((await postOther(index)).status)
    expect(statuses).not.toContain(429)
    for (const index of [calls, calls + 1]) {
      const stopped = await postOther(index)
      expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true])
    }
  },
)

test.each([
  ['/users/login', { password: 'not this one' }],
  ['/users/forgotPassword', {}],
  ['/users/sendLoginCode', {}],
  ['/users/loginByCode', { otp: '000000' }],
])('%s answers addresses with and without an account alike, including headers', async (path, data) => {
  await createVerifiedAccountId(shop)
  const postFrom = async (email: string, from: string) => {
    const answer = await postAt(0, { path, data: { ...data, email }, from })
    const { requestId: _, ...body }: Record<string, unknown> = await answer.json()
    const headers = [...answer.headers.keys()].filter((name) => name !== 'x-request-id').toSorted()
    return { status: answer.status, body, headers, length: JSON.stringify(body).length }
  }
  expect(await postFrom(SIGN_UP.email, '203.0.113.1')).toEqual(await postFrom(EMAIL, '203.0.113.2'))
})

test('limits count all spellings of a mailbox as one address', async () => {
  const addresses = ['m.ei@gmail.com', 'mei+1@gmail.com', 'M.E.I+x+y@googlemail.com', 'me.i@gmail.com']
  for (const path of ['/users/forgotPassword', '/users/sendLoginCode']) {
    const statuses = []
    for (const [index, email] of addresses.entries())
      statuses.push((await postAt(index, { path, data: { email }, from: '203.0.113.1' })).status)
    expect(statuses).toEqual([200, 200, 200, 200])
    const further = { path, data: { email: 'mei@gmail.com' }, from: '203.0.113.1' }
    expect((await postAt(0, further)).status).toBe(429)
  }
  const dots = ['m.tan@shopper.example', 'mtan@shopper.example']
  for (const email of dots)
    for (let call = 0; call < 4; call += 1)
      expect(
        (await postAt(call, { path: '/users/forgotPassword', data: { email }, from: '198.51.100.1' })).status,
      ).toBe(200)
})

test('accounts with spellings of one mailbox share a limit of eight emails an hour, from any number of networks', async () => {
  const addresses = ['mei+1@shopper.example', 'mei+2@shopper.example', 'mei+3@shopper.example']
  const signedUp: { email: string; id: string }[] = []
  for (const [index, email] of addresses.entries()) {
    const answer = await postAt(index, {
      path: '/users/signup',
      data: { ...SIGN_UP, email },
      from: `203.0.113.${index}`,
    })
    signedUp.push({ email, id: String(getField({ body: await answer.json() }, 'user', 'id')) })
  }
  const countEmails = async () =>
    (await Promise.all(addresses.map((email) => readEmails(shop, email)))).flat().length
  expect(await countEmails()).toBe(3)
  for (let round = 0; round < 3; round += 1) {
    shop.passTime(2 * MINUTE)
    for (const [index, { email, id }] of signedUp.entries()) {
      const from = `198.51.100.${10 * round + index}`
      await postAt(index, { path: '/users/resendOTP', data: { id }, from })
      shop.passTime(2 * MINUTE)
      const { password } = SIGN_UP
      const answer = await postAt(index, { path: '/users/login', data: { email, password }, from })
      // The answer leads to the code page whether an email was sent or not.
      expect(getField({ body: await answer.json() }, 'data', 'id')).toBe(id)
    }
  }
  expect(await countEmails()).toBe(8)
})

test('the database normalizes mailboxes by the same rule as the account limits', async () => {
  const spellings = [
    'mei',
    'MEI',
    'm.ei',
    'mei+1',
    'mei+1+2',
    '+mei',
    '++mei',
    'mei.',
    'ｍｅｉ',
    ' mei',
    'a@b+c',
  ]
  const emails = ['gmail.com', 'GoogleMail.com', 'shopper.example'].flatMap((domain) =>
    spellings.map((name) => `${name}@${domain}`),
  )
  const found = await queryRows<{ email: string; mailbox: string }>(
    shop.db,
    sql`select email, f_mailbox(email) as mailbox from unnest(${sql.param(emails)}::text[]) as email`,
  )
  expect(new Set(found.map(({ mailbox }) => mailbox)).size).toBeGreaterThan(9)
  for (const { email, mailbox } of found)
    expect([email, toLimitSubject(mailbox)]).toEqual([email, toLimitSubject(normalizeEmail(email))])
})
