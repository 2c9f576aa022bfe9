import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MINUTE } from '#core/time.ts'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { enableFactor, signInWithCode, startSignIn } from '#tests/steps/second-factor.ts'
import { readCode } from '#tests/steps/sign-in.ts'
import { generateCode } from './authenticator-codes.ts'

const shop = await createTestShop({ OPERATOR_SECOND_FACTOR: 'required' })
const { db } = shop

const createOwner = () => createSignedInAccount(db, shop.now(), { withPassword: true })

test('refuses a second use of a code, and an earlier code', async () => {
  const owner = await createOwner()
  const { key } = await enableFactor(shop, owner)
  const earlier = generateCode(key, shop.now())
  expect(await signInWithCode(shop, owner, earlier)).toMatchObject({
    status: 409,
    body: { code: 'code_used' },
  })
  shop.passTime(MINUTE)
  const code = generateCode(key, shop.now())
  const both = await Promise.all([signInWithCode(shop, owner, code), signInWithCode(shop, owner, code)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a second-factor challenge expires after ten minutes or its first use, and cannot refresh a session', async () => {
  const owner = await createOwner()
  const { key } = await enableFactor(shop, owner)
  const challenge = await startSignIn(shop, owner)
  const confirm = () =>
    shop.post('/users/secondFactor/confirm', { data: { challenge, code: generateCode(key, shop.now()) } })
  expect((await shop.post('/users/refreshToken', { data: { refreshToken: challenge } })).status).toBe(401)
  shop.passTime(11 * MINUTE)
  expect(await confirm()).toMatchObject({ status: 401, body: { code: 'challenge_over' } })
  const next = await startSignIn(shop, owner)
  const code = generateCode(key, shop.now())
  expect((await shop.post('/users/secondFactor/confirm', { data: { challenge: next, code } })).status).toBe(
    200,
  )
  shop.passTime(MINUTE)
  const again = { data: { challenge: next, code: generateCode(key, shop.now()) } }
  expect((await shop.post('/users/secondFactor/confirm', again)).status).toBe(401)
})

test('another account’s recovery code cannot sign in, and keys and codes are not stored in plain text', async () => {
  const [owner, thief] = [await createOwner(), await createOwner()]
  const { key } = await enableFactor(shop, owner)
  const { recoveryCodes } = await enableFactor(shop, thief)
  expect((await signInWithCode(shop, owner, recoveryCodes[0] ?? '')).status).toBe(400)
  const rows = await queryRows(
    db,
    sql`select encode(sealed, 'escape') as key, encode(hash, 'escape') as code
      from totp_secrets join recovery_codes using (account_id)`,
  )
  expect(rows).toHaveLength(20)
  expect(JSON.stringify(rows)).not.toContain(key)
  expect(JSON.stringify(rows)).not.toContain(recoveryCodes[0])
})

test('signing in by an emailed code also requires the second factor', async () => {
  const owner = await createOwner()
  await enableFactor(shop, owner)
  await shop.post('/users/sendLoginCode', { data: { email: owner.email } })
  const otp = await readCode(shop, owner.email)
  const answer = await shop.post('/users/loginByCode', { data: { email: owner.email, otp } })
  expect(answer.body).toHaveProperty('secondFactor')
  expect(answer.body).not.toHaveProperty('userData')
})

test('an operator without a second factor can only set it up, and cannot disable it', async () => {
  const operator = await createSignedInAccount(db, shop.now(), { type: 'operator', withPassword: true })
  const open = () => shop.get('/operator/exceptions', operator.headers)
  expect(await open()).toMatchObject({ status: 403, body: { code: 'second_factor_setup_needed' } })
  const { key } = await enableFactor(shop, operator)
  expect((await open()).status).toBe(200)
  shop.passTime(MINUTE)
  const code = generateCode(key, shop.now())
  const off = await shop.post('/users/secondFactor/disable', { data: { code } }, operator.headers)
  expect(off).toMatchObject({ status: 409, body: { code: 'second_factor_required' } })
})

test('the eleventh second-factor attempt within 15 minutes is refused', async () => {
  const limited = await shop.anotherApp({ LIMIT_FACTOR: '1' })
  const owner = await createOwner()
  await enableFactor(shop, owner)
  const challenge = await startSignIn(shop, owner)
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries += 1) {
    const answer = await limited.http.request('http://shop.test/users/secondFactor/confirm', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { challenge, code: '000000' } }),
    })
    statuses.push(answer.status)
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400))
  expect(statuses[10]).toBe(429)
})
