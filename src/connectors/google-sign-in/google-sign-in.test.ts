import { createHash } from 'node:crypto'
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR, addMs, MINUTE } from '#core/time.ts'
import { GOOGLE_CLIENT_ID, createGoogleKey, startFakeGoogle, type FakeGoogle } from '#tests/fakes/google.ts'
import { googleSignIn } from './google-sign-in.ts'

const NOW = new Date('2026-03-02T10:00:00Z')
const SECOND = 1_000

let google: FakeGoogle
let provider: ReturnType<typeof googleSignIn>

beforeEach(async () => {
  google = await startFakeGoogle()
  provider = googleSignIn({ send: fetch, clientId: GOOGLE_CLIENT_ID, keysUrl: google.url })
})
afterEach(() => google.close())

const verified = (token: string, now = NOW) => provider.verify({ token }, now)
const REFUSED = { kind: 'unauthenticated', code: 'bad_credential' }

test('a good credential tells who it is', async () => {
  expect(await verified(await google.credential({ now: NOW }))).toEqual({
    subject: '110169484474386276334',
    email: 'mei.tan@gmail.com',
    emailProof: 'owner',
    firstName: 'Mei',
    lastName: 'Tan',
  })
})

test('Google may sign its name in both ways, nobody else in any', async () => {
  const issued = async (iss: string) => verified(await google.credential({ now: NOW, claims: { iss } }))
  expect(await issued('accounts.google.com')).toMatchObject({ firstName: 'Mei' })
  for (const invalidClaims of [
    'https://accounts.google.com/',
    'http://accounts.google.com',
    'https://evil.example',
    '',
  ])
    await expect(issued(invalidClaims)).rejects.toMatchObject(REFUSED)
})

test.each([
  ['another audience', { aud: 'another.apps.googleusercontent.com' }],
  ['several audiences', { aud: [GOOGLE_CLIENT_ID, 'another'] }],
  ['another authorised party', { azp: 'another' }],
  ['an empty subject', { sub: '' }],
  ['a subject that is too long', { sub: 's'.repeat(256) }],
  ['a moment before which it is not good', { nbf: NOW.getTime() / 1000 + 120 }],
])('a credential with %s is none', async (_, claims) => {
  await expect(verified(await google.credential({ now: NOW, claims }))).rejects.toMatchObject(REFUSED)
})

test.each(['sub', 'aud', 'iss', 'exp', 'iat'])('a credential without %s is none', async (claim) => {
  const token = await google.credential({ now: NOW, without: [claim] })
  await expect(verified(token)).rejects.toMatchObject(REFUSED)
})

test('a credential is good for its hour, and a minute more for clocks that differ', async () => {
  const token = await google.credential({ now: NOW })
  expect(await verified(token, addMs(NOW, HOUR + 59 * SECOND))).toMatchObject({ firstName: 'Mei' })
  await expect(verified(token, addMs(NOW, HOUR + MINUTE + SECOND))).rejects.toMatchObject(REFUSED)
})

test('another key under the name of a good one signs nothing', async () => {
  const forged = await google.credential({ now: NOW, key: await createGoogleKey('first') })
  await expect(verified(forged)).rejects.toMatchObject(REFUSED)
})

test('neither no signature nor the public key as a shared secret is a signature', async () => {
  const claims = { sub: '1', aud: GOOGLE_CLIENT_ID, iss: 'https://accounts.google.com' }
  const unsigned = new UnsecuredJWT(claims).setIssuedAt(NOW).setExpirationTime(addMs(NOW, HOUR)).encode()
  const jwk = google.keys[0]?.publicJwk ?? {}
  const publicKey = await importJWK(jwk, 'RS256', { extractable: true })
  if (publicKey instanceof Uint8Array) throw new Error('not an RSA key')
  const secrets = [await exportSPKI(publicKey), JSON.stringify(jwk)].map((text) => Buffer.from(text))
  const shared = secrets.map((secret) =>
    new SignJWT(claims)
      .setIssuedAt(NOW)
      .setExpirationTime(addMs(NOW, HOUR))
      .setProtectedHeader({ alg: 'HS256', kid: 'first', typ: 'JWT' })
      .sign(secret),
  )
  for (const token of [unsigned, ...(await Promise.all(shared))])
    await expect(verified(token)).rejects.toMatchObject(REFUSED)
})

