import { expect, test } from 'vitest'
import {
  buyerActs,
  caseIn,
  complain,
  openedCase,
  operatorActs,
  readCase,
  runCaseTimers,
  supplierActs,
} from '#tests/steps/cases.ts'
import { brokenRules, givenBySandbox } from '#tests/steps/refunds.ts'
import { testShop } from '#tests/shop/shop.ts'
import { type MadeOrder, sentOrder, stateOf } from '#tests/steps/supplier-orders.ts'

const shop = await testShop()
const DAY = 24 * 3_600_000
const OTHERWISE = { reason: 'scratched', text: 'And it is scratched as well.' }

/** An order whose first case an operator has ended with nothing. */
async function ruledOrder(
  given: Parameters<typeof sentOrder>[1] = {},
  about: object = {},
): Promise<MadeOrder> {
  const made = await sentOrder(shop, given)
  const { id } = await openedCase(made, about)
  await operatorActs(made, id, { action: 'rule', amount: 0, text: 'It was whole when it arrived.' })
  return made
}

test('what an operator has ruled is not complained about again, and no silence overrides it', async () => {
  const before = await givenBySandbox(shop)
  const made = await ruledOrder()
  shop.passTime(DAY)
  const again = await complain(made)
  expect([again.status, again.body]).toMatchObject([409, { code: 'settled_before' }])
  expect(again.text).toContain('This was settled before.')
  shop.passTime(3 * DAY)
  await runCaseTimers(shop)
  expect(await stateOf(shop, made)).toBe('completed')
  expect(await givenBySandbox(shop)).toEqual(before)
})

test('what both sides agreed on, or let stand by silence, is settled as well', async () => {
  const [agreed, silent] = [await sentOrder(shop), await sentOrder(shop)]
  const offer = { action: 'propose', amount: 3_000, withReturn: false }
  const { id } = await openedCase(agreed)
  const { version } = caseIn(await supplierActs(agreed, id, offer))
  await buyerActs(agreed, id, { action: 'accept', version })
  await supplierActs(silent, (await openedCase(silent)).id, offer)
  shop.passTime(14 * DAY)
  await runCaseTimers(shop)
  for (const made of [agreed, silent])
    expect((await complain(made)).body).toMatchObject({ code: 'settled_before' })
})

test('something else about it is the operator’s from the start, whose silence leaves what was settled', async () => {
  const before = await givenBySandbox(shop)
  const made = await ruledOrder()
  const answer = await complain(made, OTHERWISE)
  expect(answer.body).toMatchObject({
    message:
      'Your case is open. As there was a case about this order before, the marketplace looks at it and decides.',
  })
  const { id, ...opened } = caseIn(answer)
  expect(opened).toMatchObject({
    state: 'operator_turn',
    answerBy: null,
    silence: { amount: 0, withReturn: false },
    actions: ['message', 'withdraw'],
  })
  shop.passTime(59 * DAY)
  expect((await runCaseTimers(shop), await readCase(made, id))).toMatchObject({ state: 'operator_turn' })
  shop.passTime(DAY)
  await runCaseTimers(shop)
  expect(await readCase(made, id)).toMatchObject({ state: 'closed', outcome: 'not_refunded', agreed: null })
  expect(await givenBySandbox(shop)).toEqual(before)
  expect(await brokenRules(shop)).toEqual([])
})

test('another piece that broke is looked at by the operator, who may give something back for it', async () => {
  const made = await ruledOrder({ quantities: [1, 2] }, { lines: [{ line: 2, quantity: 1 }] })
  const second = { lines: [{ line: 2, quantity: 1 }] }
  for (const lines of [
    [],
    [{ line: 2, quantity: 2 }],
    [
      { line: 1, quantity: 1 },
      { line: 2, quantity: 2 },
    ],
  ])
    expect((await complain(made, { lines })).body).toMatchObject({ code: 'settled_before' })
  const { id, state } = await openedCase(made, second)
  expect(state).toBe('operator_turn')
  await operatorActs(made, id, { action: 'rule', amount: 5_000, text: 'This one is broken indeed.' })
  expect(await readCase(made, id)).toMatchObject({ outcome: 'refunded', agreed: { by: 'ruling' } })
  expect((await complain(made, second)).body).toMatchObject({ code: 'settled_before' })
})

test('who withdraws what the operator was to decide, or what was agreed, is back before the operator', async () => {
  const [asked, agreed] = [await sentOrder(shop), await sentOrder(shop)]
  const one = await openedCase(asked)
  await supplierActs(asked, one.id, { action: 'escalate' })
  const other = await openedCase(agreed, { withReturn: true, amount: 6_000 })
  await supplierActs(agreed, other.id, { action: 'accept', version: other.version })
  for (const [made, { id }] of [
    [asked, one],
    [agreed, other],
  ] as const) {
    const { version } = await readCase(made, id)
    await buyerActs(made, id, { action: 'withdraw', version })
    expect(await openedCase(made)).toMatchObject({ state: 'operator_turn', silence: { amount: 0 } })
  }
})

test('a case that is opened and withdrawn over and over is one too many at the sixth', async () => {
  const made = await sentOrder(shop)
  for (let times = 0; times < 5; times += 1) {
    const { id, version, state } = await openedCase(made)
    expect(state).toBe('supplier_turn')
    await buyerActs(made, id, { action: 'withdraw', version })
  }
  const answer = await complain(made)
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'too_many_cases' }])
  expect(answer.text).toContain('Please write to us')
  expect(await stateOf(shop, made)).toBe('completed')
})
