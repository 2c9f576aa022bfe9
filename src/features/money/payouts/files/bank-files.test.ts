import { expect, test } from 'vitest'
import { expectSuccess, createOperator, releaseBalance, createPayableSupplier } from '#tests/steps/payouts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()

test.each([
  ['2026-03-03', { success: true }],
  // West of Greenwich it can still be the day before.
  ['2026-03-01', { success: true }],
  ['2026-02-28', { code: 'day_is_over' }],
])('on 2 March a payout file can have the date %s: %j', async (payOn, said) => {
  const { supplier } = await createPayableSupplier(shop)
  await releaseBalance(shop, supplier, 3_000)
  const operator = await createOperator(shop)
  await expectSuccess(operator.post('/payouts/sweep'))
  expect((await operator.post('/payout-files', { payOn })).body).toMatchObject(said)
})
