import { afterEach, expect, test, vi } from 'vitest'
import { createCall } from '../calls/api.ts'
import { readUser, USER_KEY } from './session.ts'
import type { StoredUser } from './session.ts'
import { dashboardHref } from './dashboard-href.ts'
import { SESSION_ENDED, isTokenExpired, renewSession } from './renew-session.ts'
import { expiredCookies, sessionCookies, tokensInCookies } from './session-cookies.ts'
import { createSessionStore } from './session-store.ts'
import type { SignInUserData } from './session-store.ts'
import { signOut } from './sign-out.ts'

const MEI: SignInUserData = {
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
  email: 'mei@customers.example',
  firstName: 'Mei',
  lastName: 'Tan',
  type: 'vendor',
  id: 'per_1',
  isActive: true,
  companyName: 'Tan & Co',
}

const NOW = Date.UTC(2026, 10, 21, 12)

afterEach(() => vi.unstubAllGlobals())

test('a session starts from storage, without loading or error [STATE-01]', () => {
  expect(aSession().store.state()).toEqual({
    currentUser: undefined,
    isAuthenticated: false,
    loading: false,
    error: undefined,
  })
  const storedSession = aSession({ user: { ...MEI, loginTimestamp: 1, originDomain: 'https://shop.test' } })
  expect(storedSession.store.state()).toMatchObject({
    currentUser: { firstName: 'Mei' },
    isAuthenticated: true,
  })
})

test('a sign-in is loading until it succeeds, then stores the user and sets the cookies [STATE-02, STATE-06, STATE-07, ENT-01]', () => {
  const { store, entries, cookies } = aSession()
  store.signInFailed('User not found')
  store.signInStarted()
  expect(store.state()).toMatchObject({ loading: true, error: undefined })
  cookies.length = 0
  store.signedIn(MEI)
  expect(JSON.parse(entries.get(USER_KEY) ?? '')).toEqual({
    ...MEI,
    loginTimestamp: NOW,
    originDomain: 'https://shop.test',
  })
  expect(store.state()).toMatchObject({ isAuthenticated: true, loading: false, error: undefined })
  expect(cookies.map((cookie) => cookie.split(';')[0])).toEqual([
    'authToken=access-1',
    'refreshToken=refresh-1',
  ])
})

test('a failed sign-in removes the user and shows the error [STATE-03]', () => {
  const { store, entries } = aSession({
    user: { ...MEI, loginTimestamp: 1, originDomain: 'https://shop.test' },
  })
  store.signInFailed('User not found')
  expect(store.state()).toEqual({
    currentUser: undefined,
    isAuthenticated: false,
    loading: false,
    error: 'User not found',
  })
  expect(entries.has(USER_KEY)).toBe(false)
})

test('merges changed fields and renewed tokens into the stored user [STATE-04, STATE-05]', () => {
  const { store, cookies } = aSession()
  store.signedIn(MEI)
  store.profileUpdated({ firstName: 'Mei Lin' })
  expect(store.state().currentUser).toMatchObject({
    firstName: 'Mei Lin',
    lastName: 'Tan',
    accessToken: 'access-1',
  })
  cookies.length = 0
  store.tokensUpdated({ accessToken: 'access-2', refreshToken: 'refresh-2' })
  expect(store.state().currentUser).toMatchObject({
    firstName: 'Mei Lin',
    accessToken: 'access-2',
    refreshToken: 'refresh-2',
  })
  expect(cookies[0]).toContain('authToken=access-2')
})

test('signing out clears both storages and all four cookies, even if the server is unreachable [STATE-11, STATE-12]', () => {
  const { store, entries, sessionEntries, cookies } = aSession()
  store.signedIn(MEI)
  sessionEntries.set(USER_KEY, 'x')
  cookies.length = 0
  const sentRequests: unknown[] = []
  const call = createCall({
    send: (path, { body }) => {
      sentRequests.push([path, body])
      return Promise.reject(new TypeError('no line'))
    },
    log: () => undefined,
  })
  signOut({ user: () => store.state().currentUser, session: store, call })
  expect([entries.size, sessionEntries.size]).toEqual([0, 0])
  expect(cookies.map((cookie) => cookie.split(';').slice(0, 2).join())).toEqual([
    'user=, Max-Age=0',
    'refreshToken=, Max-Age=0',
    'accessToken=, Max-Age=0',
    'authToken=, Max-Age=0',
  ])
  expect(store.state().isAuthenticated).toBe(false)
  expect(sentRequests).toEqual([['/users/logout', '{"data":{"refreshToken":"refresh-1"}}']])
})

test('cookies have their lifetime, path, SameSite, Secure on HTTPS, and the parent domain if set [STATE-07, CONST-03]', () => {
  expect(
    sessionCookies(MEI, { host: 'shop.example.com', isSecure: true, domain: '.example.com' }).slice(2),
  ).toEqual([
    'authToken=access-1; Max-Age=86400; Path=/; SameSite=Lax; Secure; Domain=example.com',
    'refreshToken=refresh-1; Max-Age=604800; Path=/; SameSite=Lax; Secure; Domain=example.com',
  ])
  expect(sessionCookies(MEI, { host: 'shop.test', isSecure: false })).toEqual([
    'authToken=access-1; Max-Age=86400; Path=/; SameSite=Lax',
    'refreshToken=refresh-1; Max-Age=604800; Path=/; SameSite=Lax',
  ])
})

test('cookies have no domain on localhost, on an IP address, and on hosts outside the parent domain [CONST-04]', () => {
  for (const host of ['localhost', '192.168.1.7', 'shop.test', 'badexample.com'])
    for (const cookie of sessionCookies(MEI, { host, isSecure: true, domain: 'example.com' }))
      expect(cookie).not.toContain('Domain')
})

