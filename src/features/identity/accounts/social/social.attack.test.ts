import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readEmailedCode, createLocalAccount, listEmailTexts, createSocialShop } from '#tests/fakes/social.ts'
import { readActor } from '#features/identity/teams/service.ts'
import { openSession } from '../service.ts'
import { accounts, socialIdentities } from '../tables.ts'

const { shop, facebook, byGoogle, byFacebook } = await createSocialShop()
const { db } = shop

const VICTIM = 'mei.tan@gmail.com'
const createVictim = (isVerified = true) =>
  createLocalAccount(db, { email: VICTIM, now: shop.now(), isVerified })
const listIdentities = () => db.select().from(socialIdentities)
const findAccount = async (id: number) => (await db.select().from(accounts).where(eq(accounts.id, id)))[0]

test('an account is linked immediately when both sides have proven the address, and its owner is emailed', async () => {
  const { id, publicId } = await createVictim()
  const { status, body } = await byGoogle()
  expect([status, body]).toMatchObject([200, { userData: { id: publicId, firstName: 'Local' } }])
  expect(await listIdentities()).toMatchObject([{ provider: 'google', accountId: id }])
  expect(await listEmailTexts(db, VICTIM)).toEqual(['Google sign-in is connected'])
  expect((await findAccount(id))?.passwordHash).not.toBeNull()
})

test.each([
  ['was not verified by Google', { email_verified: false }],
  ['is said to be verified by a text', { email_verified: 'true' }],
  ['is not given out by Google, and may have changed hands', { email: 'mei@home.example' }],
])('an account is not linked by an address that %s', async (_, claims) => {
  const email = 'email' in claims ? claims.email : VICTIM
  await createLocalAccount(db, { email, now: shop.now(), isVerified: true })
  const { status, body } = await byGoogle(claims)
  expect([status, body]).toMatchObject([409, { code: 'email_unconfirmed' }])
  expect(await listIdentities()).toEqual([])
})

test('an address given by Facebook or the browser is never enough to link an account', async () => {
  await createVictim()
  facebook.token('EAAB_thief', { me: { email: VICTIM } })
  facebook.token('EAAB_phone', { me: { email: undefined } })
  for (const answer of [await byFacebook('EAAB_thief'), await byFacebook('EAAB_phone', { email: VICTIM })])
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'email_unconfirmed' }])
  expect(await listIdentities()).toEqual([])
})

test('the answer does not reveal whether an address has an account', async () => {
  await createVictim()
  facebook.token('EAAB_known', { me: { email: VICTIM } })
  facebook.token('EAAB_free', {
    inspection: { user_id: '2' },
    me: { id: '2', email: 'mono.tan@gmail.com' },
  })
  const [known, free] = [await byFacebook('EAAB_known'), await byFacebook('EAAB_free')]
  expect(known.status).toBe(free.status)
  expect(withoutId(known.body)).toEqual(withoutId(free.body))
})

test('an emailed code links an existing account, which keeps its password', async () => {
  const { id, publicId } = await createVictim()
  facebook.token('EAAB_mei', { me: { email: VICTIM } })
  await byFacebook('EAAB_mei')
  const { body } = await byFacebook('EAAB_mei', { otp: await readEmailedCode(db, VICTIM) })
  expect(body).toMatchObject({ userData: { id: publicId } })
  expect((await findAccount(id))?.passwordHash).not.toBeNull()
})

test('a code works once, and only for the sign-in that it was sent for', async () => {
  await createVictim()
  facebook.token('EAAB_mei', { me: { email: VICTIM } })
  facebook.token('EAAB_thief', { inspection: { user_id: '2' }, me: { id: '2', email: VICTIM } })
  await byFacebook('EAAB_mei')
  const otp = await readEmailedCode(db, VICTIM)
  expect((await byFacebook('EAAB_thief', { otp })).body).toMatchObject({ code: 'code_over' })
  expect((await byGoogle({ email_verified: false }, { otp })).body).toMatchObject({ code: 'code_over' })
  expect((await byFacebook('EAAB_mei', { otp })).status).toBe(200)
  await db.delete(socialIdentities)
  expect((await byFacebook('EAAB_mei', { otp })).body).toMatchObject({ code: 'code_over' })
})

test('linking an unverified account requires a code, and removes its unproven password and sessions', async () => {
  // A stranger signed up with the address and a password, but never verified it.
  const { id } = await createVictim(false)
  const device = { userAgent: 'The stranger', address: '203.0.113.9' }
  const { accessToken } = await openSession(db, { accountId: id, device, now: shop.now() })
  expect((await byGoogle()).body).toMatchObject({ code: 'email_unconfirmed' })
  expect(await listIdentities()).toEqual([])
  const { status } = await byGoogle({}, { otp: await readEmailedCode(db, VICTIM) })
  expect(status).toBe(200)
  expect(await findAccount(id)).toMatchObject({ passwordHash: null, emailVerifiedAt: shop.now() })
  expect(await readActor(db, accessToken, { now: shop.now() })).toBeUndefined()
  const password = await shop.post('/users/login', { data: { email: VICTIM, password: 'chosen before' } })
  expect(password.status).toBe(401)
})

test('an unproven social sign-in is not linked to an account created later for its address', async () => {
  facebook.token('EAAB_thief', { me: { email: VICTIM } })
  await byFacebook('EAAB_thief')
  await createVictim()
  expect((await byFacebook('EAAB_thief')).status).toBe(409)
  expect(await listIdentities()).toEqual([])
})

test('a second ID of the same provider is not linked to an account automatically', async () => {
  await createVictim()
  await byGoogle()
  const { status, body } = await byGoogle({ sub: 'who has the address now' })
  expect([status, body]).toMatchObject([409, { code: 'email_unconfirmed' }])
  expect(await listIdentities()).toHaveLength(1)
})

test('an address with look-alike characters matches no account', async () => {
  await createVictim()
  const { status } = await byGoogle({ email: 'ｍei.tan@gmail.com' })
  expect(status).toBe(409)
  expect(await listIdentities()).toEqual([])
})

test('a social sign-in to a closed account is refused', async () => {
  const { id } = await createVictim()
  await byGoogle()
  await db.update(accounts).set({ closedAt: shop.now() }).where(eq(accounts.id, id))
  const { status, body } = await byGoogle()
  expect([status, body]).toMatchObject([403, { success: false, code: 'account_closed' }])
  expect(await db.select().from(accounts)).toHaveLength(1)
})

test('the same ID of another provider is another identity', async () => {
  await byGoogle({ sub: '77' })
  facebook.token('EAAB_77', { inspection: { user_id: '77' }, me: { id: '77' } })
  expect((await byFacebook('EAAB_77')).status).toBe(409)
  const ofFacebook = and(eq(socialIdentities.provider, 'facebook'), eq(socialIdentities.subject, '77'))
  expect(await db.select().from(socialIdentities).where(ofFacebook)).toEqual([])
})

test('markup in names stays text, and an address with header lines is refused', async () => {
  const { body } = await byGoogle({ given_name: '<script>alert(1)</script>', family_name: '"><img src=x>' })
  expect(body).toMatchObject({
    userData: { firstName: '<script>alert(1)</script>', lastName: '"><img src=x>' },
  })
  const headerInjection = await byGoogle({ sub: '3', email: 'a@b.example\r\nBcc: all@b.example' })
  expect(headerInjection.body).toMatchObject({ code: 'email_needed' })
  expect(await listEmailTexts(db, 'a@b.example')).toEqual([])
})

function withoutId(body: unknown): unknown {
  return body instanceof Object ? { ...body, requestId: undefined } : body
}
