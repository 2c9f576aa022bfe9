import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { HOUR, MINUTE, SECOND } from '#core/time.ts'
import {
  codeFor,
  mailsTo,
  otherCode,
  SIGN_UP,
  signIn,
  signUp,
  userDataOf,
  verifiedPerson,
} from '#tests/steps/signing-in.ts'
import { type Answer, testShop } from '#tests/shop/shop.ts'

const shop = await testShop()
const DAY = 24 * HOUR

function idOf({ body }: Answer): string {
  return String(Reflect.get(Object(Reflect.get(Object(body), 'user')), 'id'))
}

function verify(id: string, otp: string): Promise<Answer> {
  return shop.post('/users/verifyOTP', { data: { id, otp } })
}

function resend(id: string): Promise<Answer> {
  return shop.post('/users/resendOTP', { data: { id } })
}

/** The code that was good before; once in a million times the new one is the same, and any other does. */
function another(before: string, now: string): string {
  return before === now ? otherCode(now) : before
}

function people(): Promise<Record<string, unknown>[]> {
  return rows(
    shop.db,
    sql`select public_id as id, email, type, first_name, email_verified_at from people p order by p.id`,
  )
}

test('a vendor signs up, gets a code of six digits by mail, and is in by it [API-24, API-26, OTP-11, CONST-16, ENT-08]', async () => {
  const answer = await signUp(shop)
  expect(answer).toMatchObject({ status: 200, body: { success: true, message: expect.any(String) } })
  const id = idOf(answer)
  expect(id).toMatch(/^usr_[0-9a-f]{32}$/)
  const [mail] = await mailsTo(shop, SIGN_UP.email)
  expect(mail).toMatchObject({ subject: 'Verify your e-mail address' })
  expect(await verify(id, await codeFor(shop, SIGN_UP.email))).toMatchObject({
    status: 200,
    body: { success: true, message: 'Your email is verified. Please sign in.' },
  })
  expect(userDataOf(await signIn(shop))).toMatchObject({ id, type: 'vendor', isActive: true })
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
  [{ password: 'PassWord123' }, 'This password is one of the commonest. Please choose another one.'],
  [{ password: 'Mei@Shopper.example' }, 'Your address is no password. Please choose another one.'],
])('the server repeats the rules of the form: %o [SIGNUP-19]', async (given, message) => {
  expect(await signUp(shop, given)).toMatchObject({ status: 400, body: { success: false, message } })
  expect(await people()).toEqual([])
})

test('a role is vendor unless manufacturer is said; nobody signs up as an operator [SIGNUP-19]', async () => {
  await signUp(shop, { role: '', email: 'a@shopper.example' })
  await signUp(shop, { role: 'manufacturer', email: 'b@shopper.example' })
  const operator = await signUp(shop, { role: 'operator', email: 'c@shopper.example' })
  expect(operator).toMatchObject({ status: 400, body: { success: false, code: 'invalid_input' } })
  expect((await people()).map(({ type }) => type).toSorted()).toEqual(['manufacturer', 'vendor'])
})

test('a known address is told so, in whatever case and writing it comes [SIGNUP-18]', async () => {
  await verifiedPerson(shop)
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
  expect(await people()).toHaveLength(1)
})

test('who never verified may sign up again: a new password, a new code, and nothing of the old stays good [SIGNUP-18]', async () => {
  const first = idOf(await signUp(shop, { password: 'the first of many' }))
  const firstCode = await codeFor(shop, SIGN_UP.email)
  shop.passTime(MINUTE)
  const second = idOf(await signUp(shop))
  const code = await codeFor(shop, SIGN_UP.email)
  expect(await people()).toMatchObject([{ id: second }])
  // Whoever signed up first for a stranger's address cannot have that stranger's code verify the first password.
  expect((await verify(first, code)).status).toBe(404)
  expect((await verify(second, another(firstCode, code))).status).toBe(400)
  expect((await verify(second, code)).status).toBe(200)
  expect((await signIn(shop, { password: 'the first of many' })).status).toBe(401)
  expect((await signIn(shop)).status).toBe(200)
})

