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
/** A return of 60.00 is agreed on, after the buyer has wanted all. */
const returnAgreed: readonly CaseStep[] = [bySupplier(RETURN), acceptProposal]
const returnSent = [...returnAgreed, byBuyer(PARCEL)]
const ESCALATED = { action: 'escalate', text: 'The box was empty.' }

/** How a case came to stand, in how many days of silence it is over, and what the buyer has back then. */
const DEFAULT_OUTCOMES: readonly (readonly [string, readonly CaseStep[], string, number, number])[] = [
  ['the supplier is to answer', [], 'supplier_turn', 3, COMPLAINT_AMOUNT],
  [
    'the supplier is to answer a second proposal',
    [bySupplier(OFFER), byBuyer({ ...OFFER, amount: 5_000 })],
    'supplier_turn',
    3,
    5_000,
  ],
  ['the buyer is to answer', [bySupplier(OFFER)], 'buyer_turn', 14, 4_000],
  [
    'the buyer has asked the operator',
    [byBuyer({ action: 'escalate' })],
    'operator_turn',
    60,
    COMPLAINT_AMOUNT,
  ],
  [
    'the supplier has asked the operator',
    [bySupplier({ action: 'escalate' })],
    'operator_turn',
    60,
    COMPLAINT_AMOUNT,
  ],
  [
    'the operator was asked after an offer',
    [bySupplier(OFFER), byBuyer({ action: 'escalate' })],
    'operator_turn',
    60,
    COMPLAINT_AMOUNT,
  ],
  ['the goods are to be sent back', returnAgreed, 'awaiting_return', 21, 0],
  ['the goods are on their way back', returnSent, 'returning', 14, 6_000],
  [
    'the supplier says of the goods that they are not what was sent',
    [...returnSent, bySupplier(ESCALATED)],
    'operator_turn',
    60,
    6_000,
  ],
]

for (const [name, steps, state, days, back] of DEFAULT_OUTCOMES)
  test(`silence for ${days} days when ${name}: ${back / 100} goes back`, async () => {
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

test('where nothing was sent back yet, a decision or the operator’s silence may still ask for the goods', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created, { kind: 'return', reason: 'changed_mind' })
  await actAsSupplier(created, id, { action: 'escalate' })
  expect(await readCase(created, id)).toMatchObject({ silence: { amount: 10_000, withReturn: true } })
  shop.passTime(60 * DAY)
  await runCaseTimers(shop)
  expect(await readCase(created, id)).toMatchObject({ state: 'awaiting_return', agreed: { amount: 10_000 } })
})

test('goods that were sent back are not asked for again, nor given up by their buyer’s slip', async () => {
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

test('a supplier or operator who has the goods says so, also where their buyer did not say that they were sent', async () => {
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
