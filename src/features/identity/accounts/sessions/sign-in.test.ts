import { eq, sql } from 'drizzle-orm'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { inTransaction, queryRows } from '#database/database.ts'
import { MINUTE } from '#core/time.ts'
import {
  toBearerHeader,
  readCode,
  readEmails,
  toWrongCode,
  SIGN_UP,
  signIn,
  signUp,
  parseUserData,
  createVerifiedAccountId,
} from '#tests/steps/sign-in.ts'
import { createSignedInAccount, PASSWORD } from '#tests/shop/accounts.ts'
import { type ApiResponse, createTestShop } from '#tests/shop/shop.ts'
import { needsRehash } from './passwords.ts'
import { accounts } from '../tables.ts'

const shop = await createTestShop()

function requestCode(email: string = SIGN_UP.email): Promise<ApiResponse> {
  return shop.post('/users/sendLoginCode', { data: { email } })
}

function signInByCode(otp: string, email: string = SIGN_UP.email): Promise<ApiResponse> {
  return shop.post('/users/loginByCode', { data: { email, otp } })
}

/** Returns the answer without its request ID. */
function withoutRequestId({ status, body }: ApiResponse): object {
  const { requestId: _id, ...rest } = Object(body)
  return { status, ...rest }
}

test('a vendor signs in and gets exactly the documented account data, without secrets [API-25, ENT-02, ENT-03, ENT-09]', async () => {
  const id = await createVerifiedAccountId(shop)
  const answer = await shop.post('/users/login', {
    data: { email: SIGN_UP.email, password: SIGN_UP.password, acceptTerms: true },
  })
  expect(answer).toMatchObject({ status: 200, body: { success: true, message: 'Login successful' } })
  expect(parseUserData(answer)).toEqual({
    accessToken: expect.stringMatching(/^[\w-]{43}$/),
    refreshToken: expect.stringMatching(/^[\w-]{43}$/),
    email: SIGN_UP.email,
    firstName: 'Mei',
    lastName: 'Tan',
    type: 'vendor',
    id,
    isActive: true,
    companyName: 'Tan & Daughters',
    companyRegisterNumber: 'T12-345',
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect((await shop.get('/users/profile', toBearerHeader(parseUserData(answer)))).status).toBe(200)
})

test('a manufacturer signs in, without company fields, which only vendors have [ENT-02, ENT-03]', async () => {
  await createVerifiedAccountId(shop, { role: 'manufacturer', companyName: 'Tan Works' })
  const userData = parseUserData(await signIn(shop))
  expect(userData.type).toBe('manufacturer')
  expect(Object.keys(userData)).toHaveLength(8)
})

test('a sign-in does not wait for a transaction that stores something of the account', async () => {
  const { id, email } = await createSignedInAccount(shop.db, shop.now(), { withPassword: true })
  const status = await inTransaction(shop.db, async (tx) => {
    // Each row that refers to an account holds this lock of it until its transaction ends.
    await queryRows(tx, sql`select 1 from accounts where id = ${id} for key share`)
    return (await signIn(shop, { email, password: PASSWORD })).status
  })
  expect(status).toBe(200)
})

test('a wrong password, an unknown address and an account without password get the same answer [LOGIN-15]', async () => {
  await createVerifiedAccountId(shop)
  const social = await createSignedInAccount(shop.db, shop.now())
  const wrong = await signIn(shop, { password: 'not my password' })
  expect(wrong).toMatchObject({ status: 401, body: { success: false, message: 'User not found' } })
  const others = [
    await signIn(shop, { email: 'nobody@shopper.example' }),
    await signIn(shop, { email: social.email }),
    await signIn(shop, { email: social.email, password: '' }),
    await signIn(shop, { email: '', password: '' }),
    await signIn(shop, { email: "' or 1=1 --" }),
  ]
  for (const other of others) expect(withoutRequestId(other)).toEqual(withoutRequestId(wrong))
})

test('the email address is case-insensitive at sign-in, the password is not', async () => {
  await createVerifiedAccountId(shop)
  expect((await signIn(shop, { email: ' MEI@Shopper.Example ' })).status).toBe(200)
  expect((await signIn(shop, { password: SIGN_UP.password.toUpperCase() })).status).toBe(401)
  expect((await signIn(shop, { password: `${SIGN_UP.password} ` })).status).toBe(401)
})

test('a password with non-ASCII characters works in any Unicode form', async () => {
  await createVerifiedAccountId(shop, { password: 'Straße à Zürich 金' })
  expect((await signIn(shop, { password: 'Straße à Zürich 金'.normalize('NFD') })).status).toBe(200)
})

test('signing in to an unverified account with the right password answers 403 and sends a new code [LOGIN-13, LOGIN-14, API-25]', async () => {
  await signUp(shop)
  shop.passTime(MINUTE)
  const answer = await signIn(shop)
  const [{ id } = { id: '' }] = await queryRows<{ id: string }>(
    shop.db,
    sql`select public_id as id from accounts`,
  )
  expect(answer).toMatchObject({
    status: 403,
    body: {
      success: false,
      code: 'not_verified',
      message: 'Verify your email first: enter the code we emailed you.',
      data: { isActive: false, id },
    },
  })
  expect(answer.text).not.toContain('Token')
  expect(await readEmails(shop, SIGN_UP.email)).toHaveLength(2)
  const otp = await readCode(shop, SIGN_UP.email)
  expect((await shop.post('/users/verifyOTP', { data: { id, otp } })).status).toBe(200)
})

test('signing in to an unverified account sends no second code within a minute, and gets the same answer [LOGIN-14]', async () => {
  await signUp(shop)
  for (const _ of ['once', 'twice']) expect((await signIn(shop)).status).toBe(403)
  expect(await readEmails(shop, SIGN_UP.email)).toHaveLength(1)
})

test('a wrong password for an unverified account gets the usual refusal, and no email is sent', async () => {
  await signUp(shop)
  shop.passTime(MINUTE)
  expect(await signIn(shop, { password: 'not my password' })).toMatchObject({ status: 401 })
  expect(await readEmails(shop, SIGN_UP.email)).toHaveLength(1)
})

test('a password hash with outdated parameters is replaced at the next sign-in', async () => {
  await createVerifiedAccountId(shop)
  const weak = await hash(SIGN_UP.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await shop.db.update(accounts).set({ passwordHash: weak })
  expect(needsRehash(weak)).toBe(true)
  expect((await signIn(shop)).status).toBe(200)
  const [account] = await shop.db.select().from(accounts)
  expect(needsRehash(account?.passwordHash ?? '')).toBe(false)
  expect((await signIn(shop)).status).toBe(200)
})

test('an emailed code signs in once, without a password [LOGIN-07]', async () => {
  const id = await createVerifiedAccountId(shop)
  expect(await requestCode(' MEI@shopper.example')).toMatchObject({ status: 200, body: { success: true } })
  const [received] = await readEmails(shop, SIGN_UP.email)
  expect(received).toMatchObject({ subject: 'Your sign-in code' })
  const code = await readCode(shop, SIGN_UP.email)
  expect(await signInByCode(toWrongCode(code))).toMatchObject({ status: 400, body: { code: 'code_wrong' } })
  const both = await Promise.all([signInByCode(code), signInByCode(code)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, expect.any(Number)])
  const userData = parseUserData(both.find(({ status }) => status === 200) ?? both[0])
  expect(userData).toMatchObject({ id, isActive: true, type: 'vendor' })
  expect((await signInByCode(code)).status).toBe(400)
})

test('requesting and trying a sign-in code is answered alike for every address', async () => {
  await createVerifiedAccountId(shop)
  const [known, unknown] = [await requestCode(), await requestCode('nobody@shopper.example')]
  expect(withoutRequestId(unknown)).toEqual(withoutRequestId(known))
  const emails = await queryRows(shop.db, sql`select 1 as mail from emails`)
  await shop.work()
  expect(await readEmails(shop, 'nobody@shopper.example')).toEqual([])
  expect(await queryRows(shop.db, sql`select 1 as mail from emails`)).toHaveLength(emails.length + 1)
  // The same work for both: a row that counts attempts.
  expect(
    await queryRows(shop.db, sql`select purpose from account_codes where purpose = 'sign_in'`),
  ).toHaveLength(2)
  const answers = [
    await signInByCode('000000', 'nobody@shopper.example'),
    await signInByCode(toWrongCode(await readCode(shop, SIGN_UP.email))),
  ]
  expect(withoutRequestId(answers[0] ?? known)).toEqual(withoutRequestId(answers[1] ?? known))
  for (let tries = 0; tries < 5; tries += 1) await signInByCode('000000', 'nobody@shopper.example')
  expect(withoutRequestId(await signInByCode('000000', 'nobody@shopper.example'))).toEqual(
    withoutRequestId(answers[1] ?? known),
  )
})

test('a sign-in code lasts ten minutes and five attempts, and is not replaced by a request within a minute', async () => {
  await createVerifiedAccountId(shop)
  await requestCode()
  const code = await readCode(shop, SIGN_UP.email)
  await requestCode()
  expect(await readCode(shop, SIGN_UP.email)).toBe(code)
  for (let tries = 0; tries < 5; tries += 1) await signInByCode(toWrongCode(code))
  expect((await signInByCode(code)).status).toBe(400)
  shop.passTime(MINUTE)
  await requestCode()
  const late = await readCode(shop, SIGN_UP.email)
  shop.passTime(10 * MINUTE)
  expect((await signInByCode(late)).status).toBe(400)
})

test('sign-in and verification codes are not interchangeable', async () => {
  const { body } = await signUp(shop)
  const id = String(Reflect.get(Object(Reflect.get(Object(body), 'user')), 'id'))
  const verificationCode = await readCode(shop, SIGN_UP.email)
  await requestCode()
  const signInCode = await readCode(shop, SIGN_UP.email)
  expect(
    (await signInByCode(verificationCode === signInCode ? toWrongCode(signInCode) : verificationCode)).status,
  ).toBe(400)
  const otherPurposeCode = verificationCode === signInCode ? toWrongCode(signInCode) : signInCode
  expect((await shop.post('/users/verifyOTP', { data: { id, otp: otherPurposeCode } })).status).toBe(400)
})

test('signing in to an unverified account by code removes a password that a stranger may have set', async () => {
  await signUp(shop, { role: 'manufacturer', password: 'chosen by a stranger' })
  await requestCode()
  expect(parseUserData(await signInByCode(await readCode(shop, SIGN_UP.email))).isActive).toBe(true)
  expect((await signIn(shop, { password: 'chosen by a stranger' })).status).toBe(401)
  expect(await queryRows(shop.db, sql`select name from suppliers`)).toHaveLength(1)
})

test('a closed account cannot sign in', async () => {
  await createVerifiedAccountId(shop)
  await requestCode()
  const code = await readCode(shop, SIGN_UP.email)
  await shop.db.update(accounts).set({ closedAt: shop.now() }).where(eq(accounts.email, SIGN_UP.email))
  expect((await signIn(shop)).status).toBe(401)
  expect((await signInByCode(code)).status).toBe(400)
})
