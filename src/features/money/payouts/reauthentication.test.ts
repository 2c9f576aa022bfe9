import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts } from '#features/identity/accounts/tables.ts'
import { GERMAN_ACCOUNT, expectSuccess, createPayableSupplier } from '#tests/steps/payouts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const limited = await createTestShop({ LIMIT_FACTOR: '1' })
const ITALIAN = { ...GERMAN_ACCOUNT, iban: 'IT60X0542811101000000123456' }

test('changing bank details requires the password, regardless of the session', async () => {
  const { owner } = await createPayableSupplier(shop)
  const save = (body: object) => shop.post('/supplier/payout-account', body, owner.headers)
  const { password: _password, ...withoutPassword } = ITALIAN
  expect(await save(withoutPassword)).toMatchObject({
    status: 409,
    body: {
      code: 'password_needed',
      message: 'Enter your password to change where money is sent.',
    },
  })
  expect((await save({ ...ITALIAN, password: 'not my password' })).body).toMatchObject({
    code: 'password_wrong',
  })
  const readAccount = () => shop.get('/supplier/payout-account', owner.headers)
  expect((await readAccount()).body).toMatchObject({ account: { maskedNumber: 'IBAN DE … 3000' } })
  await expectSuccess(save(ITALIAN))
  expect((await readAccount()).body).toMatchObject({ account: { maskedNumber: 'IBAN IT … 3456' } })
})

test('an account without a password gets instructions to set one, and invalid details count as no attempt', async () => {
  const { owner } = await createPayableSupplier(shop, null)
  await shop.db.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, owner.id))
  const save = (body: object) => shop.post('/supplier/payout-account', body, owner.headers)
  expect((await save({ ...GERMAN_ACCOUNT, iban: 'DE00' })).body).toMatchObject({ code: 'bad_bank_details' })
  expect((await save(GERMAN_ACCOUNT)).body).toMatchObject({
    code: 'no_password',
    message: expect.stringContaining('Forgot password'),
  })
})

test('password attempts when changing bank details are limited like sign-ins', async () => {
  const { owner } = await createPayableSupplier(limited, null)
  const tries = []
  for (let time = 0; time < 11; time += 1) {
    const body = { ...GERMAN_ACCOUNT, password: `guess ${time}` }
    tries.push(await limited.post('/supplier/payout-account', body, owner.headers))
  }
  expect(tries.slice(0, 10).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 409))
  expect(tries[10]).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
})

test('refuses bank details if the password is changed concurrently', async () => {
  const { owner } = await createPayableSupplier(shop, null)
  const [saved] = await Promise.all([
    shop.post('/supplier/payout-account', GERMAN_ACCOUNT, owner.headers),
    shop.db.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, owner.id)),
  ])
  expect(saved.body).toMatchObject({ success: false })
})
