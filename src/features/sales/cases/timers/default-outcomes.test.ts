import { expect, test } from 'vitest'
import {
  actAsBuyer,
  parseCase,
  createCase,
  actAsOperator,
  readCase,
  runCaseTimers,
  actAsSupplier,
} from '#tests/steps/cases.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import { setReturnsAddress } from '#tests/steps/returns.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { type CreatedOrder, createSentOrder, readState } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const DAY = 24 * 3_600_000
const COMPLAINT_AMOUNT = 10_206
const OFFER = { action: 'propose', amount: 4_000, withReturn: false }
const RETURN = { action: 'propose', amount: 6_000, withReturn: true }
const PARCEL = { action: 'send_back', tracking: 'SG 4711' }

type CaseStep = (created: CreatedOrder, id: string) => Promise<void>
const bySupplier =
  (act: object): CaseStep =>
  async (created, id) => {
    parseCase(await actAsSupplier(created, id, act))
  }
const byBuyer =
  (act: object): CaseStep =>
  async (created, id) => {
    parseCase(await actAsBuyer(created, id, act))
  }
const acceptProposal: CaseStep = async (created, id) => {
  const { version } = await readCase(created, id)
  parseCase(await actAsBuyer(created, id, { action: 'accept', version }))
}
/** A return of 60.00 was agreed on, after the buyer wanted everything. */
const returnAgreed: readonly CaseStep[] = [bySupplier(RETURN), acceptProposal]
const returnSent = [...returnAgreed, byBuyer(PARCEL)]
const ESCALATED = { action: 'escalate', text: 'The box was empty.' }

/** The steps to a state, the days until its default outcome, and the amount that it refunds. */
const DEFAULT_OUTCOMES: readonly (readonly [string, readonly CaseStep[], string, number, number])[] = [
  ['the supplier has to answer', [], 'supplier_turn', 3, COMPLAINT_AMOUNT],
  [
    'the supplier has to answer a second proposal',
    [bySupplier(OFFER), byBuyer({ ...OFFER, amount: 5_000 })],
    'supplier_turn',
    3,
    5_000,
  ],
  ['the buyer has to answer', [bySupplier(OFFER)], 'buyer_turn', 14, 4_000],
  [
    'the buyer has escalated the case',
    [byBuyer({ action: 'escalate' })],
    'operator_turn',
    60,
    COMPLAINT_AMOUNT,
  ],
  [
    'the supplier has escalated the case',
    [bySupplier({ action: 'escalate' })],
    'operator_turn',
    60,
    COMPLAINT_AMOUNT,
  ],
  [
    'the buyer has escalated the case after an offer',
    [bySupplier(OFFER), byBuyer({ action: 'escalate' })],
    'operator_turn',
    60,
    COMPLAINT_AMOUNT,
  ],
  ['the buyer has to send the goods back', returnAgreed, 'awaiting_return', 21, 0],
  ['the goods are on their way back', returnSent, 'returning', 14, 6_000],
  [
    'the supplier has escalated the case after the goods were sent back',
    [...returnSent, bySupplier(ESCALATED)],
    'operator_turn',
    60,
    6_000,
  ],
]

for (const [name, steps, state, days, back] of DEFAULT_OUTCOMES)
  test(`after ${days} days without an action when ${name}, ${back / 100} is refunded`, async () => {
    const created = await createSentOrder(shop)
    await setReturnsAddress(created)
    const { id } = await createCase(created)
    for (const step of steps) await step(created, id)
    const caseData = await readCase(created, id)
    expect(caseData).toMatchObject({ state, silence: { amount: back, withReturn: false } })
    shop.passTime(days * DAY - 1)
    await runCaseTimers(shop)
    expect(await readCase(created, id)).toMatchObject({ state })
    shop.passTime(1)
    await runCaseTimers(shop)
    expect(await readCase(created, id)).toMatchObject({
      state: 'closed',
      outcome: back > 0 ? 'refunded' : 'not_refunded',
      given: back,
    })
    expect(await readState(shop, created)).toBe(back === COMPLAINT_AMOUNT ? 'refunded' : 'completed')
    expect(await listLedgerErrors(shop)).toEqual([])
  })

test('before anything was sent back, a decision or the default terms can still require a return', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created, { kind: 'return', reason: 'changed_mind' })
  await actAsSupplier(created, id, { action: 'escalate' })
  expect(await readCase(created, id)).toMatchObject({ silence: { amount: 10_000, withReturn: true } })
  shop.passTime(60 * DAY)
  await runCaseTimers(shop)
  expect(await readCase(created, id)).toMatchObject({ state: 'awaiting_return', agreed: { amount: 10_000 } })
})

test('goods that were sent back cannot be requested again, and the buyer can no longer withdraw the case', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created)
  for (const step of returnSent) await step(created, id)
  const decision = {
    action: 'rule',
    amount: 5_000,
    withReturn: true,
    text: 'Send it back, please, once more.',
  }
  expect((await actAsOperator(created, id, decision)).body).toMatchObject({ code: 'sent_back_before' })
  await actAsSupplier(created, id, ESCALATED)
  expect((await actAsOperator(created, id, decision)).body).toMatchObject({ code: 'sent_back_before' })
  const { version } = await readCase(created, id)
  const withdrawal = await actAsBuyer(created, id, { action: 'withdraw', version })
  expect(withdrawal.body).toMatchObject({ code: 'case_state' })
  expect(
    parseCase(await actAsBuyer(created, id, { action: 'message', text: 'Look again.' })).actions,
  ).toEqual(['message'])
  const ruled = parseCase(await actAsOperator(created, id, { ...decision, withReturn: false }))
  expect(ruled).toMatchObject({ state: 'closed', given: 5_000 })
})

test('a supplier or operator can confirm received goods even if the buyer did not report sending them', async () => {
  for (const act of [actAsSupplier, actAsOperator]) {
    const created = await createSentOrder(shop)
    const { id } = await createCase(created)
    for (const step of returnAgreed) await step(created, id)
    expect(parseCase(await act(created, id, { action: 'receive_back' }))).toMatchObject({
      state: 'closed',
      given: 6_000,
    })
  }
})
