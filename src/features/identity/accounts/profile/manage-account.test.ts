import { sql } from 'drizzle-orm'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { toBearerHeader, readCode, readEmails, toWrongCode, signIn, signUp } from '#tests/steps/sign-in.ts'
import { type CreatedAccount, type TestAccountOptions, createSignedInAccount } from '#tests/shop/accounts.ts'
import { type ApiResponse, createTestShop } from '#tests/shop/shop.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { PARAMETERS } from '../sessions/passwords.ts'
import { accounts } from '../tables.ts'

const shop = await createTestShop()
const PASSWORD = 'amber over slate'
// Hashed once: it is the expensive part of these tests.
const passwordHash = await hash(PASSWORD, PARAMETERS)
const NEW = 'mei@new-home.example'

async function createAccountWithPassword(options: TestAccountOptions = {}): Promise<CreatedAccount> {
  const account = await createSignedInAccount(shop.db, shop.now(), options)
  await shop.db
    .update(accounts)
    .set({ passwordHash })
    .where(sql`id = ${account.id}`)
  return account
}

function changeEmail({ headers }: CreatedAccount, email: string, password = PASSWORD): Promise<ApiResponse> {
  return shop.post('/users/changeEmail', { data: { email, password } }, headers)
}

function confirm({ headers }: CreatedAccount, otp: string): Promise<ApiResponse> {
  return shop.post('/users/confirmEmail', { data: { otp } }, headers)
}

test('a profile can be read and changed, and emptied company fields are removed', async () => {
  const { headers, publicId, email } = await createAccountWithPassword()
  const names = { firstName: ' Mei\n', lastName: 'Lim' }
  const company = { companyName: 'Lim Works', companyRegisterNumber: 'L1' }
  const saved = await shop.post('/users/updateProfile', { data: { ...names, ...company } }, headers)
  const profile = {
    id: publicId,
    email,
    firstName: 'Mei',
    lastName: 'Lim',
    type: 'vendor',
    hasPassword: true,
    ...company,
  }
  expect(saved).toMatchObject({ status: 200, body: { success: true, profile } })
  expect(await shop.get('/users/profile', headers)).toMatchObject({ status: 200, body: { profile } })
  const none = { companyName: ' ', companyRegisterNumber: '' }
  await shop.post('/users/updateProfile', { data: { ...names, ...none } }, headers)
  expect(await shop.get('/users/profile', headers)).toMatchObject({
    body: { profile: { companyName: null, companyRegisterNumber: null } },
  })
})

test('a profile change without company fields leaves the company unchanged', async () => {
  const { headers } = await createAccountWithPassword()
  const names = { firstName: 'Mei', lastName: 'Lim' }
  const company = { companyName: 'Lim Studio', companyRegisterNumber: 'T12-345' }
  const update = (data: object) => shop.post('/users/updateProfile', { data }, headers)
  await update({ ...names, ...company })
  expect((await update({ ...names, firstName: 'May' })).status).toBe(200)
  expect(await shop.get('/users/profile', headers)).toMatchObject({
    body: { profile: { firstName: 'May', ...company } },
  })
  await update({ ...names, companyName: '' })
  expect(await shop.get('/users/profile', headers)).toMatchObject({
    body: { profile: { companyName: null, companyRegisterNumber: company.companyRegisterNumber } },
  })
})

test('profile names follow the sign-up rules, and account type and email cannot be changed with the profile', async () => {
  const account = await createAccountWithPassword()
  const update = (data: object) => shop.post('/users/updateProfile', { data }, account.headers)
  expect(await update({ firstName: 'M', lastName: 'Lim' })).toMatchObject({
    status: 400,
    body: { message: 'First name must be at least 2 characters', details: { field: 'firstName' } },
  })
  await update({ firstName: 'Mei', lastName: 'Lim', type: 'operator', email: 'x@y.example', id: 'usr_1' })
  expect(await shop.get('/users/profile', account.headers)).toMatchObject({
    body: { profile: { type: 'vendor', email: account.email, id: account.publicId } },
  })
})