test('what is no credential at all is refused, and so is one that was changed on its way', async () => {
  const [head, , signature] = (await google.credential({ now: NOW })).split('.')
  const otherPayload = Buffer.from(JSON.stringify({ sub: '2' })).toString('base64url')
  for (const token of ['', 'x', 'a.b.c', '..', `${head}.${otherPayload}.${signature}`])
    await expect(verified(token)).rejects.toMatchObject(REFUSED)
})

test('keys are asked for once while they are fresh, and again after that', async () => {
  const token = () => google.credential({ now: NOW })
  await Promise.all([verified(await token()), verified(await token())])
  await verified(await token(), addMs(NOW, HOUR - SECOND))
  expect(google.requestCount()).toBe(1)
  await verified(await token(), addMs(NOW, HOUR))
  expect(google.requestCount()).toBe(2)
})

test('a new key is fetched when the first credential names it', async () => {
  await verified(await google.credential({ now: NOW }))
  google.keys.push(await createGoogleKey('second'))
  const soon = addMs(NOW, 2 * MINUTE)
  expect(await verified(await google.credential({ now: soon }), soon)).toMatchObject({ firstName: 'Mei' })
  expect(google.requestCount()).toBe(2)
})

test('invented key names make us ask at most once a minute', async () => {
  await verified(await google.credential({ now: NOW }))
  for (let second = 0; second < 180; second += 10) {
    const now = addMs(NOW, second * SECOND)
    const token = await google.credential({ now, kid: `invented ${second}` })
    await expect(verified(token, now)).rejects.toMatchObject(REFUSED)
  }
  expect(google.requestCount()).toBe(3)
})

test.each(['failing', 'gone'] as const)('old keys go on while the address of the keys is %s', async (as) => {
  await verified(await google.credential({ now: NOW }))
  google.stands.as = as
  const now = addMs(NOW, 2 * HOUR)
  expect(await verified(await google.credential({ now }), now)).toMatchObject({ firstName: 'Mei' })
  await verified(await google.credential({ now }), now)
  expect(google.requestCount()).toBe(2)
  const afterStaleTtl = addMs(NOW, 25 * HOUR)
  const token = await google.credential({ now: afterStaleTtl })
  await expect(verified(token, afterStaleTtl)).rejects.toMatchObject({ kind: 'unavailable' })
})

test('without any keys nobody can sign in, and the next one may try again', async () => {
  google.stands.as = 'gone'
  const token = await google.credential({ now: NOW })
  const failure = { kind: 'unavailable', code: 'provider_unreachable' }
  await expect(verified(token)).rejects.toMatchObject(failure)
  google.stands.as = 'up'
  expect(await verified(token)).toMatchObject({ firstName: 'Mei' })
})

test.each([
  ['of Gmail', { email: 'mei@gmail.com' }, 'owner'],
  ['of a Workspace', { email: 'mei@house.example', hd: 'house.example' }, 'owner'],
  ['from elsewhere, once confirmed', { email: 'mei@home.example' }, 'once'],
  ['that was not confirmed', { email: 'mei@gmail.com', email_verified: false }, 'none'],
  ['that is said to be confirmed by a text', { email: 'mei@gmail.com', email_verified: 'false' }, 'none'],
])('an address %s is worth so much', async (_, claims, emailProof) => {
  expect(await verified(await google.credential({ now: NOW, claims }))).toMatchObject({ emailProof })
})

test('a credential without an address or a split name still tells who it is', async () => {
  const token = await google.credential({
    now: NOW,
    claims: { name: ' Mei  Ling Tan ' },
    without: ['email', 'email_verified', 'given_name', 'family_name'],
  })
  expect(await verified(token)).toMatchObject({
    email: undefined,
    emailProof: 'none',
    firstName: 'Mei',
    lastName: 'Ling Tan',
  })
})

test('a credential that was bound to a nonce is good only with it', async () => {
  const nonce = createHash('sha256').update('my nonce').digest('base64url')
  const boundCredential = await google.credential({ now: NOW, claims: { nonce } })
  expect(await provider.verify({ token: boundCredential, nonce: 'my nonce' }, NOW)).toMatchObject({
    firstName: 'Mei',
  })
  await expect(verified(boundCredential)).rejects.toMatchObject(REFUSED)
  for (const wrongNonce of ['your nonce', nonce, ''])
    await expect(provider.verify({ token: boundCredential, nonce: wrongNonce }, NOW)).rejects.toMatchObject(
      REFUSED,
    )
  const free = await google.credential({ now: NOW })
  await expect(provider.verify({ token: free, nonce: 'my nonce' }, NOW)).rejects.toMatchObject(REFUSED)
})
