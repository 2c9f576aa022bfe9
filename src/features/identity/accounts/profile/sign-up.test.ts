import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { HOUR, MINUTE, SECOND } from '#core/time.ts'
import {
  readCode,
  readEmails,
  toWrongCode,
  SIGN_UP,
  signIn,
  signUp,
  parseUserData,
  createVerifiedAccountId,
} from '#tests/steps/sign-in.ts'
import { type ApiResponse, createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const DAY = 24 * HOUR

function getId({ body }: ApiResponse): string {
  return String(Reflect.get(Object(Reflect.get(Object(body), 'user')), 'id'))
}

function verify(id: string, otp: string): Promise<ApiResponse> {
  return shop.post('/users/verifyOTP', { data: { id, otp } })
}

function resend(id: string): Promise<ApiResponse> {
  return shop.post('/users/resendOTP', { data: { id } })
}

/** Returns the previous code, or another one where both are equal, which happens once in a million. */
function differentCode(before: string, now: string): string {
  return before === now ? toWrongCode(now) : before
}

function listAccounts(): Promise<Record<string, unknown>[]> {
  return queryRows(
    shop.db,
    sql`select public_id as id, email, type, first_name, email_verified_at from accounts p order by p.id`,
  )
}

test('a vendor signs up, gets a six-digit code by email, and signs in with it [API-24, API-26, OTP-11, CONST-16, ENT-08]', async () => {
  const answer = await signUp(shop)
  expect(answer).toMatchObject({ status: 200, body: { success: true, message: expect.any(String) } })
  const id = getId(answer)
  expect(id).toMatch(/^usr_[0-9a-f]{32}$/)
  const [received] = await readEmails(shop, SIGN_UP.email)
  expect(received).toMatchObject({ subject: 'Verify your email address' })
  expect(await verify(id, await readCode(shop, SIGN_UP.email))).toMatchObject({
    status: 200,
    body: { success: true, message: 'Your email is verified. Sign in.' },
  })
  expect(parseUserData(await signIn(shop))).toMatchObject({ id, type: 'vendor', isActive: true })
})

test.each([
  [{ firstName: '' }, 'First name is required'],
  [{ firstName: ' M ' }, 'First name must be at least 2 characters'],
  [{ lastName: '' }, 'Last name is required'],
  [{ lastName: 'T' }, 'Last name must be at least 2 characters'],
  [{ email: '' }, 'Email is required'],
  [{ email: 'mei@nowhere' }, 'Invalid email format'],
  [{ email: 'a@b.example, c@d.example' }, 'Invalid email format'],
  [{ password: '' }, 'Password is required'],
  [{ password: 'seven77' }, 'Password must be at least 8 characters'],
  [{ password: 'x'.repeat(129) }, 'Password must be at most 128 characters'],
  [{ password: 'PassWord123' }, 'This password is too common. Choose another one.'],
  [
    { password: 'Mei@Shopper.example' },
    'Your password can\u2019t be your email address. Choose another one.',
  ],
])('the server validates the sign-up form: %o [SIGNUP-19]', async (given, message) => {
  expect(await signUp(shop, given)).toMatchObject({ status: 400, body: { success: false, message } })
  expect(await listAccounts()).toEqual([])
})

test('the role defaults to vendor, and operator is refused as a role [SIGNUP-19]', async () => {
  await signUp(shop, { role: '', email: 'a@shopper.example' })
  await signUp(shop, { role: 'manufacturer', email: 'b@shopper.example' })
  const operator = await signUp(shop, { role: 'operator', email: 'c@shopper.example' })
  expect(operator).toMatchObject({ status: 400, body: { success: false, code: 'invalid_input' } })
  expect((await listAccounts()).map(({ type }) => type).toSorted()).toEqual(['manufacturer', 'vendor'])
})

test('refuses a sign-up with a known address in any case and spelling [SIGNUP-18]', async () => {
  await createVerifiedAccountId(shop)
  for (const email of [
    SIGN_UP.email,
    'MEI@Shopper.EXAMPLE',
    ' mei@shopper.example ',
    'mei＠shopper.example',
  ]) {
    expect(await signUp(shop, { email })).toMatchObject({
      status: 409,
      body: { success: false, code: 'email_taken' },
    })
  }
  expect(await listAccounts()).toHaveLength(1)
})

test('an unverified sign-up can be repeated, which replaces its password and code [SIGNUP-18]', async () => {
  const first = getId(await signUp(shop, { password: 'the first of many' }))
  const firstCode = await readCode(shop, SIGN_UP.email)
  shop.passTime(MINUTE)
  const second = getId(await signUp(shop))
  const code = await readCode(shop, SIGN_UP.email)
  expect(await listAccounts()).toMatchObject([{ id: second }])
  // An attacker who signs up first for an address must not get their password verified by its owner’s code.
  expect((await verify(first, code)).status).toBe(404)
  expect((await verify(second, differentCode(firstCode, code))).status).toBe(400)
  expect((await verify(second, code)).status).toBe(200)
  expect((await signIn(shop, { password: 'the first of many' })).status).toBe(401)
  expect((await signIn(shop)).status).toBe(200)
})

test('two concurrent sign-ups with one address create one account [SIGNUP-18]', async () => {
  const answers = await Promise.all(
    ['Mei', 'May', 'Maj'].map((firstName) => signUp(shop, { firstName, email: 'MEI@shopper.example' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
  expect(await listAccounts()).toMatchObject([{ email: SIGN_UP.email }])
  expect(await readEmails(shop, SIGN_UP.email)).toHaveLength(1)
})

test('a code expires after ten minutes [OTP-12]', async () => {
  const id = getId(await signUp(shop))
  const code = await readCode(shop, SIGN_UP.email)
  shop.passTime(10 * MINUTE)
  expect(await verify(id, code)).toMatchObject({ status: 409, body: { success: false, code: 'code_over' } })
  expect((await resend(id)).status).toBe(200)
  const fresh = await readCode(shop, SIGN_UP.email)
  shop.passTime(10 * MINUTE - 1)
  expect((await verify(id, fresh)).status).toBe(200)
})

test('a code works once, and a verified address needs no further code [OTP-11]', async () => {
  const id = getId(await signUp(shop))
  const code = await readCode(shop, SIGN_UP.email)
  const both = await Promise.all([verify(id, code), verify(id, code)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await verify(id, code)).toMatchObject({ status: 409, body: { code: 'already_verified' } })
  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'already_verified' } })
})

test('the right code is refused after five wrong attempts [OTP-11, OTP-12]', async () => {
  const id = getId(await signUp(shop))
  const code = await readCode(shop, SIGN_UP.email)
  for (let tries = 0; tries < 5; tries += 1)
    expect(await verify(id, toWrongCode(code))).toMatchObject({
      status: 400,
      body: { success: false, code: 'code_wrong' },
    })
  expect(await verify(id, code)).toMatchObject({ status: 409, body: { success: false, code: 'code_over' } })
})

test('a hundred concurrent guesses count as attempts before any is compared: only five are checked [OTP-12]', async () => {
  const id = getId(await signUp(shop))
  const code = Number(await readCode(shop, SIGN_UP.email))
  const guesses = Array.from({ length: 100 }, (_, index) =>
    String((code + 1 + index) % 1_000_000).padStart(6, '0'),
  )
  const answers = await Promise.all(guesses.map((guess) => verify(id, guess)))
  const statuses = answers.map(({ status }) => status)
  expect([
    statuses.filter((status) => status === 400).length,
    statuses.filter((status) => status === 409).length,
  ]).toEqual([5, 95])
  expect((await verify(id, String(code).padStart(6, '0'))).status).toBe(409)
})

test('a new code can be requested once a minute, states the time to wait, and replaces the previous one [API-27, OTP-12]', async () => {
  const id = getId(await signUp(shop))
  const first = await readCode(shop, SIGN_UP.email)
  shop.passTime(20 * SECOND)
  const early = await resend(id)
  expect(early).toMatchObject({ status: 429, body: { success: false, details: { retryAfterSeconds: 40 } } })
  expect(early.headers.get('retry-after')).toBe('40')
  shop.passTime(40 * SECOND)
  expect(await resend(id)).toMatchObject({
    status: 200,
    body: { success: true, message: 'A new code has been sent to your email' },
  })
  const second = await readCode(shop, SIGN_UP.email)
  expect((await verify(id, differentCode(first, second))).status).toBe(400)
  expect((await verify(id, second)).status).toBe(200)
})

test('concurrent resends send one email', async () => {
  const id = getId(await signUp(shop))
  shop.passTime(MINUTE)
  const answers = await Promise.all([resend(id), resend(id), resend(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
  expect(await readEmails(shop, SIGN_UP.email)).toHaveLength(2)
})

test('no more codes are sent after fifty wrong attempts in a row, across all codes', async () => {
  const id = getId(await signUp(shop))
  const sent: number[] = []
  for (let emailIndex = 0; emailIndex < 10; emailIndex += 1) {
    const code = await readCode(shop, SIGN_UP.email)
    for (let tries = 0; tries < 5; tries += 1) await verify(id, toWrongCode(code))
    shop.passTime(MINUTE)
    sent.push((await resend(id)).status)
  }
  expect(sent).toEqual([...Array.from({ length: 9 }, () => 200), 429])
  expect(await resend(id)).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('Too many wrong codes') },
  })
})

test('refuses unknown IDs and malformed codes', async () => {
  for (const id of ['', 'x', `usr_${'0'.repeat(32)}`, "'; --"]) {
    expect(await verify(id, '123456')).toMatchObject({
      status: 404,
      body: { success: false, message: 'User not found' },
    })
    expect((await resend(id)).status).toBe(404)
  }
  const id = getId(await signUp(shop))
  for (const otp of ['', '12345', '１２３４５６', 'abcdef', '1234567'])
    expect((await verify(id, otp)).status).toBe(400)
  expect((await verify(id, '1'.repeat(21))).status).toBe(400)
})

test('accepts a code with spaces, as email programs copy it', async () => {
  const id = getId(await signUp(shop))
  const code = await readCode(shop, SIGN_UP.email)
  expect((await verify(id, ` ${code.slice(0, 3)} ${code.slice(3)}\n`)).status).toBe(200)
})

test('codes and passwords are never stored in plain text', async () => {
  await signUp(shop)
  const code = await readCode(shop, SIGN_UP.email)
  const stored = await queryRows(
    shop.db,
    sql`select (select json_agg(c)::text from account_codes c) as codes, (select json_agg(p)::text from accounts p) as accounts,
      (select json_agg(data)::text from pgboss.job) as jobs`,
  )
  expect(JSON.stringify(stored)).not.toContain(code)
  expect(JSON.stringify(stored)).not.toContain(SIGN_UP.password)
  expect(JSON.stringify(stored)).toContain('$argon2id$')
})

test('names cannot inject HTML into the email', async () => {
  const name = 'Mei\r\nBcc: all@victim.example\r\n\r\n<script>alert(1)</script>'
  expect((await signUp(shop, { firstName: name, lastName: 'Visit https://evil.example' })).status).toBe(200)
  const [received, ...others] = await readEmails(shop, SIGN_UP.email)
  expect(others).toEqual([])
  for (const typed of ['victim', 'script', 'evil']) expect(JSON.stringify(received)).not.toContain(typed)
  expect(await listAccounts()).toMatchObject([
    { first_name: 'Mei Bcc: all@victim.example <script>alert(1)</script>' },
  ])
})

test('a verified supplier gets a store with a warehouse, named after the company or unnamed, never after the user', async () => {
  const one = { role: 'manufacturer', companyName: '' }
  await createVerifiedAccountId(shop, { ...one, email: 'one@supplier.example' })
  await createVerifiedAccountId(shop, { ...one, email: 'two@supplier.example', companyName: 'Tan Works' })
  await createVerifiedAccountId(shop, { ...one, email: 'three@supplier.example', companyName: 'Tan Works' })
  await signUp(shop, { ...one, email: 'unverified@supplier.example' })
  const stores = await queryRows(
    shop.db,
    sql`select s.name, s.slug, s.is_named, s.is_verified, s.contact_email, w.name as warehouse
      from suppliers s join warehouses w on w.supplier_id = s.id order by s.id`,
  )
  const slugs = [/^store-[0-9a-f]{12}$/, /^tan-works$/, /^tan-works-[0-9a-f]{8}$/]
  expect(stores).toEqual(
    ['Unnamed store', 'Tan Works', 'Tan Works'].map((name, index) => ({
      name,
      slug: expect.stringMatching(slugs[index] ?? ''),
      is_named: name === 'Tan Works',
      is_verified: false,
      contact_email: `${['one', 'two', 'three'][index]}@supplier.example`,
      warehouse: 'Main warehouse',
    })),
  )
})

test('unverified sign-ups are deleted after 30 days', async () => {
  await signUp(shop)
  await createVerifiedAccountId(shop, { email: 'other@shopper.example' })
  const forget = async () => {
    await shop.app.jobs.enqueue(shop.db, { job: 'accounts.forget_dead_access', input: {} })
    await shop.work()
    return (await listAccounts()).map(({ email }) => email)
  }
  shop.passTime(30 * DAY)
  expect(await forget()).toHaveLength(2)
  shop.passTime(1)
  expect(await forget()).toEqual(['other@shopper.example'])
})
