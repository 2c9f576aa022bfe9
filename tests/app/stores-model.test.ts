import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'
import { STORE_ROUND } from '#tests/models/stores/steps.ts'
import { runStoreRound } from '#tests/models/stores/world.ts'

// Whatever is lost, late, repeated or refused between a vendor's store and the marketplace, each unit is bought exactly once
// and each parcel is reported once. `npm run faults -- 10000 stores` runs more of them.
const shop = await createTestShop()

test.each(['shopify', 'woocommerce'] as const)(
  '%s: orders, edits, refunds and parcels with failures in any order are processed exactly once',
  async (platform) => {
    for (const steps of fc.sample(STORE_ROUND, { numRuns: 2, seed: 7 }))
      expect((await runStoreRound(shop, steps, platform)).violations).toEqual([])
  },
)
