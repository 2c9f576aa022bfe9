import { expect, test } from 'vitest'
import { good, operatorOf, released, storeToPay } from '#tests/payouts.ts'
import { testShop } from '#tests/shop.ts'

const shop = await testShop()

test.each([
  ['2026-03-03', 200],
  // West of Greenwich the evening of the day before.
  ['2026-03-01', 200],
  ['2026-02-28', 409],
])('on 2 March the bank may be asked to pay on %s: %i', async (payOn, status) => {
  const { supplier } = await storeToPay(shop)
  await released(shop, supplier, 3_000)
  const operator = await operatorOf(shop)
  await good(operator.post('/payouts/sweep'))
  const answer = await operator.post('/payout-files', { payOn })
  expect(answer.status).toBe(status)
  if (status === 409) expect(answer.body).toMatchObject({ code: 'day_is_over' })
})
