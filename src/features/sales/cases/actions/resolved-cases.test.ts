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
const OTHER_REASON = { reason: 'scratched', text: 'And it is scratched as well.' }

/** An order whose first case an operator has ended with nothing. */
async function createDecidedOrder(
  options: Parameters<typeof sentOrder>[1] = {},
  about: object = {},
): Promise<MadeOrder> {
  const created = await sentOrder(shop, options)
  const { id } = await openedCase(created, about)
  await operatorActs(created, id, { action: 'rule', amount: 0, text: 'It was whole when it arrived.' })
  return created
}

test('what an operator has ruled is not complained about again, and no silence overrides it', async () => {
  const refundedBefore = await givenBySandbox(shop)
  const created = await createDecidedOrder()
  shop.passTime(DAY)
  const again = await complain(created)
  expect([again.status, again.body]).toMatchObject([409, { code: 'settled_before' }])
  expect(again.text).toContain('This was settled before.')
  shop.passTime(3 * DAY)
  await runCaseTimers(shop)
  expect(await stateOf(shop, created)).toBe('completed')
  expect(await givenBySandbox(shop)).toEqual(refundedBefore)
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
  for (const created of [agreed, silent])
    expect((await complain(created)).body).toMatchObject({ code: 'settled_before' })
})

test('something else about it is the operator’s from the start, whose silence leaves what was settled', async () => {
  const refundedBefore = await givenBySandbox(shop)
  const created = await createDecidedOrder()
  const answer = await complain(created, OTHER_REASON)
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
  expect((await runCaseTimers(shop), await readCase(created, id))).toMatchObject({ state: 'operator_turn' })
  shop.passTime(DAY)
  await runCaseTimers(shop)
  expect(await readCase(created, id)).toMatchObject({
    state: 'closed',
    outcome: 'not_refunded',
    agreed: null,
  })
  expect(await givenBySandbox(shop)).toEqual(refundedBefore)
  expect(await brokenRules(shop)).toEqual([])
})

test('another piece that broke is looked at by the operator, who may give something back for it', async () => {
  const created = await createDecidedOrder({ quantities: [1, 2] }, { lines: [{ line: 2, quantity: 1 }] })
  const second = { lines: [{ line: 2, quantity: 1 }] }
  for (const lines of [
    [],
    [{ line: 2, quantity: 2 }],
    [
      { line: 1, quantity: 1 },
      { line: 2, quantity: 2 },
    ],
  ])
    expect((await complain(created, { lines })).body).toMatchObject({ code: 'settled_before' })
  const { id, state } = await openedCase(created, second)
  expect(state).toBe('operator_turn')
  await operatorActs(created, id, { action: 'rule', amount: 5_000, text: 'This one is broken indeed.' })
  expect(await readCase(created, id)).toMatchObject({ outcome: 'refunded', agreed: { by: 'ruling' } })
  expect((await complain(created, second)).body).toMatchObject({ code: 'settled_before' })
})

test('who withdraws what the operator was to decide, or what was agreed, is back before the operator', async () => {
  const [asked, agreed] = [await sentOrder(shop), await sentOrder(shop)]
  const one = await openedCase(asked)
  await supplierActs(asked, one.id, { action: 'escalate' })
  const reopened = await openedCase(agreed, { withReturn: true, amount: 6_000 })
  await supplierActs(agreed, reopened.id, { action: 'accept', version: reopened.version })
  for (const [created, { id }] of [
    [asked, one],
    [agreed, reopened],
  ] as const) {
    const { version } = await readCase(created, id)
    await buyerActs(created, id, { action: 'withdraw', version })
    expect(await openedCase(created)).toMatchObject({ state: 'operator_turn', silence: { amount: 0 } })
  }
})

test('a case that is opened and withdrawn over and over is one too many at the sixth', async () => {
  const created = await sentOrder(shop)
  for (let times = 0; times < 5; times += 1) {
    const { id, version, state } = await openedCase(created)
    expect(state).toBe('supplier_turn')
    await buyerActs(created, id, { action: 'withdraw', version })
  }
  const answer = await complain(created)
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'too_many_cases' }])
  expect(answer.text).toContain('Please write to us')
  expect(await stateOf(shop, created)).toBe('completed')
})
