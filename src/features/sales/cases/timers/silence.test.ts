import { expect, test } from 'vitest'
import {
  buyerActs,
  caseIn,
  openedCase,
  operatorActs,
  readCase,
  runCaseTimers,
  supplierActs,
} from '#tests/steps/cases.ts'
import { brokenRules } from '#tests/steps/refunds.ts'
import { testShop } from '#tests/shop/shop.ts'
import { type MadeOrder, sentOrder, stateOf } from '#tests/steps/supplier-orders.ts'

const shop = await testShop()
const DAY = 24 * 3_600_000
const WISH = 10_206
const OFFER = { action: 'propose', amount: 4_000, withReturn: false }
const RETURN = { action: 'propose', amount: 6_000, withReturn: true }
const PARCEL = { action: 'send_back', tracking: 'SG 4711' }

type Way = (made: MadeOrder, id: string) => Promise<void>
const supplier =
  (act: object): Way =>
  async (made, id) => {
    caseIn(await supplierActs(made, id, act))
  }
const buyer =
  (act: object): Way =>
  async (made, id) => {
    caseIn(await buyerActs(made, id, act))
  }
const accepted: Way = async (made, id) => {
  const { version } = await readCase(made, id)
  caseIn(await buyerActs(made, id, { action: 'accept', version }))
}
/** A return of 60.00 is agreed on, after the buyer has wanted all. */
const returnAgreed: readonly Way[] = [supplier(RETURN), accepted]
const sentBack = [...returnAgreed, buyer(PARCEL)]
const ESCALATED = { action: 'escalate', text: 'The box was empty.' }

/** How a case came to stand, in how many days of silence it is over, and what the buyer has back then. */
const SILENCES: readonly (readonly [string, readonly Way[], string, number, number])[] = [
  ['the supplier is to answer', [], 'supplier_turn', 3, WISH],
  [
    'the supplier is to answer a second proposal',
    [supplier(OFFER), buyer({ ...OFFER, amount: 5_000 })],
    'supplier_turn',
    3,
    5_000,
  ],
  ['the buyer is to answer', [supplier(OFFER)], 'buyer_turn', 14, 4_000],
  ['the buyer has asked the operator', [buyer({ action: 'escalate' })], 'operator_turn', 60, WISH],
  ['the supplier has asked the operator', [supplier({ action: 'escalate' })], 'operator_turn', 60, WISH],
  [
    'the operator was asked after an offer',
    [supplier(OFFER), buyer({ action: 'escalate' })],
    'operator_turn',
    60,
    WISH,
  ],
  ['the goods are to be sent back', returnAgreed, 'awaiting_return', 21, 0],
  ['the goods are on their way back', sentBack, 'returning', 14, 6_000],
  [
    'the supplier says of the goods that they are not what was sent',
    [...sentBack, supplier(ESCALATED)],
    'operator_turn',
    60,
    6_000,
  ],
]

for (const [name, ways, state, days, back] of SILENCES)
  test(`silence for ${days} days when ${name}: ${back / 100} goes back`, async () => {
    const made = await sentOrder(shop)
    const { id } = await openedCase(made)
    for (const way of ways) await way(made, id)
    const standing = await readCase(made, id)
    expect(standing).toMatchObject({ state, silence: { amount: back, withReturn: false } })
    shop.passTime(days * DAY - 1)
    await runCaseTimers(shop)
    expect(await readCase(made, id)).toMatchObject({ state })
    shop.passTime(1)
    await runCaseTimers(shop)
    expect(await readCase(made, id)).toMatchObject({
      state: 'closed',
      outcome: back > 0 ? 'refunded' : 'not_refunded',
      given: back,
    })
    expect(await stateOf(shop, made)).toBe(back === WISH ? 'refunded' : 'completed')
    expect(await brokenRules(shop)).toEqual([])
  })

test('where nothing was sent back yet, a ruling or the operator’s silence may still ask for the goods', async () => {
  const made = await sentOrder(shop)
  const { id } = await openedCase(made, { kind: 'return', reason: 'changed_mind' })
  await supplierActs(made, id, { action: 'escalate' })
  expect(await readCase(made, id)).toMatchObject({ silence: { amount: 10_000, withReturn: true } })
  shop.passTime(60 * DAY)
  await runCaseTimers(shop)
  expect(await readCase(made, id)).toMatchObject({ state: 'awaiting_return', agreed: { amount: 10_000 } })
})

test('goods that were sent back are not asked for again, nor given up by their buyer’s slip', async () => {
  const made = await sentOrder(shop)
  const { id } = await openedCase(made)
  for (const way of sentBack) await way(made, id)
  const ruling = { action: 'rule', amount: 5_000, withReturn: true, text: 'Send it back, please, once more.' }
  expect((await operatorActs(made, id, ruling)).body).toMatchObject({ code: 'sent_back_before' })
  await supplierActs(made, id, ESCALATED)
  expect((await operatorActs(made, id, ruling)).body).toMatchObject({ code: 'sent_back_before' })
  const { version } = await readCase(made, id)
  const given = await buyerActs(made, id, { action: 'withdraw', version })
  expect(given.body).toMatchObject({ code: 'case_state' })
  expect(caseIn(await buyerActs(made, id, { action: 'message', text: 'Look again.' })).actions).toEqual([
    'message',
  ])
  const ruled = caseIn(await operatorActs(made, id, { ...ruling, withReturn: false }))
  expect(ruled).toMatchObject({ state: 'closed', given: 5_000 })
})

test('a supplier or operator who has the goods says so, also where their buyer did not say that they were sent', async () => {
  for (const act of [supplierActs, operatorActs]) {
    const made = await sentOrder(shop)
    const { id } = await openedCase(made)
    for (const way of returnAgreed) await way(made, id)
    expect(caseIn(await act(made, id, { action: 'receive_back' }))).toMatchObject({
      state: 'closed',
      given: 6_000,
    })
  }
})
