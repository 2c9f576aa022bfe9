import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { bearer } from '#tests/steps/signing-in.ts'
import { type MadePerson, personSignedIn } from '#tests/shop/people.ts'
import { type Answer, testShop } from '#tests/shop/shop.ts'

const shop = await testShop()
const DAY = 24 * HOUR

type Tokens = Readonly<{ accessToken: string; refreshToken: string }>

function ask(refreshToken: string): Promise<Answer> {
  return shop.post('/users/refreshToken', { data: { refreshToken } })
}

/** The new tokens; throws when there are none. */
async function refreshed(refreshToken: string): Promise<Tokens> {
  const { status, body, text } = await ask(refreshToken)
  if (status !== 200) throw new Error(text)
  return body as Tokens
}

async function isIn(tokens: { accessToken: string }): Promise<boolean> {
  return (await shop.get('/users/profile', bearer(tokens))).status === 200
}

function signedIn(): Promise<MadePerson> {
  return personSignedIn(shop.db, shop.now())
}

test('a refresh token gives new tokens, and the old access token is over at once [STATE-09]', async () => {
  const person = await signedIn()
  shop.passTime(HOUR)
  expect(await isIn(person)).toBe(false)
  const answer = await ask(person.refreshToken)
  expect(answer).toMatchObject({
    status: 200,
    body: {
      success: true,
      accessToken: expect.stringMatching(/^[\w-]{43}$/),
      refreshToken: expect.any(String),
    },
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const next = await refreshed((answer.body as Tokens).refreshToken)
  expect([await isIn(next), await isIn(answer.body as Tokens)]).toEqual([true, false])
})

test('a token is good for seven days, each time anew', async () => {
  let { refreshToken } = await signedIn()
  for (let times = 0; times < 3; times += 1) {
    shop.passTime(7 * DAY - 1)
    refreshToken = (await refreshed(refreshToken)).refreshToken
  }
  shop.passTime(7 * DAY)
  expect(await ask(refreshToken)).toMatchObject({
    status: 401,
    body: { success: false, code: 'session_over' },
  })
})

test('a copied token that comes after its owner has gone on ends the session for both', async () => {
  const stolen = (await signedIn()).refreshToken
  const owner = await refreshed(stolen)
  shop.passTime(MINUTE + 1)
  expect((await ask(stolen)).status).toBe(401)
  expect(await isIn(owner)).toBe(false)
  expect((await ask(owner.refreshToken)).status).toBe(401)
})

test('a copied token that comes first is found out as soon as its owner comes', async () => {
  const person = await signedIn()
  const thief = await refreshed(person.refreshToken)
  shop.passTime(HOUR)
  expect((await ask(person.refreshToken)).status).toBe(401)
  expect((await ask(thief.refreshToken)).status).toBe(401)
})

test('an answer that was lost signs nobody out: within a minute the old token gives new ones', async () => {
  const { refreshToken } = await signedIn()
  await refreshed(refreshToken)
  shop.passTime(MINUTE)
  const again = await refreshed(refreshToken)
  expect(await isIn(again)).toBe(true)
  shop.passTime(HOUR)
  expect(await isIn(await refreshed(again.refreshToken))).toBe(true)
})

test('tabs that ask at once are all let in, whichever answer stays in the browser', async () => {
  for (const kept of [0, 1, 2]) {
    const { refreshToken } = await signedIn()
    const answers = await Promise.all([1, 2, 3].map(() => refreshed(refreshToken)))
    shop.passTime(HOUR)
    const next = await refreshed(answers[kept]?.refreshToken ?? '')
    expect(await isIn(next)).toBe(true)
  }
})

test('the minute of grace gives a thief nothing: the second of two ways ends the session', async () => {
  const { refreshToken } = await signedIn()
  const [owner, thief] = [await refreshed(refreshToken), await refreshed(refreshToken)]
  shop.passTime(HOUR)
  const goesOn = await refreshed(owner.refreshToken)
  shop.passTime(MINUTE + 1)
  expect((await ask(thief.refreshToken)).status).toBe(401)
  expect((await ask(goesOn.refreshToken)).status).toBe(401)
})

test('grace is for the generation before only: an older token ends the session at once', async () => {
  const { refreshToken } = await signedIn()
  const second = await refreshed(refreshToken)
  const third = await refreshed(second.refreshToken)
  expect((await ask(refreshToken)).status).toBe(401)
  expect(await isIn(third)).toBe(false)
})

test('what is no refresh token gets nothing: forged, empty, an access token', async () => {
  const { accessToken } = await signedIn()
  for (const token of ['', 'x', 'A'.repeat(43), accessToken, "' or true --"])
    expect(await ask(token)).toMatchObject({ status: 401, body: { success: false, code: 'session_over' } })
  expect((await ask('A'.repeat(201))).status).toBe(400)
  expect((await shop.post('/users/refreshToken', { refreshToken: 'A' })).status).toBe(400)
})

test('signing out ends the session at the server, twice or not; a stranger’s token ends nothing [STATE-12]', async () => {
  const [person, other] = [await signedIn(), await signedIn()]
  const out = (refreshToken: string) => shop.post('/users/logout', { data: { refreshToken } })
  expect((await out('A'.repeat(43))).status).toBe(200)
  expect(await isIn(person)).toBe(true)
  for (const _ of ['once', 'twice'])
    expect(await out(person.refreshToken)).toMatchObject({ status: 200, body: { success: true } })
  expect(await isIn(person)).toBe(false)
  expect((await ask(person.refreshToken)).status).toBe(401)
  expect(await isIn(other)).toBe(true)
})

test('a token of an earlier generation still signs out', async () => {
  const { refreshToken } = await signedIn()
  const next = await refreshed(refreshToken)
  await shop.post('/users/logout', { data: { refreshToken } })
  expect(await isIn(next)).toBe(false)
})

test('dead sessions and tokens are cleared away, living ones stay', async () => {
  const clear = async () => {
    await shop.app.jobs.enqueue(shop.db, { job: 'accounts.forget_dead_access', input: {} })
    await shop.work()
    return rows(
      shop.db,
      sql`select (select count(*)::int from sessions) as sessions, (select count(*)::int from refresh_tokens) as tokens`,
    )
  }
  const [gone, living] = [await signedIn(), await signedIn()]
  await shop.post('/users/logout', { data: { refreshToken: gone.refreshToken } })
  let { refreshToken } = living
  for (let weeks = 0; weeks < 5; weeks += 1) {
    shop.passTime(6 * DAY)
    refreshToken = (await refreshed(refreshToken)).refreshToken
  }
  shop.passTime(HOUR)
  expect(await clear()).toEqual([{ sessions: 1, tokens: 2 }])
  expect(await isIn(await refreshed(refreshToken))).toBe(true)
})
