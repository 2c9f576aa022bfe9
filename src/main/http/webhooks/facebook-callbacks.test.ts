import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { socialIdentities } from '#features/identity/accounts/tables.ts'
import { HOUR, addMs, SECOND } from '#core/time.ts'
import { FACEBOOK_APP } from '#tests/fakes/facebook.ts'
import { readEmailedCode, listEmailTexts, createSocialShop } from '#tests/fakes/social.ts'

const { shop, facebook, byFacebook } = await createSocialShop()
const { db } = shop

/** Signs in with Facebook; returns the headers of the account's calls. */
async function signInMei(): Promise<Record<string, string>> {
  facebook.token('EAAB_mei')
  await byFacebook('EAAB_mei')
  const { body } = await byFacebook('EAAB_mei', { otp: await readEmailedCode(db, 'mei.tan@example.com') })
  const data: unknown = body instanceof Object ? Reflect.get(body, 'userData') : undefined
  return { authorization: `Bearer ${String(Reflect.get(data instanceof Object ? data : {}, 'accessToken'))}` }
}

function signRequest(payload: object, secret = FACEBOOK_APP.secret): string {
  const text = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', ...payload })).toString('base64url')
  return `${createHmac('sha256', secret).update(text).digest('base64url')}.${text}`
}

const createPayload = (at: Date = shop.now()) => ({
  user_id: '10150000000000001',
  issued_at: Math.floor(at.getTime() / 1000),
})

function post(what: 'deletion' | 'deauthorise', signedRequest: string) {
  return shop.post(
    `/users/facebook/${what}`,
    new URLSearchParams({ signed_request: signedRequest }).toString(),
    { 'content-type': 'application/x-www-form-urlencoded' },
  )
}

test('a Facebook deletion request removes the identity, ends sessions, sends an email and has a status page', async () => {
  const headers = await signInMei()
  shop.passTime(5 * SECOND)
  const { status, body } = await post('deletion', signRequest(createPayload()))
  expect(status).toBe(200)
  expect(body).toEqual({
    url: expect.stringMatching(/^http:\/\/shop\.test\/users\/facebook\/deletion\/[0-9a-f]{48}$/),
    confirmation_code: expect.stringMatching(/^[0-9a-f]{48}$/),
  })
  expect(await db.select().from(socialIdentities)).toEqual([])
  expect((await shop.get('/users/profile', headers)).status).toBe(401)
  expect((await listEmailTexts(db, 'mei.tan@example.com'))[0]).toBe('Facebook is no longer connected')
  const url = String(body instanceof Object && Reflect.get(body, 'url'))
  const statusPage = await shop.get(new URL(url).pathname)
  expect([statusPage.status, statusPage.text]).toEqual([200, expect.stringContaining('Your data is deleted')])
  expect((await byFacebook('EAAB_mei')).status).toBe(409)
})

test('removing the app at Facebook removes the identity', async () => {
  await signInMei()
  expect((await post('deauthorise', signRequest(createPayload()))).status).toBe(200)
  expect(await db.select().from(socialIdentities)).toEqual([])
})

test('a replayed deauthorisation does not remove a newer connection', async () => {
  const dayBefore = addMs(shop.now(), -24 * HOUR)
  await signInMei()
  expect((await post('deauthorise', signRequest(createPayload(dayBefore)))).status).toBe(200)
  expect(await db.select().from(socialIdentities)).toHaveLength(1)
})

test('answers a deletion request for an unknown user in the same way', async () => {
  const { status, body } = await post('deletion', signRequest({ ...createPayload(), user_id: '99' }))
  expect([status, body]).toMatchObject([200, { confirmation_code: expect.any(String) }])
})

test.each([
  ['signed with another secret', signRequest(createPayload(), 'another')],
  ['not signed', `.${Buffer.from(JSON.stringify(createPayload())).toString('base64url')}`],
  ['of another algorithm', signRequest({ ...createPayload(), algorithm: 'none' })],
  ['without a person', signRequest({ issued_at: 1 })],
  ['with more behind it', `${signRequest(createPayload())}.x`],
  ['that is no JSON', `${createHmac('sha256', FACEBOOK_APP.secret).update('eA').digest('base64url')}.eA`],
  ['that is empty', ''],
])('rejects a Facebook request %s without changes', async (_, request) => {
  await signInMei()
  for (const what of ['deletion', 'deauthorise'] as const) {
    const { status, body } = await post(what, request)
    expect([status, body]).toMatchObject([400, { success: false, code: 'bad_signature' }])
  }
  expect(await db.select().from(socialIdentities)).toHaveLength(1)
})

test('answers 404 for an unknown confirmation code, and 415 for a body that is not a form', async () => {
  for (const code of ['x', 'a'.repeat(48), '%00', '__proto__'])
    expect((await shop.get(`/users/facebook/deletion/${code}`)).status).toBe(404)
  expect((await shop.post('/users/facebook/deletion', { signed_request: '' })).status).toBe(415)
})
