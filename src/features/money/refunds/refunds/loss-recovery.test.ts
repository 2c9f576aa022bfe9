import { expect, test } from 'vitest'
import { runMoneyRound } from '#tests/models/money/world.ts'
import type { MoneyStep } from '#tests/models/money/steps.ts'
import { readAllRefunds } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'

// An order of 302.06 whose buyer has had a part of it before its money came back: the model played these by chance.
const shop = await createTestShop()

/** The refund in the panel that can fail is the one that is played as first, fourth or seventh step. */
const [PANEL, FAILS]: readonly MoneyStep[] = [{ do: 'panel' }, { do: 'panel_fails' }]
const [DISPUTE, WIN, PASS]: readonly MoneyStep[] = [{ do: 'dispute' }, { do: 'win' }, { do: 'pass', days: 1 }]

test.each([
  {
    what: 'refunded in the panel while the bank has the money, and then won: the buyer gets the rest, the shop its gift back',
    steps: [DISPUTE, PANEL, WIN],
    amounts: [1_002, 29_204],
  },
  {
    what: 'that refund fails after it was paid back: the buyer gets it from the order',
    steps: [DISPUTE, PASS, PASS, PANEL, WIN, FAILS],
    amounts: [1_001, 29_205, 1_001],
  },
  {
    what: 'a refund fails after the bank has taken all, the shop’s share of that too: what comes back pays it',
    steps: [PANEL, DISPUTE, FAILS],
    amounts: [1_001],
  },
  {
    what: 'and the dispute is won after that: all of it goes to the buyer',
    steps: [PANEL, DISPUTE, FAILS, WIN],
    amounts: [1_001, 30_206],
  },
])('$what', async ({ steps, amounts }) => {
  const selectedSteps = steps.flatMap((step) => (step ? [step] : []))
  expect((await runMoneyRound(shop, selectedSteps)).violations).toEqual([])
  expect((await readAllRefunds(shop)).map(({ amount }) => amount)).toEqual(amounts)
})