test('of two sign-ups of one address at once one account comes [SIGNUP-18]', async () => {
  const answers = await Promise.all(
    ['Mei', 'May', 'Maj'].map((firstName) => signUp(shop, { firstName, email: 'MEI@shopper.example' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
  expect(await people()).toMatchObject([{ email: SIGN_UP.email }])
  expect(await mailsTo(shop, SIGN_UP.email)).toHaveLength(1)
})

test('a code is good for ten minutes [OTP-12]', async () => {
  const id = idOf(await signUp(shop))
  const code = await codeFor(shop, SIGN_UP.email)
  shop.passTime(10 * MINUTE)
  expect(await verify(id, code)).toMatchObject({ status: 409, body: { success: false, code: 'code_over' } })
  expect((await resend(id)).status).toBe(200)
  const fresh = await codeFor(shop, SIGN_UP.email)
  shop.passTime(10 * MINUTE - 1)
  expect((await verify(id, fresh)).status).toBe(200)
})

test('a code is good once, and a verified address is verified [OTP-11]', async () => {
  const id = idOf(await signUp(shop))
  const code = await codeFor(shop, SIGN_UP.email)
  const both = await Promise.all([verify(id, code), verify(id, code)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await verify(id, code)).toMatchObject({ status: 409, body: { code: 'already_verified' } })
  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'already_verified' } })
})

test('after five wrong tries the right code is no good any more [OTP-11, OTP-12]', async () => {
  const id = idOf(await signUp(shop))
  const code = await codeFor(shop, SIGN_UP.email)
  for (let tries = 0; tries < 5; tries += 1)
    expect(await verify(id, otherCode(code))).toMatchObject({
      status: 400,
      body: { success: false, code: 'code_wrong' },
    })
  expect(await verify(id, code)).toMatchObject({ status: 409, body: { success: false, code: 'code_over' } })
})

test('a hundred guesses at once are five tries: the database counts before anything is compared [OTP-12]', async () => {
  const id = idOf(await signUp(shop))
  const code = Number(await codeFor(shop, SIGN_UP.email))
  const guesses = Array.from({ length: 100 }, (_, place) =>
    String((code + 1 + place) % 1_000_000).padStart(6, '0'),
  )
  const answers = await Promise.all(guesses.map((guess) => verify(id, guess)))
  const statuses = answers.map(({ status }) => status)
  expect([
    statuses.filter((status) => status === 400).length,
    statuses.filter((status) => status === 409).length,
  ]).toEqual([5, 95])
  expect((await verify(id, String(code).padStart(6, '0'))).status).toBe(409)
})

test('a fresh code is had once a minute, with a word how long to wait; the one before is over [API-27, OTP-12]', async () => {
  const id = idOf(await signUp(shop))
  const first = await codeFor(shop, SIGN_UP.email)
  shop.passTime(20 * SECOND)
  const early = await resend(id)
  expect(early).toMatchObject({ status: 429, body: { success: false, details: { retryAfterSeconds: 40 } } })
  expect(early.headers.get('retry-after')).toBe('40')
  shop.passTime(40 * SECOND)
  expect(await resend(id)).toMatchObject({
    status: 200,
    body: { success: true, message: 'A new code has been sent to your email' },
  })
  const second = await codeFor(shop, SIGN_UP.email)
  expect((await verify(id, another(first, second))).status).toBe(400)
  expect((await verify(id, second)).status).toBe(200)
})

test('of two resends at once one mail is sent', async () => {
  const id = idOf(await signUp(shop))
  shop.passTime(MINUTE)
  const answers = await Promise.all([resend(id), resend(id), resend(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
  expect(await mailsTo(shop, SIGN_UP.email)).toHaveLength(2)
})

test('codes are mailed no more after fifty wrong ones in a row, however many codes they were for', async () => {
  const id = idOf(await signUp(shop))
  const sent: number[] = []
  for (let mails = 0; mails < 10; mails += 1) {
    const code = await codeFor(shop, SIGN_UP.email)
    for (let tries = 0; tries < 5; tries += 1) await verify(id, otherCode(code))
    shop.passTime(MINUTE)
    sent.push((await resend(id)).status)
  }
  expect(sent).toEqual([...Array.from({ length: 9 }, () => 200), 429])
  expect(await resend(id)).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('too many wrong codes') },
  })
})

test('ids and codes of nobody are told so, whatever they look like', async () => {
  for (const id of ['', 'x', `usr_${'0'.repeat(32)}`, "'; --"]) {
    expect(await verify(id, '123456')).toMatchObject({
      status: 404,
      body: { success: false, message: 'User not found' },
    })
    expect((await resend(id)).status).toBe(404)
  }
  const id = idOf(await signUp(shop))
  for (const otp of ['', '12345', '１２３４５６', 'abcdef', '1234567'])
    expect((await verify(id, otp)).status).toBe(400)
  expect((await verify(id, '1'.repeat(21))).status).toBe(400)
})

test('a code with spaces in it, as mail programs copy it, is the same code', async () => {
  const id = idOf(await signUp(shop))
  const code = await codeFor(shop, SIGN_UP.email)
  expect((await verify(id, ` ${code.slice(0, 3)} ${code.slice(3)}\n`)).status).toBe(200)
})

test('no code and no password stands in the database as it is', async () => {
  await signUp(shop)
  const code = await codeFor(shop, SIGN_UP.email)
  const kept = await rows(
    shop.db,
    sql`select (select json_agg(c)::text from account_codes c) as codes, (select json_agg(p)::text from people p) as people,
      (select json_agg(data)::text from pgboss.job) as jobs`,
  )
  expect(JSON.stringify(kept)).not.toContain(code)
  expect(JSON.stringify(kept)).not.toContain(SIGN_UP.password)
  expect(JSON.stringify(kept)).toContain('$argon2id$')
})

test('names cannot write into the mail, and what was typed does not stand in it', async () => {
  const name = 'Mei\r\nBcc: all@victim.example\r\n\r\n<script>alert(1)</script>'
  expect((await signUp(shop, { firstName: name, lastName: 'Visit https://evil.example' })).status).toBe(200)
  const [mail, ...others] = await mailsTo(shop, SIGN_UP.email)
  expect(others).toEqual([])
  for (const typed of ['victim', 'script', 'evil']) expect(JSON.stringify(mail)).not.toContain(typed)
  expect(await people()).toMatchObject([
    { first_name: 'Mei Bcc: all@victim.example <script>alert(1)</script>' },
  ])
})

test('a supplier who has verified the address has a store with a warehouse, named after the company or not at all, never after a person', async () => {
  const one = { role: 'manufacturer', companyName: '' }
  await verifiedPerson(shop, { ...one, email: 'one@maker.example' })
  await verifiedPerson(shop, { ...one, email: 'two@maker.example', companyName: 'Tan Works' })
  await verifiedPerson(shop, { ...one, email: 'three@maker.example', companyName: 'Tan Works' })
  await signUp(shop, { ...one, email: 'unverified@maker.example' })
  const stores = await rows(
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
      contact_email: `${['one', 'two', 'three'][index]}@maker.example`,
      warehouse: 'Main warehouse',
    })),
  )
})

test('sign-ups that nobody verified are forgotten after 30 days', async () => {
  await signUp(shop)
  await verifiedPerson(shop, { email: 'other@shopper.example' })
  const forget = async () => {
    await shop.app.jobs.enqueue(shop.db, { job: 'accounts.forget_dead_access', input: {} })
    await shop.work()
    return (await people()).map(({ email }) => email)
  }
  shop.passTime(30 * DAY)
  expect(await forget()).toHaveLength(2)
  shop.passTime(1)
  expect(await forget()).toEqual(['other@shopper.example'])
})