test('cookies are removed with and without the parent domain', () => {
  const expired = expiredCookies({ host: 'shop.example.com', isSecure: false, domain: 'example.com' })
  expect(expired).toHaveLength(8)
  expect(expired.filter((cookie) => cookie.endsWith('; Domain=example.com'))).toHaveLength(4)
})

test('reads tokens from cookies only when both are valid', () => {
  expect(tokensInCookies('a=1; authToken=x%2Fy; refreshToken=z')).toEqual({
    accessToken: 'x/y',
    refreshToken: 'z',
  })
  for (const text of [
    '',
    'authToken=x',
    'refreshToken=z',
    'authToken=%; refreshToken=z',
    'authToken=; refreshToken=z',
  ])
    expect(tokensInCookies(text)).toBeUndefined()
})

test('treats an invalid stored user as signed out [STATE-21]', () => {
  for (const raw of ['{', 'null', '[]', '"mei"', '{"id":1}', '{"id":"per_1","accessToken":"x"}', '']) {
    vi.stubGlobal('localStorage', { getItem: () => raw })
    expect([raw, readUser()]).toEqual([raw, undefined])
  }
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(MEI) })
  expect(readUser()).toMatchObject({ firstName: 'Mei' })
})

test('renews an expired token with the refresh token, and stores the new tokens [STATE-09]', async () => {
  const { renew, requests, store } = aRenewal({ accessToken: 'access-2', refreshToken: 'refresh-2' })
  expect(await renew('access-1')).toBe(true)
  expect(requests).toEqual([['/users/refreshToken', '{"data":{"refreshToken":"refresh-1"}}']])
  expect(store.state().currentUser).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-2' })
})

test('does not renew a token that another tab has renewed, in storage or in cookies', async () => {
  const stored = aRenewal({ accessToken: 'never', refreshToken: 'never' })
  stored.store.tokensUpdated({ accessToken: 'access-2', refreshToken: 'refresh-2' })
  expect(await stored.renew('access-1')).toBe(true)
  const renewal = aRenewal({ accessToken: 'never', refreshToken: 'never' })
  expect(await renewal.renew('access-1', 'authToken=access-3; refreshToken=refresh-3')).toBe(true)
  expect(renewal.store.state().currentUser).toMatchObject({
    accessToken: 'access-3',
    refreshToken: 'refresh-3',
  })
  expect([stored.requests, renewal.requests]).toEqual([[], []])
})

test('signs out with a message when a session cannot be renewed [STATE-09]', async () => {
  const { renew, store, messages } = aRenewal(401)
  expect(await renew('access-1')).toBe(false)
  expect(store.state().isAuthenticated).toBe(false)
  expect(messages).toEqual([SESSION_ENDED])
})

test('a server error or rate limit does not end the session', async () => {
  for (const [status, words] of [
    [429, 'No.'],
    [503, 'The server answered 503.'],
  ] as const) {
    const { renew, store, messages } = aRenewal(status)
    await expect(renew('access-1')).rejects.toThrow(words)
    expect([store.state().isAuthenticated, messages]).toEqual([true, []])
  }
})

test('renews a token only for an answer about the token', async () => {
  const refusal = (code: string) => Response.json({ success: false, code }, { status: 401 })
  expect(await isTokenExpired(refusal('bad_token'))).toBe(true)
  expect(await isTokenExpired(refusal('password_wrong'))).toBe(false)
  expect(await isTokenExpired(new Response('<html>', { status: 401 }))).toBe(false)
})

test('the dashboard link is the configured URL or the shop’s page, with the account id [HDR-18, PROD-13]', () => {
  expect(dashboardHref('per_1')).toBe('/dashboard?id=per_1')
  expect(dashboardHref('per_1', 'https://office.example/d?x=1')).toBe('https://office.example/d?x=1&id=per_1')
})

/** Creates a session with its own storages. */
function aSession({ user }: { user?: StoredUser } = {}) {
  const entries = new Map<string, string>(user ? [[USER_KEY, JSON.stringify(user)]] : [])
  const sessionEntries = new Map<string, string>()
  const cookies: string[] = []
  const storageOf = (map: Map<string, string>) => ({
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  })
  const store = createSessionStore({
    user: () => JSON.parse(entries.get(USER_KEY) ?? 'null') ?? undefined,
    storages: () => [storageOf(entries), storageOf(sessionEntries)],
    setCookie: (cookie) => cookies.push(cookie),
    cookiePlace: () => ({ host: 'shop.test', isSecure: true }),
    origin: () => 'https://shop.test',
    now: () => NOW,
    changed: () => undefined,
  })
  return { store, entries, sessionEntries, cookies }
}

/** Creates Mei's session, and a server that renews it with these tokens or answers this status. */
function aRenewal(answer: { accessToken: string; refreshToken: string } | number) {
  const { store } = aSession({ user: { ...MEI, loginTimestamp: 1, originDomain: 'https://shop.test' } })
  const requests: unknown[] = []
  const messages: string[] = []
  const call = createCall({
    send: (path, { body }) => {
      requests.push([path, body])
      const refusal = { success: false, message: 'No.', code: 'session_over' }
      return Promise.resolve(
        typeof answer === 'number'
          ? Response.json(refusal, { status: answer })
          : Response.json({ success: true, message: '', ...answer }),
      )
    },
    log: () => undefined,
  })
  const renew = (used: string, cookies = ''): Promise<boolean> =>
    renewSession(used, {
      user: () => store.state().currentUser,
      cookies: () => cookies,
      call,
      session: store,
      alone: (work) => work(),
      tell: (message) => messages.push(message),
    })
  return { renew, requests, store, messages }
}
