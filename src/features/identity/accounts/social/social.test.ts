import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MINUTE } from '#core/time.ts'
import { GOOGLE_CLIENT_ID, createGoogleKey } from '#tests/fakes/google.ts'
import { FACEBOOK_APP } from '#tests/fakes/facebook.ts'
import { readEmailedCode, listEmailTexts, createSocialShop } from '#tests/fakes/social.ts'
import { accounts, socialIdentities } from '../tables.ts'

const { shop, google, facebook, byGoogle, byFacebook } = await createSocialShop()
const { db } = shop

const SIGNED_IN = { success: true, userData: { type: 'vendor', isActive: true } }

test('a first sign-in by Google creates a verified vendor account without company data [API-29]', async () => {
  const { status, body } = await byGoogle()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    success: true,
    userData: {
      email: 'mei.tan@gmail.com',
      firstName: 'Mei',
      lastName: 'Tan',
      type: 'vendor',
      isActive: true,
    },
  })
  expect(Object.keys(userData(body))).not.toContain('companyName')
  const [account] = await db.select().from(accounts)
  expect(account).toMatchObject({ emailVerifiedAt: shop.now(), passwordHash: null, companyName: null })
})

test('a social sign-in issues ordinary tokens', async () => {
  const { body } = await byGoogle()
  const headers = { authorization: `Bearer ${String(userData(body)['accessToken'])}` }
  expect((await shop.get('/users/profile', headers)).body).toMatchObject({
    profile: { email: 'mei.tan@gmail.com', hasPassword: false },
  })
})

test('later sign-ins find the account by Google’s subject, even if the address has changed', async () => {
  const first = userData((await byGoogle()).body)
  const next = userData((await byGoogle({ email: 'other@gmail.com', name: 'Somebody' })).body)
  expect(next).toMatchObject({ id: first['id'], email: 'mei.tan@gmail.com' })
  expect(await db.select().from(accounts)).toHaveLength(1)
})

test('a social sign-in ignores all fields but the credential', async () => {
  const claimed = {
    email: 'victim@home.example',
    firstName: 'Victim',
    fullName: 'V',
    picture: 'javascript:0',
  }
  const { body } = await byGoogle({}, claimed)
  expect(userData(body)).toMatchObject({ email: 'mei.tan@gmail.com', firstName: 'Mei' })
  expect(await db.select().from(accounts)).toHaveLength(1)
})

test('two concurrent first sign-ins create one account', async () => {
  const answers = await Promise.all([byGoogle(), byGoogle(), byGoogle()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => userData(body)['id'])).size).toBe(1)
  expect(await db.select().from(accounts)).toHaveLength(1)
})

test('forged, foreign, expired and empty Google credentials get 401 and no session [LOGIN-25]', async () => {
  const now = shop.now()
  const forgeries = [
    '',
    'x',
    await google.credential({ now, claims: { aud: 'another.apps.googleusercontent.com' } }),
    await google.credential({ now, claims: { iss: 'https://evil.example' } }),
    await google.credential({ now: new Date(now.getTime() - 2 * 60 * MINUTE) }),
    await google.credential({ now, key: await createGoogleKey('first') }),
    await google.credential({ now, without: ['sub'] }),
  ]
  for (const token of forgeries) {
    const { status, body } = await shop.post('/users/signInByGoogle', { data: { token } })
    expect([status, body]).toMatchObject([401, { success: false, code: 'bad_credential' }])
  }
  for (const data of [{}, { token: null }, { googleId: '110169484474386276334' }])
    expect((await shop.post('/users/signInByGoogle', { data })).status).toBe(401)
  expect(await db.select().from(accounts)).toEqual([])
})

test('a credential of one account is refused for another account named by the browser', async () => {
  expect((await byGoogle({}, { googleId: 'somebody else' })).status).toBe(401)
  facebook.token('EAAB_mei')
  expect((await byFacebook('EAAB_mei', { facebookId: 'somebody else' })).status).toBe(401)
})

test('forged, foreign and empty Facebook tokens get 401 and no session [LOGIN-25]', async () => {
  facebook.token('EAAB_foreign', { inspection: { app_id: '99' } })
  facebook.token('EAAB_over', { inspection: { expires_at: 1 } })
  for (const token of ['', 'EAAB_invented', 'EAAB_foreign', 'EAAB_over']) {
    const { status, body } = await byFacebook(token)
    expect([status, body]).toMatchObject([401, { success: false, code: 'bad_credential' }])
  }
  expect(await db.select().from(accounts)).toEqual([])
})

test('a sign-in by Facebook creates an account once its address is proven by an emailed code [API-30]', async () => {
  facebook.token('EAAB_mei')
  const answer = await byFacebook('EAAB_mei')
  expect([answer.status, answer.body]).toMatchObject([
    409,
    { success: false, code: 'email_unconfirmed', details: { email: 'm•••@example.com' } },
  ])
  expect(await db.select().from(accounts)).toEqual([])
  const otp = await readEmailedCode(db, 'mei.tan@example.com')
  const { status, body } = await byFacebook('EAAB_mei', { otp: ` ${otp.slice(0, 3)} ${otp.slice(3)}` })
  expect([status, body]).toMatchObject([200, SIGNED_IN])
  expect(userData(body)).toMatchObject({ email: 'mei.tan@example.com', firstName: 'Mei' })
  expect((await byFacebook('EAAB_mei')).status).toBe(200)
})

