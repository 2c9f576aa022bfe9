import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'
import { STOCK_ROUND } from '#tests/models/stock/steps.ts'
import { runStockRound } from '#tests/models/stock/world.ts'
import { SYNCED_ROUND } from '#tests/models/synced/steps.ts'
import { runSyncedRound } from '#tests/models/synced/world.ts'

// After each step of any sequence, the shop sells exactly the units on the shelf that are not ordered,
// no unit more or less.
const shop = await createTestShop()

const ROUNDS = 12
const SYNCED_ROUNDS = 2

test('any sequence of imports, orders, expiries, cancellations and edits keeps the stock correct', async () => {
  await fc.assert(
    fc.asyncProperty(STOCK_ROUND, async (steps) => {
      expect(await runStockRound(shop, steps)).toEqual([])
    }),
    // A failed run leaves its data in the database, so shrinking it would prove nothing.
    { numRuns: ROUNDS, endOnFailure: true },
  )
})

test.each(['shopify', 'woocommerce'] as const)(
  '%s: after sales, returns, changes and failures in any order, one check syncs both stocks',
  async (platform) => {
    for (const steps of fc.sample(SYNCED_ROUND, { numRuns: SYNCED_ROUNDS, seed: 11 }))
      expect(await runSyncedRound(shop, steps, platform)).toEqual([])
  },
)
