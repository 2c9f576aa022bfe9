import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MONEY_ROUND } from '#tests/models/money/steps.ts'
import { runMoneyRound } from '#tests/models/money/world.ts'
import { createTestShop } from '#tests/shop/shop.ts'

// After each step of any sequence of orders, the ledger is valid and agrees with the provider's records.
const shop = await createTestShop()

/** A few runs; `bench/faults` does thousands. */
const ROUNDS = 5

test('any sequence of orders, parcels, refunds, cases, chargebacks and payouts keeps the ledger correct', async () => {
  await fc.assert(
    fc.asyncProperty(MONEY_ROUND, async (steps) => {
      expect((await runMoneyRound(shop, steps)).violations).toEqual([])
    }),
    // A failed run leaves its data in the database, so shrinking it would prove nothing.
    { numRuns: ROUNDS, endOnFailure: true },
  )
})
