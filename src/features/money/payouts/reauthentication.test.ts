import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { people } from '#features/identity/accounts/tables.ts'
import { GERMAN, good, storeToPay } from '#tests/steps/payouts.ts'
import { testShop } from '#tests/shop/shop.ts'

const shop = await testShop()
const limited = await testShop({ LIMIT_FACTOR: '1' })
const ITALIAN = { ...GERMAN, iban: 'IT60X0542811101000000123456' }

test('whoever has only a session changes no bank details, however fresh it is; with the password they are changed', async () => {
  const { owner } = await storeToPay(shop)
  const save = (body: object) => shop.post('/supplier/payout-account', body, owner.headers)
  const { password: _password, ...withoutPassword } = ITALIAN
  expect(await save(withoutPassword)).toMatchObject({
    status: 409,
    body: {
      code: 'password_needed',
      message: 'Please type your password as well: where money goes is changed only with it.',
    },
  })
  expect((await save({ ...ITALIAN, password: 'not my password' })).body).toMatchObject({
    code: 'password_wrong',
  })
  const readAccount = () => shop.get('/supplier/payout-account', owner.headers)
  expect((await readAccount()).body).toMatchObject({ account: { shown: 'IBAN DE … 3000' } })
  await good(save(ITALIAN))
  expect((await readAccount()).body).toMatchObject({ account: { shown: 'IBAN IT … 3456' } })
})

test('who has no password yet is told how to set one, and details that are none cost no attempt', async () => {
  const { owner } = await storeToPay(shop, null)
  await shop.db.update(people).set({ passwordHash: null }).where(eq(people.id, owner.id))
  const save = (body: object) => shop.post('/supplier/payout-account', body, owner.headers)
  expect((await save({ ...GERMAN, iban: 'DE00' })).body).toMatchObject({ code: 'bad_bank_details' })
  expect((await save(GERMAN)).body).toMatchObject({
    code: 'no_password',
    message: expect.stringContaining('Forgot password'),
  })
})

test('a stolen session finds no password out by trying: attempts are counted as at the door', async () => {
  const { owner } = await storeToPay(limited, null)
  const tries = []
  for (let time = 0; time < 11; time += 1) {
    const body = { ...GERMAN, password: `guess ${time}` }
    tries.push(await limited.post('/supplier/payout-account', body, owner.headers))
  }
  expect(tries.slice(0, 10).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 409))
  expect(tries[10]).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
})

test('a password that is changed meanwhile opens nothing', async () => {
  const { owner } = await storeToPay(shop, null)
  const [saved] = await Promise.all([
    shop.post('/supplier/payout-account', GERMAN, owner.headers),
    shop.db.update(people).set({ passwordHash: null }).where(eq(people.id, owner.id)),
  ])
  expect(saved.body).toMatchObject({ success: false })
})
