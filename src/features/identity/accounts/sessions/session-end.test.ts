import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#core/time.ts'
import { ensureOperator } from '../service.ts'
import { toBearerHeader } from '#tests/steps/sign-in.ts'
import { PASSWORD, createSignedInAccount, createSession } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()

async function refresh(
  refreshToken: string,
): Promise<{ status: number; tokens: { accessToken: string; refreshToken: string } }> {
  const { status, body } = await shop.post('/users/refreshToken', { data: { refreshToken } })
  return { status, tokens: body as { accessToken: string; refreshToken: string } }
}

async function isSignedIn(tokens: { accessToken: string }): Promise<boolean> {
  return (await shop.get('/users/profile', toBearerHeader(tokens))).status === 200
}

test('a session ends 90 days after the sign-in, regardless of refreshes', async () => {
  let tokens: { accessToken: string; refreshToken: string } = await createSignedInAccount(shop.db, shop.now())
  for (let day = 0; day < 90; day += 6) {
    const next = await refresh(tokens.refreshToken)
    expect(next.status).toBe(200)
    tokens = next.tokens
    shop.passTime(6 * DAY - (day === 84 ? MINUTE : 0))
  }
  tokens = (await refresh(tokens.refreshToken)).tokens
  expect(await isSignedIn(tokens)).toBe(true)
  shop.passTime(MINUTE)
  expect(await isSignedIn(tokens)).toBe(false)
  expect((await refresh(tokens.refreshToken)).status).toBe(401)
})

test('an operator’s session ends after twelve hours', async () => {
  let tokens: { accessToken: string; refreshToken: string } = await createSignedInAccount(
    shop.db,
    shop.now(),
    {
      type: 'operator',
    },
  )
  for (let hour = 0; hour < 12; hour += 1) {
    expect(await isSignedIn(tokens)).toBe(true)
    shop.passTime(HOUR - 1)
    const next = await refresh(tokens.refreshToken)
    expect(next.status).toBe(200)
    tokens = next.tokens
  }
  shop.passTime(12)
  expect(await isSignedIn(tokens)).toBe(false)
  expect((await refresh(tokens.refreshToken)).status).toBe(401)
})

test('becoming an operator ends all sessions of the account', async () => {
  const account = await createSignedInAccount(shop.db, shop.now(), { withPassword: true })
  await ensureOperator(shop.db, { email: account.email, password: undefined, now: shop.now() })
  expect(await isSignedIn(account)).toBe(false)
})

test('calls that move money require the password, whose confirmation lasts ten minutes in one session', async () => {
  const { db, now } = shop
  const operator = await createSignedInAccount(db, now(), { type: 'operator', withPassword: true })
  const fresh = await shop.post('/users/login', { data: { email: operator.email, password: PASSWORD } })
  const headers = toBearerHeader(Reflect.get(Object(fresh.body), 'userData'))
  const calls = [
    '/payouts/sweep',
    '/payouts/pay_1/mark',
    '/payout-files',
    '/payout-files/pfl_1/mark',
    '/supplier/orders/sor_1/refunds',
    '/refunds/rfd_1/paid',
    '/refunds/rfd_1/ask-again',
    '/refunds/made-at-provider',
    '/chargebacks',
    '/unapplied/1/give-back',
    '/unapplied/1/match',
  ]
  for (const path of calls)
    expect([path, await shop.post(path, {}, headers)]).toMatchObject([
      path,
      { status: 403, body: { success: false, code: 'password_needed' } },
    ])
  const confirm = (password: string) => shop.post('/users/confirmPassword', { data: { password } }, headers)
  expect((await confirm('not this one')).body).toMatchObject({ code: 'password_wrong' })
  expect((await shop.post('/payouts/sweep', {}, headers)).status).toBe(403)
  expect(await confirm(PASSWORD)).toMatchObject({
    status: 200,
    body: { confirmedUntil: new Date(now().getTime() + 10 * MINUTE).toISOString() },
  })
  for (const path of calls)
    expect([path, Reflect.get(Object((await shop.post(path, {}, headers)).body), 'code')]).not.toEqual([
      path,
      'password_needed',
    ])
  const other = await shop.post('/users/login', { data: { email: operator.email, password: PASSWORD } })
  const otherHeaders = toBearerHeader(Reflect.get(Object(other.body), 'userData'))
  expect((await shop.post('/payouts/sweep', {}, otherHeaders)).status).toBe(403)
  shop.passTime(10 * MINUTE)
  expect((await shop.post('/payouts/sweep', {}, headers)).status).toBe(403)
})

test('a supplier’s refunds require the password', async () => {
  const { db, now } = shop
  const supplier = await createSignedInAccount(db, now(), { type: 'manufacturer', withPassword: true })
  const { body } = await shop.post('/users/login', { data: { email: supplier.email, password: PASSWORD } })
  const headers = toBearerHeader(Reflect.get(Object(body), 'userData'))
  const refund = (by: Readonly<Record<string, string>>) => shop.post('/supplier/orders/sor_1/refunds', {}, by)
  expect((await refund(headers)).body).toMatchObject({ code: 'password_needed' })
  expect((await refund((await createSession(db, supplier.id, now())).headers)).body).not.toMatchObject({
    code: 'password_needed',
  })
})