test('a Facebook user without an address is asked for one, which has to be verified', async () => {
  facebook.token('EAAB_phone', { me: { email: undefined } })
  const first = await byFacebook('EAAB_phone', { email: '' })
  expect([first.status, first.body]).toMatchObject([409, { code: 'email_needed' }])
  expect((await byFacebook('EAAB_phone', { email: 'no address' })).body).toMatchObject({
    code: 'email_needed',
  })
  const typed = { email: 'Mei@Home.example' }
  expect((await byFacebook('EAAB_phone', typed)).body).toMatchObject({ code: 'email_unconfirmed' })
  const otp = await readEmailedCode(db, 'mei@home.example')
  const { body } = await byFacebook('EAAB_phone', { ...typed, otp })
  expect(body).toMatchObject({ success: true, userData: { email: 'mei@home.example' } })
})

test('a wrong code creates no account, and the right one is refused after five wrong attempts', async () => {
  facebook.token('EAAB_mei')
  await byFacebook('EAAB_mei')
  const otp = await readEmailedCode(db, 'mei.tan@example.com')
  const wrong = otp === '000000' ? '000001' : '000000'
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await byFacebook('EAAB_mei', { otp: wrong })).body).toMatchObject({ code: 'code_wrong' })
  expect((await byFacebook('EAAB_mei', { otp })).body).toMatchObject({ code: 'code_over' })
  expect(await db.select().from(accounts)).toEqual([])
})

test('a code lasts ten minutes, and another one is sent only after it expired', async () => {
  facebook.token('EAAB_mei')
  await byFacebook('EAAB_mei')
  const again = await byFacebook('EAAB_mei')
  expect(again.body).toMatchObject({
    code: 'email_unconfirmed',
    message: expect.stringContaining('We just emailed a code'),
  })
  expect(await listEmailTexts(db, 'mei.tan@example.com')).toHaveLength(1)
  const otp = await readEmailedCode(db, 'mei.tan@example.com')
  shop.passTime(10 * MINUTE)
  expect((await byFacebook('EAAB_mei', { otp })).body).toMatchObject({ code: 'code_over' })
  await byFacebook('EAAB_mei')
  expect(await listEmailTexts(db, 'mei.tan@example.com')).toHaveLength(2)
})

test('an unavailable provider leads to 503 with a message and no account', async () => {
  google.stands.as = 'gone'
  google.keys.push(await createGoogleKey('never seen'))
  facebook.stands.as = 'failing'
  facebook.token('EAAB_mei')
  // The cached keys of Google have expired two days later.
  shop.passTime(48 * 60 * MINUTE)
  for (const answer of [await byGoogle(), await byFacebook('EAAB_mei')])
    expect([answer.status, answer.body]).toMatchObject([
      503,
      { success: false, code: 'provider_unreachable', message: expect.stringContaining('can’t be reached') },
    ])
  google.keys.pop()
  expect(await db.select().from(accounts)).toEqual([])
})

test('sign-in options contain the public IDs and not the secret', async () => {
  const { body, text } = await shop.get('/users/signInOptions')
  expect(body).toMatchObject({
    success: true,
    google: { clientId: GOOGLE_CLIENT_ID },
    facebook: { appId: FACEBOOK_APP.id, version: 'v25.0' },
  })
  expect(text).not.toContain(FACEBOOK_APP.secret)
})

test('names are sanitised and shortened before they are stored, and are never empty', async () => {
  const claims = { given_name: ` ${'é'.repeat(150)}\u0007\n`, family_name: '' }
  expect(userData((await byGoogle({ ...claims, sub: '1' })).body)['firstName']).toBe('é'.repeat(100))
  const cutAtSpace = { ...claims, sub: '3', given_name: `${'é'.repeat(99)} ${'é'.repeat(9)}` }
  expect(userData((await byGoogle({ ...cutAtSpace, email: 'cut@gmail.com' })).body)['firstName']).toBe(
    'é'.repeat(99),
  )
  const nameless = { sub: '2', email: 'quiet@gmail.com', name: '', given_name: '', family_name: '' }
  expect(userData((await byGoogle(nameless)).body)).toMatchObject({ firstName: 'quiet', lastName: '' })
})

test('sign-in providers are in the data export and are deleted with the account', async () => {
  const { accessToken } = userData((await byGoogle()).body)
  const headers = { authorization: `Bearer ${String(accessToken)}` }
  expect((await shop.get('/users/exportData', headers)).body).toMatchObject({
    more: { signInProviders: [{ provider: 'google', subject: '110169484474386276334' }] },
  })
})

test('malformed sign-in bodies get 400, never 500', async () => {
  for (const path of ['/users/signInByGoogle', '/users/signInByFacebook'])
    for (const body of [
      '{',
      '[]',
      { data: null },
      { data: { token: 7, accessToken: {} } },
      { data: { token: 'x'.repeat(6000), accessToken: 'x'.repeat(6000) } },
      { data: { otp: ['1'] } },
    ]) {
      const { status, body: answer } = await shop.post(path, body)
      expect([status, answer]).toMatchObject([400, { success: false }])
    }
  expect(await db.select().from(socialIdentities).where(eq(socialIdentities.provider, 'google'))).toEqual([])
})

/** Returns the user data of a sign-in’s answer. */
function userData(body: unknown): Record<string, unknown> {
  const data: unknown = body instanceof Object ? Reflect.get(body, 'userData') : undefined
  return data instanceof Object ? { ...data } : {}
}
