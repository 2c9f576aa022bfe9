import { expect, test } from 'vitest'
import { requestFacebookLogin, isSignInCancelled } from './facebook.ts'
import { decodeCredential, toGoogleForm } from './google.ts'

function credential(claims: unknown): string {
  return ['{}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')
}

const MEI = {
  sub: '1101',
  email: 'mei@gmail.com',
  name: 'Mei Tän 陈',
  given_name: 'Mei',
  family_name: 'Tän 陈',
  picture: 'https://lh3.example/mei',
  exp: 1,
}

test('reads email, names, picture and subject from a credential, and sends them with it [LOGIN-22, ENT-10]', () => {
  const token = credential(MEI)
  expect(toGoogleForm(token)).toEqual({
    email: 'mei@gmail.com',
    firstName: 'Mei',
    lastName: 'Tän 陈',
    fullName: 'Mei Tän 陈',
    picture: 'https://lh3.example/mei',
    googleId: '1101',
    token,
  })
})

test('leaves missing and non-text claims of a credential empty', () => {
  expect(toGoogleForm(credential({ sub: '1', email: 7, name: null }))).toMatchObject({
    email: '',
    fullName: '',
    googleId: '1',
  })
})

test.each(['', 'x', 'a.b', 'a.!.c', `a.${Buffer.from('null').toString('base64url')}.c`])(
  'rejects a credential like %j',
  (token) => {
    expect(() => decodeCredential(token)).toThrow(/JSON|credential|correctly encoded|invalid/i)
  },
)

type Sdk = Parameters<typeof requestFacebookLogin>[0]

/** A fake of Facebook's script with these answers; `requests` has what it was called with. */
function sdk(login: Parameters<Parameters<Sdk['login']>[0]>[0], profile: object) {
  const requests: unknown[] = []
  const sdkDouble: Sdk = {
    init: () => undefined,
    login: (answered, request) => {
      requests.push(request)
      answered(login)
    },
    api: (path, request, answered) => {
      requests.push([path, request.fields])
      answered(profile)
    },
  }
  return { made: sdkDouble, requests }
}

const CONNECTED = { status: 'connected', authResponse: { accessToken: 'EAAB', userID: '77' } }

test('requests email and public profile from Facebook, and sends the answer to the server [LOGIN-23, ENT-11]', async () => {
  const { made, requests } = sdk(CONNECTED, {
    id: '77',
    name: 'Mei Tan',
    first_name: 'Mei',
    last_name: 'Tan',
    email: 'mei@home.example',
    picture: { data: { url: 'https://fb.example/mei' } },
  })
  expect(await requestFacebookLogin(made)).toEqual({
    email: 'mei@home.example',
    firstName: 'Mei',
    lastName: 'Tan',
    fullName: 'Mei Tan',
    picture: 'https://fb.example/mei',
    facebookId: '77',
    accessToken: 'EAAB',
  })
  expect(requests[0]).toEqual({ scope: 'public_profile,email' })
})

test('sends an empty email when Facebook returns none', async () => {
  const { made } = sdk(CONNECTED, { id: '77', name: 'Mei Tan' })
  expect(await requestFacebookLogin(made)).toMatchObject({ email: '', fullName: 'Mei Tan', facebookId: '77' })
})

test.each([
  { status: 'unknown', authResponse: null },
  { status: 'not_authorized', authResponse: null },
  { status: 'connected' },
])('treats a Facebook login that returns %j as cancelled [LOGIN-21]', async (login) => {
  const failure: unknown = await requestFacebookLogin(sdk(login, {}).made).catch((error: unknown) => error)
  expect(isSignInCancelled(failure)).toBe(true)
  expect(String(failure)).toContain('SignInCancelled')
})

test('does not treat a Facebook error as a cancellation', async () => {
  const { made } = sdk(CONNECTED, { error: { code: 190 } })
  const failure: unknown = await requestFacebookLogin(made).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(isSignInCancelled(failure)).toBe(false)
})
