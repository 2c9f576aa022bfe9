import { sql } from 'drizzle-orm'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import { supplierInTrade } from '#tests/shop/factories.ts'
import { bearer, codeFor, mailsTo, otherCode, signIn, signUp } from '#tests/steps/signing-in.ts'
import { type MadePerson, type PersonGiven, personSignedIn } from '#tests/shop/people.ts'
import { type Answer, testShop } from '#tests/shop/shop.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { PARAMETERS } from '../sessions/passwords.ts'
import { people } from '../tables.ts'

const shop = await testShop()
const PASSWORD = 'amber over slate'
// Made once: it is the dear part of these tests.
const passwordHash = await hash(PASSWORD, PARAMETERS)
const NEW = 'mei@new-home.example'

async function withPassword(given: PersonGiven = {}): Promise<MadePerson> {
  const person = await personSignedIn(shop.db, shop.now(), given)
  await shop.db
    .update(people)
    .set({ passwordHash })
    .where(sql`id = ${person.id}`)
  return person
}

function changeEmail({ headers }: MadePerson, email: string, password = PASSWORD): Promise<Answer> {
  return shop.post('/users/changeEmail', { data: { email, password } }, headers)
}

function confirm({ headers }: MadePerson, otp: string): Promise<Answer> {
  return shop.post('/users/confirmEmail', { data: { otp } }, headers)
}

