import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import { INTERRUPTION_POINTS } from '#tests/faults/effect.ts'
import { startKilledShop } from '#tests/faults/killed-shop.ts'
import { measureDifferences, runKillRound } from '#tests/faults/round.ts'

const shop = await startKilledShop(await createTestDatabase())
afterAll(() => shop.remove())

test.each(INTERRUPTION_POINTS)(
  'killed %s: each charge, refund, payout, label and stock change happens once, and the ledger is correct',
  async (point) => {
    const interruptions = await runKillRound(shop, () => point)
    for (const { effect, outcomes } of interruptions)
      expect([effect, outcomes]).toEqual([
        effect,
        outcomes.map(() => expect.objectContaining({ theirs: 1, ours: 1, isDone: true })),
      ])
    expect(await shop.audit()).toEqual([])
    expect(await measureDifferences(shop)).toEqual({ stripe: 0, redDot: 0, easyPost: 0 })
  },
)
