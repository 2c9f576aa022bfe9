import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { toBearerHeader } from '#tests/steps/sign-in.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { type ApiResponse, createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const DAY = 24 * HOUR

type Tokens = Readonly<{ accessToken: string; refreshToken: string }>

function postRefresh(refreshToken: string): Promise<ApiResponse> {
  return shop.post('/users/refreshToken', { data: { refreshToken } })
}

/** Refreshes; returns the new tokens, and throws without them. */
async function refreshTokens(refreshToken: string): Promise<Tokens> {
  const { status, body, text } = await postRefresh(refreshToken)
  if (status !== 200) throw new Error(text)
  return body as Tokens
}

async function isSignedIn(tokens: { accessToken: string }): Promise<boolean> {
  return (await shop.get('/users/profile', toBearerHeader(tokens))).status === 200
}

function createAccount(): Promise<CreatedAccount> {
  return createSignedInAccount(shop.db, shop.now())
}

test('refreshing issues new tokens and invalidates the old access token [STATE-09]', async () => {
  const account = await createAccount()
  shop.passTime(HOUR)
  expect(await isSignedIn(account)).toBe(false)
  const answer = await postRefresh(account.refreshToken)
  expect(answer).toMatchObject({
    status: 200,
    body: {
      success: true,
      accessToken: expect.stringMatching(/^[\w-]{43}$/),
      refreshToken: expect.any(String),
    },
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const next = await refreshTokens((answer.body as Tokens).refreshToken)
  expect([await isSignedIn(next), await isSignedIn(answer.body as Tokens)]).toEqual([true, false])
})

test('every refresh extends the session by seven days', async () => {
  let { refreshToken } = await createAccount()
  for (let times = 0; times < 3; times += 1) {
    shop.passTime(7 * DAY - 1)
    refreshToken = (await refreshTokens(refreshToken)).refreshToken
  }
  shop.passTime(7 * DAY)
  expect(await postRefresh(refreshToken)).toMatchObject({
    status: 401,
    body: { success: false, code: 'session_over' },
  })
})

test('reuse of a stolen refresh token after its owner refreshed ends the session for both', async () => {
  const stolen = (await createAccount()).refreshToken
  const owner = await refreshTokens(stolen)
  shop.passTime(MINUTE + 1)
  expect((await postRefresh(stolen)).status).toBe(401)
  expect(await isSignedIn(owner)).toBe(false)
  expect((await postRefresh(owner.refreshToken)).status).toBe(401)
})

test('a thief who refreshes first loses the session when the owner refreshes', async () => {
  const account = await createAccount()
  const thief = await refreshTokens(account.refreshToken)
  shop.passTime(HOUR)
  expect((await postRefresh(account.refreshToken)).status).toBe(401)
  expect((await postRefresh(thief.refreshToken)).status).toBe(401)
})

test('a refresh token works again for a minute, so that a lost answer signs no user out', async () => {
  const { refreshToken } = await createAccount()
  await refreshTokens(refreshToken)
  shop.passTime(MINUTE)
  const again = await refreshTokens(refreshToken)
  expect(await isSignedIn(again)).toBe(true)
  shop.passTime(HOUR)
  expect(await isSignedIn(await refreshTokens(again.refreshToken))).toBe(true)
})

test('concurrent refreshes of several tabs all succeed, and any of their tokens works afterwards', async () => {
  for (const winner of [0, 1, 2]) {
    const { refreshToken } = await createAccount()
    const answers = await Promise.all([1, 2, 3].map(() => refreshTokens(refreshToken)))
    shop.passTime(HOUR)
    const next = await refreshTokens(answers[winner]?.refreshToken ?? '')
    expect(await isSignedIn(next)).toBe(true)
  }
})

test('two refreshes within the grace period: continuing with both tokens ends the session', async () => {
  const { refreshToken } = await createAccount()
  const [owner, thief] = [await refreshTokens(refreshToken), await refreshTokens(refreshToken)]
  shop.passTime(HOUR)
  const extended = await refreshTokens(owner.refreshToken)
  shop.passTime(MINUTE + 1)
  expect((await postRefresh(thief.refreshToken)).status).toBe(401)
  expect((await postRefresh(extended.refreshToken)).status).toBe(401)
})

test('grace covers the previous token only: using an older one ends the session immediately', async () => {
  const { refreshToken } = await createAccount()
  const second = await refreshTokens(refreshToken)
  const third = await refreshTokens(second.refreshToken)
  expect((await postRefresh(refreshToken)).status).toBe(401)
  expect(await isSignedIn(third)).toBe(false)
})

test('refuses forged, empty and access tokens as refresh tokens', async () => {
  const { accessToken } = await createAccount()
  for (const token of ['', 'x', 'A'.repeat(43), accessToken, "' or true --"])
    expect(await postRefresh(token)).toMatchObject({
      status: 401,
      body: { success: false, code: 'session_over' },
    })
  expect((await postRefresh('A'.repeat(201))).status).toBe(400)
  expect((await shop.post('/users/refreshToken', { refreshToken: 'A' })).status).toBe(400)
})

test('signing out ends the session, also when repeated, and an unknown token ends none [STATE-12]', async () => {
  const [account, other] = [await createAccount(), await createAccount()]
  const postSignOut = (refreshToken: string) => shop.post('/users/logout', { data: { refreshToken } })
  expect((await postSignOut('A'.repeat(43))).status).toBe(200)
  expect(await isSignedIn(account)).toBe(true)
  for (const _ of ['once', 'twice'])
    expect(await postSignOut(account.refreshToken)).toMatchObject({ status: 200, body: { success: true } })
  expect(await isSignedIn(account)).toBe(false)
  expect((await postRefresh(account.refreshToken)).status).toBe(401)
  expect(await isSignedIn(other)).toBe(true)
})

test('an earlier refresh token can still sign out', async () => {
  const { refreshToken } = await createAccount()
  const next = await refreshTokens(refreshToken)
  await shop.post('/users/logout', { data: { refreshToken } })
  expect(await isSignedIn(next)).toBe(false)
})

test('ended sessions and expired tokens are deleted, active ones are not', async () => {
  const runCleanup = async () => {
    await shop.app.jobs.enqueue(shop.db, { job: 'accounts.forget_dead_access', input: {} })
    await shop.work()
    return queryRows(
      shop.db,
      sql`select (select count(*)::int from sessions) as sessions, (select count(*)::int from refresh_tokens) as tokens`,
    )
  }
  const [endedAccount, activeAccount] = [await createAccount(), await createAccount()]
  await shop.post('/users/logout', { data: { refreshToken: endedAccount.refreshToken } })
  let { refreshToken } = activeAccount
  for (let weeks = 0; weeks < 5; weeks += 1) {
    shop.passTime(6 * DAY)
    refreshToken = (await refreshTokens(refreshToken)).refreshToken
  }
  shop.passTime(HOUR)
  expect(await runCleanup()).toEqual([{ sessions: 1, tokens: 2 }])
  expect(await isSignedIn(await refreshTokens(refreshToken))).toBe(true)
})