test('an account lists its sessions, and ends one, all others or all of them', async () => {
  const account = await createAccountWithPassword({ email: 'mei@shopper.example' })
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604'
  shop.passTime(MINUTE)
  for (const agent of [phone, 'curl/8.5', ''])
    await signIn(shop, { email: account.email }, { 'user-agent': agent })
  const list = async () => {
    const { body } = await shop.get('/users/sessions', account.headers)
    return Reflect.get(Object(body), 'sessions') as { id: string; device: string; isCurrent: boolean }[]
  }
  const sessions = await list()
  expect(sessions.map(({ device }) => device).toSorted()).toEqual([
    'Safari on iPhone',
    'Unknown device',
    'Unknown device',
    'Unknown device',
  ])
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, false, false, true])
  const onPhone = sessions.find(({ device }) => device === 'Safari on iPhone')
  const end = (id: string) => shop.post('/users/endSession', { data: { id } }, account.headers)
  expect((await end(onPhone?.id ?? '')).status).toBe(200)
  expect(await end(onPhone?.id ?? '')).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
  expect(await list()).toHaveLength(3)
  const others = await shop.post('/users/logoutEverywhere', { data: { keepThis: true } }, account.headers)
  expect(others).toMatchObject({ status: 200, body: { success: true, ended: 2 } })
  expect(await list()).toHaveLength(1)
  await shop.post('/users/logoutEverywhere', { data: {} }, account.headers)
  expect((await shop.get('/users/profile', account.headers)).status).toBe(401)
})

test('an account cannot see or end another account’s sessions', async () => {
  const [mei, eve] = [await createAccountWithPassword(), await createAccountWithPassword()]
  const { body } = await shop.get('/users/sessions', mei.headers)
  const [session] = Reflect.get(Object(body), 'sessions') as { id: string }[]
  const answer = await shop.post('/users/endSession', { data: { id: session?.id } }, eve.headers)
  expect(answer).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
  expect((await shop.get('/users/profile', mei.headers)).status).toBe(200)
})

test('an email address is changed by a code sent to the new one, and the old one is notified', async () => {
  const account = await createAccountWithPassword()
  expect(await changeEmail(account, ' Mei@New-Home.example ')).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect(await readEmails(shop, account.email)).toEqual([])
  const code = await readCode(shop, NEW)
  expect((await confirm(account, toWrongCode(code))).status).toBe(400)
  expect(await confirm(account, code)).toMatchObject({ status: 200, body: { profile: { email: NEW } } })
  const [notice] = await readEmails(shop, account.email)
  expect(notice).toMatchObject({ subject: 'Your email address was changed' })
  expect(notice?.text).toContain('m•••@new-home.example')
  expect((await signIn(shop, { email: NEW, password: PASSWORD })).status).toBe(200)
  expect((await signIn(shop, { email: account.email, password: PASSWORD })).status).toBe(401)
  expect((await confirm(account, code)).status).toBe(409)
})

test('a password reset link sent to the old address is invalid after the email address changed', async () => {
  const account = await createAccountWithPassword()
  await shop.post('/users/forgotPassword', { data: { email: account.email } })
  const [received] = await readEmails(shop, account.email)
  const token = new URL(received?.links[0] ?? '').searchParams.get('token')
  await changeEmail(account, NEW)
  await confirm(account, await readCode(shop, NEW))
  const reset = await shop.post('/users/resetPassword', { data: { token, password: 'a wholly new phrase' } })
  expect(reset).toMatchObject({ status: 409, body: { code: 'link_over' } })
})

test('a request for a taken address gets the same answer as for a free one; its owner is emailed and no code works', async () => {
  const [mei, eve] = [await createAccountWithPassword({ email: NEW }), await createAccountWithPassword()]
  const takenAnswer = await changeEmail(eve, NEW)
  const freeAnswer = await changeEmail(await createAccountWithPassword(), 'free@home.example')
  expect([takenAnswer.status, takenAnswer.text]).toEqual([freeAnswer.status, freeAnswer.text])
  const [notice] = await readEmails(shop, NEW)
  expect(notice).toMatchObject({ subject: 'This address already has an account' })
  expect(notice?.text).not.toMatch(/\d{6}/)
  expect((await shop.get('/users/profile', mei.headers)).body).toMatchObject({ profile: { email: NEW } })
})

test('when two accounts change to the same address concurrently, only one gets it', async () => {
  const [mei, may] = [await createAccountWithPassword(), await createAccountWithPassword()]
  await changeEmail(mei, NEW)
  const first = await readCode(shop, NEW)
  await changeEmail(may, NEW)
  const second = await readCode(shop, NEW)
  const answers = await Promise.all([confirm(mei, first), confirm(may, second)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'email_taken' } })
})

