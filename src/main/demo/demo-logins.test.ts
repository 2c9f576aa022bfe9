import { expect, test } from 'vitest'
import { ensureOperator } from '#features/identity/accounts/service.ts'
import { createLog } from '#platform/log.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { logDemoAccounts, disableDemoAccounts, DEMO_LOGINS, DEMO_PASSWORD } from './demo-logins.ts'

const shop = await createTestShop()
const { operator: email } = DEMO_LOGINS

const signIn = () => shop.post('/users/login', { data: { email, password: DEMO_PASSWORD } })

const logged: string[] = []
const log = {
  ...createLog('silent'),
  info: (_what: object, message: string) => void logged.push(message),
  warn: (_what: object, message: string) => void logged.push(message),
}

test('disables the demo accounts and ends their sessions when the shop starts in production', async () => {
  await ensureOperator(shop.db, { email, password: DEMO_PASSWORD, now: shop.now() })
  const { body } = await signIn()
  const token = String(Reflect.get(Object(Reflect.get(Object(body), 'userData')), 'accessToken'))
  const profile = () => shop.get('/users/profile', { authorization: `Bearer ${token}` })
  expect((await profile()).status).toBe(200)
  await disableDemoAccounts(shop.db, { log, now: shop.now() })
  expect((await signIn()).status).toBe(401)
  expect((await profile()).status).toBe(401)
  logged.length = 0
  await disableDemoAccounts(shop.db, { log, now: shop.now() })
  expect(logged).toEqual([])
})

test('logs no demo accounts in a shop without the demo', async () => {
  logged.length = 0
  await logDemoAccounts(shop.db, log)
  expect(logged).toEqual([])
  await ensureOperator(shop.db, { email, password: DEMO_PASSWORD, now: shop.now() })
  await logDemoAccounts(shop.db, log)
  expect(logged).toHaveLength(1)
})

test('offers the demo accounts at sign-in in development, and not in production or without the demo', async () => {
  const empty = await createTestShop()
  const readDemo = async (of: Pick<typeof shop, 'get'>) =>
    getField<unknown>(await of.get('/users/signInOptions'), 'demo')
  expect(await readDemo(empty)).toBeNull()
  await ensureOperator(empty.db, { email, password: DEMO_PASSWORD, now: empty.now() })
  expect(await readDemo(empty)).toMatchObject({
    password: DEMO_PASSWORD,
    accounts: Object.entries(DEMO_LOGINS).map(([role, address]) => ({ role, email: address })),
  })
  const live = await createTestShop({ SANDBOX_PAY: 'off' })
  await ensureOperator(live.db, { email, password: DEMO_PASSWORD, now: live.now() })
  expect(await readDemo(live)).toBeNull()
})
