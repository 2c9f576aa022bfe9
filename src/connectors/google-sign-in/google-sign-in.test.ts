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

test('returns the identity of a valid credential', async () => {
  expect(await verified(await google.credential({ now: NOW }))).toEqual({
    subject: '110169484474386276334',
    email: 'mei.tan@gmail.com',
    emailProof: 'owner',
    firstName: 'Mei',
    lastName: 'Tan',
  })
})

test('accepts both spellings of Google’s issuer, and no other', async () => {
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
])('rejects a credential with %s', async (_, claims) => {
  await expect(verified(await google.credential({ now: NOW, claims }))).rejects.toMatchObject(REFUSED)
})

test.each(['sub', 'aud', 'iss', 'exp', 'iat'])('rejects a credential without %s', async (claim) => {
  const token = await google.credential({ now: NOW, without: [claim] })
  await expect(verified(token)).rejects.toMatchObject(REFUSED)
})

test('accepts a credential for an hour, plus a minute of clock difference', async () => {
  const token = await google.credential({ now: NOW })
  expect(await verified(token, addMs(NOW, HOUR + 59 * SECOND))).toMatchObject({ firstName: 'Mei' })
  await expect(verified(token, addMs(NOW, HOUR + MINUTE + SECOND))).rejects.toMatchObject(REFUSED)
})

test('rejects a credential signed by another key under a known key id', async () => {
  const forged = await google.credential({ now: NOW, key: await createGoogleKey('first') })
  await expect(verified(forged)).rejects.toMatchObject(REFUSED)
})

test('rejects an unsigned credential, and one signed with the public key as a shared secret', async () => {
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

test('rejects a malformed credential, and one whose payload was changed', async () => {
  const [head, , signature] = (await google.credential({ now: NOW })).split('.')
  const otherPayload = Buffer.from(JSON.stringify({ sub: '2' })).toString('base64url')
  for (const token of ['', 'x', 'a.b.c', '..', `${head}.${otherPayload}.${signature}`])
    await expect(verified(token)).rejects.toMatchObject(REFUSED)
})

test('requests the keys once while they are fresh, and again after they expire', async () => {
  const token = () => google.credential({ now: NOW })
  await Promise.all([verified(await token()), verified(await token())])
  await verified(await token(), addMs(NOW, HOUR - SECOND))
  expect(google.requestCount()).toBe(1)
  await verified(await token(), addMs(NOW, HOUR))
  expect(google.requestCount()).toBe(2)
})

test('fetches the keys again when a credential names a new key', async () => {
  await verified(await google.credential({ now: NOW }))
  google.keys.push(await createGoogleKey('second'))
  const soon = addMs(NOW, 2 * MINUTE)
  expect(await verified(await google.credential({ now: soon }), soon)).toMatchObject({ firstName: 'Mei' })
  expect(google.requestCount()).toBe(2)
})

test('fetches the keys at most once a minute for credentials with unknown key ids', async () => {
  await verified(await google.credential({ now: NOW }))
  for (let second = 0; second < 180; second += 10) {
    const now = addMs(NOW, second * SECOND)
    const token = await google.credential({ now, kid: `invented ${second}` })
    await expect(verified(token, now)).rejects.toMatchObject(REFUSED)
  }
  expect(google.requestCount()).toBe(3)
})

test.each(['failing', 'gone'] as const)(
  'uses the cached keys for up to a day while the key server is %s',
  async (as) => {
    await verified(await google.credential({ now: NOW }))
    google.stands.as = as
    const now = addMs(NOW, 2 * HOUR)
    expect(await verified(await google.credential({ now }), now)).toMatchObject({ firstName: 'Mei' })
    await verified(await google.credential({ now }), now)
    expect(google.requestCount()).toBe(2)
    const afterStaleTtl = addMs(NOW, 25 * HOUR)
    const token = await google.credential({ now: afterStaleTtl })
    await expect(verified(token, afterStaleTtl)).rejects.toMatchObject({ kind: 'unavailable' })
  },
)

test('answers unavailable without any keys, and fetches them at the next sign-in', async () => {
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
])('grades the proof of an email address %s', async (_, claims, emailProof) => {
  expect(await verified(await google.credential({ now: NOW, claims }))).toMatchObject({ emailProof })
})

test('accepts a credential without an email address or separate first and last names', async () => {
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

test('accepts a credential that is bound to a nonce only with that nonce', async () => {
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