test('an unverified sign-up does not block an account from changing to its address', async () => {
  await signUp(shop, { email: NEW, password: 'chosen by a stranger' })
  const account = await createAccountWithPassword()
  await changeEmail(account, NEW)
  expect((await confirm(account, await readCode(shop, NEW))).status).toBe(200)
  expect((await signIn(shop, { email: NEW, password: 'chosen by a stranger' })).status).toBe(401)
})

test('a refused change of email address states the reason', async () => {
  const account = await createAccountWithPassword()
  expect(await changeEmail(account, '')).toMatchObject({
    status: 400,
    body: { message: 'Email is required' },
  })
  expect(await changeEmail(account, 'nowhere')).toMatchObject({
    status: 400,
    body: { message: 'Invalid email format' },
  })
  expect(await changeEmail(account, NEW, 'wrong')).toMatchObject({
    status: 409,
    body: { code: 'password_wrong' },
  })
  expect(await changeEmail(account, account.email.toUpperCase())).toMatchObject({
    status: 409,
    body: { code: 'same_email' },
  })
  expect((await confirm(account, '123456')).status).toBe(409)
  await changeEmail(account, NEW)
  const soon = await changeEmail(account, 'other@home.example')
  expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '60'])
})

test('the data export of an account is JSON and includes its store', async () => {
  const store = await createTestSupplier(shop.db, { name: 'Tan Works' })
  const account = await createAccountWithPassword({ type: 'manufacturer', owns: store })
  const { status, body, text } = await shop.get('/users/exportData', account.headers)
  expect([status, body]).toMatchObject([
    200,
    {
      success: true,
      exportedAt: shop.now().toISOString(),
      profile: { email: account.email, type: 'manufacturer' },
      sessions: [{ isCurrent: true }],
      more: { store: { name: 'Tan Works', warehouse: { name: 'Tan Works Warehouse' } } },
    },
  ])
  expect(text).not.toContain('argon2')
})

test('closing an account erases its data, ends its sessions, frees its address, closes its store and sends an email', async () => {
  const store = await createTestSupplier(shop.db)
  const account = await createAccountWithPassword({ type: 'manufacturer', owns: store, email: NEW })
  await shop.post('/users/sendLoginCode', { data: { email: NEW } })
  await shop.work()
  const close = (password: string) =>
    shop.post('/users/closeAccount', { data: { password } }, account.headers)
  expect(await close('wrong')).toMatchObject({ status: 409, body: { code: 'password_wrong' } })
  expect(await close(PASSWORD)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Your account is closed' },
  })
  expect((await close(PASSWORD)).status).toBe(401)
  const stored = await queryRows(
    shop.db,
    sql`select row_to_json(p)::text || coalesce((select json_agg(s)::text from sessions s), '')
      || coalesce((select json_agg(c)::text from account_codes c), '') as stored from accounts p`,
  )
  for (const notice of [account.email, account.firstName, account.lastName, 'argon2', account.accessToken])
    expect(JSON.stringify(stored)).not.toContain(notice)
  expect(await queryRows(shop.db, sql`select count(*)::int as n from account_codes`)).toEqual([{ n: 0 }])
  expect(await shop.db.select().from(suppliers)).toMatchObject([{ isVerified: false, contactEmail: null }])
  expect((await readEmails(shop, NEW))[0]).toMatchObject({ subject: 'Your account is closed' })
  expect((await signUp(shop, { email: NEW })).status).toBe(200)
})

test('password attempts with a stolen token count towards the sign-in limit', async () => {
  const account = await createAccountWithPassword({ email: 'mei@shopper.example' })
  const limited = await createTestShop({ LIMIT_FACTOR: '1' })
  const copied = await createSignedInAccount(limited.db, limited.now(), { email: 'mei@shopper.example' })
  const guess = () => limited.post('/users/closeAccount', { data: { password: 'x' } }, copied.headers)
  for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(409)
  const stopped = await guess()
  expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await shop.get('/users/profile', toBearerHeader(account))).status).toBe(200)
  limited.passTime(HOUR)
  expect((await guess()).status).toBe(401)
})
