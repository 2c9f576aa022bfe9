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
import { type ApiResponse, SHOP_URL, createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const NEW = 'a wholly new phrase'

function requestReset(email: string = SIGN_UP.email): Promise<ApiResponse> {
  return shop.post('/users/forgotPassword', { data: { email } })
}

function resetPassword(token: string, password: string = NEW): Promise<ApiResponse> {
  return shop.post('/users/resetPassword', { data: { token, password } })
}

/** Returns the token of the link in the latest email. */
async function readResetToken(address: string = SIGN_UP.email): Promise<string> {
  const [received] = await readEmails(shop, address)
  const link = new URL(received?.links[0] ?? SHOP_URL)
  expect(link.href).toMatch(new RegExp(`^${SHOP_URL}/forget-password\\?token=[\\w-]{43}$`))
  return link.searchParams.get('token') ?? ''
}

test('a reset link sets a new password, invalidates the old one, ends all sessions and emails the owner [API-28, FORGOT-07, FORGOT-08]', async () => {
  await createVerifiedAccountId(shop)
  const before = parseUserData(await signIn(shop))
  expect(await requestReset()).toMatchObject({
    status: 200,
    body: { success: true, message: 'Password reset link has been sent to your email' },
  })
  expect(await resetPassword(await readResetToken())).toMatchObject({ status: 200, body: { success: true } })
  expect((await signIn(shop)).status).toBe(401)
  expect((await shop.get('/users/profile', toBearerHeader(before))).status).toBe(401)
  expect(
    (await shop.post('/users/refreshToken', { data: { refreshToken: before.refreshToken } })).status,
  ).toBe(401)
  expect((await signIn(shop, { password: NEW })).status).toBe(200)
  const [notice] = await readEmails(shop, SIGN_UP.email)
  expect(notice).toMatchObject({ subject: 'Your password was changed' })
})

test('an unknown address gets the same answer after the same work, and no email is sent [FORGOT-09]', async () => {
  await createVerifiedAccountId(shop)
  const known = await requestReset()
  const unknown = await requestReset('nobody@shopper.example')
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
  expect(
    await queryRows(
      shop.db,
      sql`select name, data from pgboss.job where name = 'accounts.mail_reset_link' order by data`,
    ),
  ).toEqual([
    { name: 'accounts.mail_reset_link', data: { email: SIGN_UP.email } },
    { name: 'accounts.mail_reset_link', data: { email: 'nobody@shopper.example' } },
  ])
  expect(await readEmails(shop, 'nobody@shopper.example')).toEqual([])
})

test('refuses an invalid address', async () => {
  expect(await requestReset('')).toMatchObject({ status: 400, body: { message: 'Email is required' } })
  expect(await requestReset('nowhere')).toMatchObject({
    status: 400,
    body: { message: 'Invalid email format' },
  })
})

test('a reset link works once, also under concurrent use [FORGOT-07]', async () => {
  await createVerifiedAccountId(shop)
  await requestReset()
  const token = await readResetToken()
  const answers = await Promise.all([resetPassword(token), resetPassword(token, 'another new phrase')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await resetPassword(token)).toMatchObject({
    status: 409,
    body: { success: false, code: 'link_over' },
  })
})

test('a reset link works for 60 minutes, also beside a newer one, and none works after a reset [FORGOT-08]', async () => {
  await createVerifiedAccountId(shop)
  await requestReset()
  const first = await readResetToken()
  shop.passTime(60 * MINUTE)
  expect((await resetPassword(first)).status).toBe(409)
  await requestReset()
  const second = await readResetToken()
  shop.passTime(MINUTE)
  await requestReset()
  const third = await readResetToken()
  shop.passTime(59 * MINUTE)
  expect((await resetPassword(second)).status).toBe(409)
  shop.passTime(MINUTE - 1)
  await requestReset()
  const fourth = await readResetToken()
  expect((await resetPassword(third)).status).toBe(200)
  expect((await resetPassword(fourth)).status).toBe(409)
})

test('a second request within a minute creates no new link, and the first link still works', async () => {
  await createVerifiedAccountId(shop)
  await requestReset()
  const token = await readResetToken()
  await requestReset(SIGN_UP.email.toUpperCase())
  expect(await readResetToken()).toBe(token)
  expect((await resetPassword(token)).status).toBe(200)
})

test('a refused password does not use up the reset link', async () => {
  await createVerifiedAccountId(shop)
  await requestReset()
  const token = await readResetToken()
  expect(await resetPassword(token, 'password')).toMatchObject({ status: 400, body: { code: 'form_faulty' } })
  expect((await resetPassword(token)).status).toBe(200)
})

test('refuses invented reset links in any format', async () => {
  for (const token of ['', 'x', 'A'.repeat(43), "'; drop table accounts --"])
    expect(await resetPassword(token)).toMatchObject({ status: 409, body: { code: 'link_over' } })
  expect((await resetPassword('A'.repeat(201))).status).toBe(400)
})

test('resetting the password by link verifies an unverified account', async () => {
  await signUp(shop, { role: 'manufacturer' })
  await requestReset()
  expect((await resetPassword(await readResetToken())).status).toBe(200)
  expect((await signIn(shop, { password: NEW })).status).toBe(200)
  expect(await queryRows(shop.db, sql`select name from suppliers`)).toHaveLength(1)
})

test('a reset link is stored in plain text only in its email, which is erased after an hour', async () => {
  await createVerifiedAccountId(shop)
  await requestReset()
  const token = await readResetToken()
  const stored = await queryRows(
    shop.db,
    sql`select (select json_agg(r)::text from password_resets r) as resets, (select json_agg(data)::text from pgboss.job) as jobs`,
  )
  expect(JSON.stringify(stored)).not.toContain(token)
  shop.passTime(61 * MINUTE + 1)
  await shop.app.jobs.enqueue(shop.db, { job: 'notifications.forget_secret_mails', input: {} })
  await shop.work()
  const emails = await queryRows(shop.db, sql`select text, html from emails`)
  expect(emails).toEqual([
    { text: '', html: '' },
    { text: '', html: '' },
  ])
})

test('changing the password ends all other sessions', async () => {
  await createVerifiedAccountId(shop)
  const [here, there] = [parseUserData(await signIn(shop)), parseUserData(await signIn(shop))]
  const change = (data: object) => shop.post('/users/changePassword', { data }, toBearerHeader(here))
  expect(await change({ password: 'not mine at all', newPassword: NEW })).toMatchObject({
    status: 409,
    body: { code: 'password_wrong', message: 'Incorrect password. Try again.' },
  })
  expect(await change({ password: SIGN_UP.password, newPassword: 'password' })).toMatchObject({
    status: 400,
    body: { code: 'form_faulty', details: { field: 'newPassword' } },
  })
  expect((await change({ password: SIGN_UP.password, newPassword: NEW })).status).toBe(200)
  expect((await shop.get('/users/profile', toBearerHeader(here))).status).toBe(200)
  expect((await shop.get('/users/profile', toBearerHeader(there))).status).toBe(401)
  expect((await signIn(shop, { password: NEW })).status).toBe(200)
  expect((await readEmails(shop, SIGN_UP.email))[0]).toMatchObject({ subject: 'Your password was changed' })
})

test('an account without a password gets a message how to set one instead of “wrong password”', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const calls = {
    changePassword: { password: NEW, newPassword: NEW },
    changeEmail: { password: NEW, email: 'mei@new-home.example' },
    closeAccount: { password: NEW },
    confirmPassword: { password: NEW },
  }
  for (const [call, data] of Object.entries(calls))
    expect([call, await shop.post(`/users/${call}`, { data }, headers)]).toMatchObject([
      call,
      {
        status: 409,
        body: {
          code: 'no_password',
          message: 'Your account has no password yet. Set one with “Forgot password” first.',
        },
      },
    ])
})
