import { eq, sql } from 'drizzle-orm'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { MINUTE } from '#core/time.ts'
import {
  bearer,
  codeFor,
  mailsTo,
  otherCode,
  SIGN_UP,
  signIn,
  signUp,
  userDataOf,
  verifiedPerson,
} from '#tests/steps/signing-in.ts'
import { personSignedIn } from '#tests/shop/people.ts'
import { type Answer, testShop } from '#tests/shop/shop.ts'
import { isOutdated } from './passwords.ts'
import { people } from '../tables.ts'

const shop = await testShop()

function askCode(email: string = SIGN_UP.email): Promise<Answer> {
  return shop.post('/users/sendLoginCode', { data: { email } })
}

function byCode(otp: string, email: string = SIGN_UP.email): Promise<Answer> {
  return shop.post('/users/loginByCode', { data: { email, otp } })
}

/** The answer without what differs from call to call. */
function plain({ status, body }: Answer): object {
  const { requestId: _id, ...rest } = Object(body)
  return { status, ...rest }
}

test('a vendor signs in and is told exactly who that is, and no secret [API-25, ENT-02, ENT-03, ENT-09]', async () => {
  const id = await verifiedPerson(shop)
  const answer = await shop.post('/users/login', {
    data: { email: SIGN_UP.email, password: SIGN_UP.password, acceptTerms: true },
  })
  expect(answer).toMatchObject({ status: 200, body: { success: true, message: 'Login successful' } })
  expect(userDataOf(answer)).toEqual({
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
  expect((await shop.get('/users/profile', bearer(userDataOf(answer)))).status).toBe(200)
})

test('a manufacturer signs in; company fields are for vendors [ENT-02, ENT-03]', async () => {
  await verifiedPerson(shop, { role: 'manufacturer', companyName: 'Tan Works' })
  const userData = userDataOf(await signIn(shop))
  expect(userData.type).toBe('manufacturer')
  expect(Object.keys(userData)).toHaveLength(8)
})

test('a wrong password, an unknown address and an account without password get the same answer [LOGIN-15]', async () => {
  await verifiedPerson(shop)
  const social = await personSignedIn(shop.db, shop.now())
  const wrong = await signIn(shop, { password: 'not my password' })
  expect(wrong).toMatchObject({ status: 401, body: { success: false, message: 'User not found' } })
  const others = [
    await signIn(shop, { email: 'nobody@shopper.example' }),
    await signIn(shop, { email: social.email }),
    await signIn(shop, { email: social.email, password: '' }),
    await signIn(shop, { email: '', password: '' }),
    await signIn(shop, { email: "' or 1=1 --" }),
  ]
  for (const other of others) expect(plain(other)).toEqual(plain(wrong))
})

test('the address may be typed in any case, the password may not', async () => {
  await verifiedPerson(shop)
  expect((await signIn(shop, { email: ' MEI@Shopper.Example ' })).status).toBe(200)
  expect((await signIn(shop, { password: SIGN_UP.password.toUpperCase() })).status).toBe(401)
  expect((await signIn(shop, { password: `${SIGN_UP.password} ` })).status).toBe(401)
})

test('a password of other signs works however they are composed', async () => {
  await verifiedPerson(shop, { password: 'Straße à Zürich 金' })
  expect((await signIn(shop, { password: 'Straße à Zürich 金'.normalize('NFD') })).status).toBe(200)
})

test('an unverified sign-in with the right password is led to the code page, with a fresh code [LOGIN-13, LOGIN-14, API-25]', async () => {
  await signUp(shop)
  shop.passTime(MINUTE)
  const answer = await signIn(shop)
  const [{ id } = { id: '' }] = await rows<{ id: string }>(shop.db, sql`select public_id as id from people`)
  expect(answer).toMatchObject({
    status: 403,
    body: {
      success: false,
      code: 'not_verified',
      message: 'Please verify your email first: we have mailed you a code.',
      data: { isActive: false, id },
    },
  })
  expect(answer.text).not.toContain('Token')
  expect(await mailsTo(shop, SIGN_UP.email)).toHaveLength(2)
  const otp = await codeFor(shop, SIGN_UP.email)
  expect((await shop.post('/users/verifyOTP', { data: { id, otp } })).status).toBe(200)
})

test('within a minute of the last code an unverified sign-in sends no other one, and says the same [LOGIN-14]', async () => {
  await signUp(shop)
  for (const _ of ['once', 'twice']) expect((await signIn(shop)).status).toBe(403)
  expect(await mailsTo(shop, SIGN_UP.email)).toHaveLength(1)
})

test('an unverified sign-in with a wrong password is told nothing and mails nothing', async () => {
  await signUp(shop)
  shop.passTime(MINUTE)
  expect(await signIn(shop, { password: 'not my password' })).toMatchObject({ status: 401 })
  expect(await mailsTo(shop, SIGN_UP.email)).toHaveLength(1)
})

test('a hash by other parameters is made anew at the next sign-in', async () => {
  await verifiedPerson(shop)
  const weak = await hash(SIGN_UP.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await shop.db.update(people).set({ passwordHash: weak })
  expect(isOutdated(weak)).toBe(true)
  expect((await signIn(shop)).status).toBe(200)
  const [person] = await shop.db.select().from(people)
  expect(isOutdated(person?.passwordHash ?? '')).toBe(false)
  expect((await signIn(shop)).status).toBe(200)
})

test('a mailed code signs in, once, and needs no password [LOGIN-07]', async () => {
  const id = await verifiedPerson(shop)
  expect(await askCode(' MEI@shopper.example')).toMatchObject({ status: 200, body: { success: true } })
  const [mail] = await mailsTo(shop, SIGN_UP.email)
  expect(mail).toMatchObject({ subject: 'Your code to sign in' })
  const code = await codeFor(shop, SIGN_UP.email)
  expect(await byCode(otherCode(code))).toMatchObject({ status: 400, body: { code: 'code_wrong' } })
  const both = await Promise.all([byCode(code), byCode(code)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, expect.any(Number)])
  const userData = userDataOf(both.find(({ status }) => status === 200) ?? both[0])
  expect(userData).toMatchObject({ id, isActive: true, type: 'vendor' })
  expect((await byCode(code)).status).toBe(400)
})

test('whoever asks for a code is answered the same for every address, and so is whoever tries one', async () => {
  await verifiedPerson(shop)
  const [known, unknown] = [await askCode(), await askCode('nobody@shopper.example')]
  expect(plain(unknown)).toEqual(plain(known))
  const mails = await rows(shop.db, sql`select 1 as mail from mails`)
  await shop.work()
  expect(await mailsTo(shop, 'nobody@shopper.example')).toEqual([])
  expect(await rows(shop.db, sql`select 1 as mail from mails`)).toHaveLength(mails.length + 1)
  // The same work for both: a row to count tries in.
  expect(await rows(shop.db, sql`select purpose from account_codes where purpose = 'sign_in'`)).toHaveLength(
    2,
  )
  const tried = [
    await byCode('000000', 'nobody@shopper.example'),
    await byCode(otherCode(await codeFor(shop, SIGN_UP.email))),
  ]
  expect(plain(tried[0] ?? known)).toEqual(plain(tried[1] ?? known))
  for (let tries = 0; tries < 5; tries += 1) await byCode('000000', 'nobody@shopper.example')
  expect(plain(await byCode('000000', 'nobody@shopper.example'))).toEqual(plain(tried[1] ?? known))
})

test('a code to sign in is good for ten minutes and five tries, and asked for again within a minute it stays', async () => {
  await verifiedPerson(shop)
  await askCode()
  const code = await codeFor(shop, SIGN_UP.email)
  await askCode()
  expect(await codeFor(shop, SIGN_UP.email)).toBe(code)
  for (let tries = 0; tries < 5; tries += 1) await byCode(otherCode(code))
  expect((await byCode(code)).status).toBe(400)
  shop.passTime(MINUTE)
  await askCode()
  const late = await codeFor(shop, SIGN_UP.email)
  shop.passTime(10 * MINUTE)
  expect((await byCode(late)).status).toBe(400)
})

test('a code of one purpose opens no other door', async () => {
  const { body } = await signUp(shop)
  const id = String(Reflect.get(Object(Reflect.get(Object(body), 'user')), 'id'))
  const forVerifying = await codeFor(shop, SIGN_UP.email)
  await askCode()
  const forSigningIn = await codeFor(shop, SIGN_UP.email)
  expect((await byCode(forVerifying === forSigningIn ? otherCode(forSigningIn) : forVerifying)).status).toBe(
    400,
  )
  const crossed = forVerifying === forSigningIn ? otherCode(forSigningIn) : forSigningIn
  expect((await shop.post('/users/verifyOTP', { data: { id, otp: crossed } })).status).toBe(400)
})

test('who proves an unverified address by a code is in, and a password that somebody else may have chosen is not', async () => {
  await signUp(shop, { role: 'manufacturer', password: 'chosen by a stranger' })
  await askCode()
  expect(userDataOf(await byCode(await codeFor(shop, SIGN_UP.email))).isActive).toBe(true)
  expect((await signIn(shop, { password: 'chosen by a stranger' })).status).toBe(401)
  expect(await rows(shop.db, sql`select name from suppliers`)).toHaveLength(1)
})

test('a closed account is no account', async () => {
  await verifiedPerson(shop)
  await askCode()
  const code = await codeFor(shop, SIGN_UP.email)
  await shop.db.update(people).set({ closedAt: shop.now() }).where(eq(people.email, SIGN_UP.email))
  expect((await signIn(shop)).status).toBe(401)
  expect((await byCode(code)).status).toBe(400)
})
