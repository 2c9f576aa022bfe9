import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MONEY_ROUND } from '#tests/models/money/steps.ts'
import { runMoneyRound } from '#tests/models/money/world.ts'
import { createTestShop } from '#tests/shop/shop.ts'

// Whatever happens to orders, in whatever order: after each step the books are sound, and the provider's agree with them.
const shop = await createTestShop()

/** A few here; `bench/faults` plays thousands. */
const ROUNDS = 5

test('any sequence of orders, parcels, refunds, cases, chargebacks and payouts keeps the ledger correct', async () => {
  await fc.assert(
    fc.asyncProperty(MONEY_ROUND, async (steps) => {
      expect((await runMoneyRound(shop, steps)).violations).toEqual([])
    }),
    // What failed once has left its traces in the database: there is nothing to be learned from trying it in smaller.
    { numRuns: ROUNDS, endOnFailure: true },
  )
})
