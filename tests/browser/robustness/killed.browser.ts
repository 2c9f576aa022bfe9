import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/shop/database.ts'
import { POINTS } from '#tests/faults/effect.ts'
import { killedShop } from '#tests/faults/killed-shop.ts'
import { differences, killOnce } from '#tests/faults/round.ts'

const shop = await killedShop(await testDatabase())
afterAll(() => shop.remove())

test.each(POINTS)(
  'killed %s: one charge, one refund, one payout and one label each, and the books agree',
  async (point) => {
    const interruptions = await killOnce(shop, () => point)
    for (const { effect, outcomes } of interruptions)
      expect([effect, outcomes]).toEqual([
        effect,
        outcomes.map(() => expect.objectContaining({ theirs: 1, ours: 1, isDone: true })),
      ])
    expect(await shop.audit()).toEqual([])
    expect(await differences(shop)).toEqual({ stripe: 0, redDot: 0, easyPost: 0 })
  },
)