test('a profile is read and changed; what is emptied of the company is gone', async () => {
  const { headers, publicId, email } = await withPassword()
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

test('names alone change names alone: the company stays', async () => {
  const { headers } = await withPassword()
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

test('names of a profile obey the rules of the sign-up, and nobody changes kind or address by it', async () => {
  const person = await withPassword()
  const update = (data: object) => shop.post('/users/updateProfile', { data }, person.headers)
  expect(await update({ firstName: 'M', lastName: 'Lim' })).toMatchObject({
    status: 400,
    body: { message: 'First name must be at least 2 characters', details: { field: 'firstName' } },
  })
  await update({ firstName: 'Mei', lastName: 'Lim', type: 'operator', email: 'x@y.example', id: 'usr_1' })
  expect(await shop.get('/users/profile', person.headers)).toMatchObject({
    body: { profile: { type: 'vendor', email: person.email, id: person.publicId } },
  })
})

test('one sees where one is signed in, and ends one of these, all others, or all', async () => {
  const person = await withPassword({ email: 'mei@shopper.example' })
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604'
  shop.passTime(MINUTE)
  for (const agent of [phone, 'curl/8.5', ''])
    await signIn(shop, { email: person.email }, { 'user-agent': agent })
  const list = async () => {
    const { body } = await shop.get('/users/sessions', person.headers)
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
  const end = (id: string) => shop.post('/users/endSession', { data: { id } }, person.headers)
  expect((await end(onPhone?.id ?? '')).status).toBe(200)
  expect(await end(onPhone?.id ?? '')).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
  expect(await list()).toHaveLength(3)
  const others = await shop.post('/users/logoutEverywhere', { data: { keepThis: true } }, person.headers)
  expect(others).toMatchObject({ status: 200, body: { success: true, ended: 2 } })
  expect(await list()).toHaveLength(1)
  await shop.post('/users/logoutEverywhere', { data: {} }, person.headers)
  expect((await shop.get('/users/profile', person.headers)).status).toBe(401)
})

test('nobody ends, or sees, the session of somebody else', async () => {
  const [mei, eve] = [await withPassword(), await withPassword()]
  const { body } = await shop.get('/users/sessions', mei.headers)
  const [session] = Reflect.get(Object(body), 'sessions') as { id: string }[]
  const answer = await shop.post('/users/endSession', { data: { id: session?.id } }, eve.headers)
  expect(answer).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
  expect((await shop.get('/users/profile', mei.headers)).status).toBe(200)
})

test('an address is changed by a code that is mailed to the new one, and the old one is told', async () => {
  const person = await withPassword()
  expect(await changeEmail(person, ' Mei@New-Home.example ')).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect(await mailsTo(shop, person.email)).toEqual([])
  const code = await codeFor(shop, NEW)
  expect((await confirm(person, otherCode(code))).status).toBe(400)
  expect(await confirm(person, code)).toMatchObject({ status: 200, body: { profile: { email: NEW } } })
  const [told] = await mailsTo(shop, person.email)
  expect(told).toMatchObject({ subject: 'Your e-mail address was changed' })
  expect(told?.text).toContain('m•••@new-home.example')
  expect((await signIn(shop, { email: NEW, password: PASSWORD })).status).toBe(200)
  expect((await signIn(shop, { email: person.email, password: PASSWORD })).status).toBe(401)
  expect((await confirm(person, code)).status).toBe(409)
})

test('a link to the old address is over when the account has moved', async () => {
  const person = await withPassword()
  await shop.post('/users/forgotPassword', { data: { email: person.email } })
  const [mail] = await mailsTo(shop, person.email)
  const token = new URL(mail?.links[0] ?? '').searchParams.get('token')
  await changeEmail(person, NEW)
  await confirm(person, await codeFor(shop, NEW))
  const reset = await shop.post('/users/resetPassword', { data: { token, password: 'a wholly new phrase' } })
  expect(reset).toMatchObject({ status: 409, body: { code: 'link_over' } })
})

test('whoever wants a taken address is answered as for a free one; its owner is told, and no code opens it', async () => {
  const [mei, eve] = [await withPassword({ email: NEW }), await withPassword()]
  const taken = await changeEmail(eve, NEW)
  const free = await changeEmail(await withPassword(), 'free@home.example')
  expect([taken.status, taken.text]).toEqual([free.status, free.text])
  const [told] = await mailsTo(shop, NEW)
  expect(told).toMatchObject({ subject: 'This address has an account already' })
  expect(told?.text).not.toMatch(/\d{6}/)
  expect((await shop.get('/users/profile', mei.headers)).body).toMatchObject({ profile: { email: NEW } })
})

test('of two accounts that move to one address at once one gets it', async () => {
  const [mei, may] = [await withPassword(), await withPassword()]
  await changeEmail(mei, NEW)
  const first = await codeFor(shop, NEW)
  await changeEmail(may, NEW)
  const second = await codeFor(shop, NEW)
  const answers = await Promise.all([confirm(mei, first), confirm(may, second)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'email_taken' } })
})

test('a sign-up that nobody verified keeps no owner from the address', async () => {
  await signUp(shop, { email: NEW, password: 'chosen by a stranger' })
  const person = await withPassword()
  await changeEmail(person, NEW)
  expect((await confirm(person, await codeFor(shop, NEW))).status).toBe(200)
  expect((await signIn(shop, { email: NEW, password: 'chosen by a stranger' })).status).toBe(401)
})

test('what keeps an address from being changed is said', async () => {
  const person = await withPassword()
  expect(await changeEmail(person, '')).toMatchObject({ status: 400, body: { message: 'Email is required' } })
  expect(await changeEmail(person, 'nowhere')).toMatchObject({
    status: 400,
    body: { message: 'Invalid email format' },
  })
  expect(await changeEmail(person, NEW, 'wrong')).toMatchObject({
    status: 409,
    body: { code: 'password_wrong' },
  })
  expect(await changeEmail(person, person.email.toUpperCase())).toMatchObject({
    status: 409,
    body: { code: 'same_email' },
  })
  expect((await confirm(person, '123456')).status).toBe(409)
  await changeEmail(person, NEW)
  const soon = await changeEmail(person, 'other@home.example')
  expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '60'])
})

test('all that is kept of a person is had as JSON, with their store', async () => {
  const store = await supplierInTrade(shop.db, { name: 'Tan Works' })
  const person = await withPassword({ type: 'manufacturer', owns: store })
  const { status, body, text } = await shop.get('/users/exportData', person.headers)
  expect([status, body]).toMatchObject([
    200,
    {
      success: true,
      exportedAt: shop.now().toISOString(),
      profile: { email: person.email, type: 'manufacturer' },
      sessions: [{ isCurrent: true }],
      more: { store: { name: 'Tan Works', warehouse: { name: 'Tan Works Warehouse' } } },
    },
  ])
  expect(text).not.toContain('argon2')
})

test('a closed account is scrubbed and signed out, its address free, its store closed; a last mail goes out', async () => {
  const store = await supplierInTrade(shop.db)
  const person = await withPassword({ type: 'manufacturer', owns: store, email: NEW })
  await shop.post('/users/sendLoginCode', { data: { email: NEW } })
  await shop.work()
  const close = (password: string) => shop.post('/users/closeAccount', { data: { password } }, person.headers)
  expect(await close('wrong')).toMatchObject({ status: 409, body: { code: 'password_wrong' } })
  expect(await close(PASSWORD)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Your account is closed' },
  })
  expect((await close(PASSWORD)).status).toBe(401)
  const kept = await rows(
    shop.db,
    sql`select row_to_json(p)::text || coalesce((select json_agg(s)::text from sessions s), '')
      || coalesce((select json_agg(c)::text from account_codes c), '') as kept from people p`,
  )
  for (const told of [person.email, person.firstName, person.lastName, 'argon2', person.accessToken])
    expect(JSON.stringify(kept)).not.toContain(told)
  expect(await rows(shop.db, sql`select count(*)::int as n from account_codes`)).toEqual([{ n: 0 }])
  expect(await shop.db.select().from(suppliers)).toMatchObject([{ isVerified: false, contactEmail: null }])
  expect((await mailsTo(shop, NEW))[0]).toMatchObject({ subject: 'Your account is closed' })
  expect((await signUp(shop, { email: NEW })).status).toBe(200)
})

test('who is signed in by a copied token does not guess the password: the tries are counted as at the door', async () => {
  const person = await withPassword({ email: 'mei@shopper.example' })
  const limited = await testShop({ LIMIT_FACTOR: '1' })
  const copied = await personSignedIn(limited.db, limited.now(), { email: 'mei@shopper.example' })
  const guess = () => limited.post('/users/closeAccount', { data: { password: 'x' } }, copied.headers)
  for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(409)
  const stopped = await guess()
  expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await shop.get('/users/profile', bearer(person))).status).toBe(200)
  limited.passTime(HOUR)
  expect((await guess()).status).toBe(401)
})
