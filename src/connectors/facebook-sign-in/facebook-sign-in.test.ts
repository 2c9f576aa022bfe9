import { afterEach, beforeEach, expect, test } from 'vitest'
import { FACEBOOK_APP, startFakeFacebook, type FakeFacebook } from '#tests/fakes/facebook.ts'
import { facebookSignIn, createSecretProof } from './facebook-sign-in.ts'

const NOW = new Date('2026-03-02T10:00:00Z')

let facebook: FakeFacebook
let provider: ReturnType<typeof facebookSignIn>

beforeEach(async () => {
  facebook = await startFakeFacebook()
  provider = signIn()
})
afterEach(() => facebook.close())

const signIn = (appSecret = FACEBOOK_APP.secret) =>
  facebookSignIn({ send: fetch, appId: FACEBOOK_APP.id, appSecret, graphUrl: facebook.url })
const verified = (token: string) => provider.verify({ token }, NOW)
const REFUSED = { kind: 'unauthenticated', code: 'bad_credential' }
const DOWN = { kind: 'unavailable', code: 'provider_unreachable' }

test('returns the account of a token of our app, without proof of the email address', async () => {
  expect(await verified(facebook.token('EAAB_good'))).toEqual({
    subject: '10150000000000001',
    email: 'mei.tan@example.com',
    emailProof: 'none',
    firstName: 'Mei',
    lastName: 'Tan',
  })
})

test('returns no email for an account without one', async () => {
  const token = facebook.token('EAAB_phone', { me: { email: undefined } })
  expect(await verified(token)).toMatchObject({ email: undefined, firstName: 'Mei' })
})

test.each([
  ['of another app', { app_id: '99' }],
  ['of a page', { type: 'PAGE' }],
  ['that is said to be no good', { is_valid: false }],
  ['that is over', { expires_at: NOW.getTime() / 1000 }],
  ['that does not say until when', { expires_at: undefined }],
  ['of nobody', { user_id: undefined }],
  ['of somebody else than it shows', { user_id: '10150000000000002' }],
])('rejects a token %s', async (_, inspection) => {
  await expect(verified(facebook.token('EAAB_bad', { inspection }))).rejects.toMatchObject(REFUSED)
})

test('rejects a token that Facebook did not issue', async () => {
  await expect(verified('EAAB_invented')).rejects.toMatchObject(REFUSED)
})

test('rejects a malformed token without asking Facebook', async () => {
  for (const token of ['', 'two words', 'a&access_token=b', 'x'.repeat(2001), 'é'])
    await expect(verified(token)).rejects.toMatchObject(REFUSED)
  expect(facebook.requests).toEqual([])
})

test('rejects a token that expires between the two requests', async () => {
  const token = facebook.token('EAAB_late')
  const tokenData = facebook.tokens.get(token)
  provider = facebookSignIn({
    appId: FACEBOOK_APP.id,
    appSecret: FACEBOOK_APP.secret,
    graphUrl: facebook.url,
    send: (url, init) => {
      if (url.includes('/me?')) facebook.tokens.delete(token)
      return fetch(url, init)
    },
  })
  expect(tokenData).toBeDefined()
  await expect(verified(token)).rejects.toMatchObject(REFUSED)
})

test.each(['limited', 'failing', 'gone'] as const)('answers unavailable while Facebook is %s', async (as) => {
  const token = facebook.token('EAAB_good')
  facebook.stands.as = as
  await expect(verified(token)).rejects.toMatchObject(DOWN)
})

test('answers unavailable for a wrong app secret, without revealing it', async () => {
  provider = signIn('wrong secret')
  const failure: unknown = await verified(facebook.token('EAAB_good')).catch((error: unknown) => error)
  expect(failure).toMatchObject(DOWN)
  expect(String(failure)).not.toContain('secret')
})

test('computes the same app secret proof as Facebook', () => {
  expect(createSecretProof('EAAB_test_token', 'fb_app_secret')).toBe(
    'f5de658f15751c9b26067f6df79922ee2db66ae1019d7c25ef49a37fe8d89ade',
  )
})
