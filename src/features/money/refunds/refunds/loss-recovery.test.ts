import { expect, test } from 'vitest'
import { runMoneyRound } from '#tests/models/money/world.ts'
import type { MoneyStep } from '#tests/models/money/steps.ts'
import { readAllRefunds } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'

// Rounds of an order of 302.06 with a partial refund, in which the random model found errors.
const shop = await createTestShop()

/** Only panel refunds in the first, fourth or seventh step can fail in the model. */
const [PANEL, FAILS]: readonly MoneyStep[] = [{ do: 'panel' }, { do: 'panel_fails' }]
const [DISPUTE, WIN, PASS]: readonly MoneyStep[] = [{ do: 'dispute' }, { do: 'win' }, { do: 'pass', days: 1 }]

test.each([
  {
    what: 'refunded at the provider during a dispute that is then won: the buyer gets the rest, the marketplace recovers its loss',
    steps: [DISPUTE, PANEL, WIN],
    amounts: [1_002, 29_204],
  },
  {
    what: 'the refund at the provider fails after that loss was recovered: the buyer is refunded from the order',
    steps: [DISPUTE, PASS, PASS, PANEL, WIN, FAILS],
    amounts: [1_001, 29_205, 1_001],
  },
  {
    what: 'a refund fails after a dispute took everything: the returned money covers the marketplace’s loss',
    steps: [PANEL, DISPUTE, FAILS],
    amounts: [1_001],
  },
  {
    what: 'a refund fails during a dispute that is then won: the buyer is refunded everything',
    steps: [PANEL, DISPUTE, FAILS, WIN],
    amounts: [1_001, 30_206],
  },
])('$what', async ({ steps, amounts }) => {
  const selectedSteps = steps.flatMap((step) => (step ? [step] : []))
  expect((await runMoneyRound(shop, selectedSteps)).violations).toEqual([])
  expect((await readAllRefunds(shop)).map(({ amount }) => amount)).toEqual(amounts)
})
