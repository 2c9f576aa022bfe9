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
import { type Answer, SHOP_URL, testShop } from '#tests/shop/shop.ts'

const shop = await testShop()
const NEW = 'a wholly new phrase'

function forgot(email: string = SIGN_UP.email): Promise<Answer> {
  return shop.post('/users/forgotPassword', { data: { email } })
}

function reset(token: string, password: string = NEW): Promise<Answer> {
  return shop.post('/users/resetPassword', { data: { token, password } })
}

/** The token of the link in the latest mail. */
async function tokenFor(address: string = SIGN_UP.email): Promise<string> {
  const [mail] = await mailsTo(shop, address)
  const link = new URL(mail?.links[0] ?? SHOP_URL)
  expect(link.href).toMatch(new RegExp(`^${SHOP_URL}/forget-password\\?token=[\\w-]{43}$`))
  return link.searchParams.get('token') ?? ''
}

test('a mailed link sets a new password, and the old one stops working; all sessions end, and the person is told [API-28, FORGOT-07, FORGOT-08]', async () => {
  await verifiedPerson(shop)
  const before = userDataOf(await signIn(shop))
  expect(await forgot()).toMatchObject({
    status: 200,
    body: { success: true, message: 'Password reset link has been sent to your email' },
  })
  expect(await reset(await tokenFor())).toMatchObject({ status: 200, body: { success: true } })
  expect((await signIn(shop)).status).toBe(401)
  expect((await shop.get('/users/profile', bearer(before))).status).toBe(401)
  expect(
    (await shop.post('/users/refreshToken', { data: { refreshToken: before.refreshToken } })).status,
  ).toBe(401)
  expect((await signIn(shop, { password: NEW })).status).toBe(200)
  const [told] = await mailsTo(shop, SIGN_UP.email)
  expect(told).toMatchObject({ subject: 'Your password was changed' })
})

test('an unknown address gets the same answer, the same work is ordered, and no mail goes out [FORGOT-09]', async () => {
  await verifiedPerson(shop)
  const known = await forgot()
  const unknown = await forgot('nobody@shopper.example')
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
  expect(
    await rows(
      shop.db,
      sql`select name, data from pgboss.job where name = 'accounts.mail_reset_link' order by data`,
    ),
  ).toEqual([
    { name: 'accounts.mail_reset_link', data: { email: SIGN_UP.email } },
    { name: 'accounts.mail_reset_link', data: { email: 'nobody@shopper.example' } },
  ])
  expect(await mailsTo(shop, 'nobody@shopper.example')).toEqual([])
})

test('what is no address is told so', async () => {
  expect(await forgot('')).toMatchObject({ status: 400, body: { message: 'Email is required' } })
  expect(await forgot('nowhere')).toMatchObject({ status: 400, body: { message: 'Invalid email format' } })
})

test('a link is good once, also when it is used twice at once [FORGOT-07]', async () => {
  await verifiedPerson(shop)
  await forgot()
  const token = await tokenFor()
  const answers = await Promise.all([reset(token), reset(token, 'another new phrase')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await reset(token)).toMatchObject({ status: 409, body: { success: false, code: 'link_over' } })
})

test('a link is good for 60 minutes, also beside a newer one, and once a password is set none is [FORGOT-08]', async () => {
  await verifiedPerson(shop)
  await forgot()
  const first = await tokenFor()
  shop.passTime(60 * MINUTE)
  expect((await reset(first)).status).toBe(409)
  await forgot()
  const second = await tokenFor()
  shop.passTime(MINUTE)
  await forgot()
  const third = await tokenFor()
  shop.passTime(59 * MINUTE)
  expect((await reset(second)).status).toBe(409)
  shop.passTime(MINUTE - 1)
  await forgot()
  const fourth = await tokenFor()
  expect((await reset(third)).status).toBe(200)
  expect((await reset(fourth)).status).toBe(409)
})

test('within a minute a second link is not made, and the first stays good', async () => {
  await verifiedPerson(shop)
  await forgot()
  const token = await tokenFor()
  await forgot(SIGN_UP.email.toUpperCase())
  expect(await tokenFor()).toBe(token)
  expect((await reset(token)).status).toBe(200)
})

test('a password that is not good enough leaves the link as it is', async () => {
  await verifiedPerson(shop)
  await forgot()
  const token = await tokenFor()
  expect(await reset(token, 'password')).toMatchObject({ status: 400, body: { code: 'form_faulty' } })
  expect((await reset(token)).status).toBe(200)
})

test('links that nobody was sent are over, whatever they look like', async () => {
  for (const token of ['', 'x', 'A'.repeat(43), "'; drop table people --"])
    expect(await reset(token)).toMatchObject({ status: 409, body: { code: 'link_over' } })
  expect((await reset('A'.repeat(201))).status).toBe(400)
})

test('a link proves the address: an unverified account is verified by it', async () => {
  await signUp(shop, { role: 'manufacturer' })
  await forgot()
  expect((await reset(await tokenFor())).status).toBe(200)
  expect((await signIn(shop, { password: NEW })).status).toBe(200)
  expect(await rows(shop.db, sql`select name from suppliers`)).toHaveLength(1)
})

test('the link does not stand in the database as it is, but in the mail that has to leave', async () => {
  await verifiedPerson(shop)
  await forgot()
  const token = await tokenFor()
  const kept = await rows(
    shop.db,
    sql`select (select json_agg(r)::text from password_resets r) as resets, (select json_agg(data)::text from pgboss.job) as jobs`,
  )
  expect(JSON.stringify(kept)).not.toContain(token)
  shop.passTime(61 * MINUTE + 1)
  await shop.app.jobs.enqueue(shop.db, { job: 'notifications.forget_secret_mails', input: {} })
  await shop.work()
  const mails = await rows(shop.db, sql`select text, html from mails`)
  expect(mails).toEqual([
    { text: '', html: '' },
    { text: '', html: '' },
  ])
})

test('who knows the password changes it; other sessions end, this one stays', async () => {
  await verifiedPerson(shop)
  const [here, there] = [userDataOf(await signIn(shop)), userDataOf(await signIn(shop))]
  const change = (data: object) => shop.post('/users/changePassword', { data }, bearer(here))
  expect(await change({ password: 'not mine at all', newPassword: NEW })).toMatchObject({
    status: 409,
    body: { code: 'password_wrong', message: 'That is not your password.' },
  })
  expect(await change({ password: SIGN_UP.password, newPassword: 'password' })).toMatchObject({
    status: 400,
    body: { code: 'form_faulty', details: { field: 'newPassword' } },
  })
  expect((await change({ password: SIGN_UP.password, newPassword: NEW })).status).toBe(200)
  expect((await shop.get('/users/profile', bearer(here))).status).toBe(200)
  expect((await shop.get('/users/profile', bearer(there))).status).toBe(401)
  expect((await signIn(shop, { password: NEW })).status).toBe(200)
  expect((await mailsTo(shop, SIGN_UP.email))[0]).toMatchObject({ subject: 'Your password was changed' })
})

test('an account without a password is told how to get one, and not that the password is wrong', async () => {
  const { headers } = await personSignedIn(shop.db, shop.now())
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
          message: 'Your account has no password yet. Set one first, by "Forgot password".',
        },
      },
    ])
})
