import { expect, test } from 'vitest'
import {
  actAsBuyer,
  parseCase,
  openComplaint,
  createCase,
  actAsOperator,
  readCase,
  runCaseTimers,
  actAsSupplier,
} from '#tests/steps/cases.ts'
import { listLedgerErrors, readSandboxRefunds } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { type CreatedOrder, createSentOrder, readState } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const DAY = 24 * 3_600_000
const OTHER_REASON = { reason: 'scratched', text: 'And it is scratched as well.' }

/** Creates an order whose first case an operator decided without a refund. */
async function createDecidedOrder(
  options: Parameters<typeof createSentOrder>[1] = {},
  about: object = {},
): Promise<CreatedOrder> {
  const created = await createSentOrder(shop, options)
  const { id } = await createCase(created, about)
  await actAsOperator(created, id, { action: 'rule', amount: 0, text: 'It was whole when it arrived.' })
  return created
}

test('a case that an operator decided cannot be opened again, and default terms do not override the decision', async () => {
  const refundedBefore = await readSandboxRefunds(shop)
  const created = await createDecidedOrder()
  shop.passTime(DAY)
  const again = await openComplaint(created)
  expect([again.status, again.body]).toMatchObject([409, { code: 'settled_before' }])
  expect(again.text).toContain('This was already resolved.')
  shop.passTime(3 * DAY)
  await runCaseTimers(shop)
  expect(await readState(shop, created)).toBe('completed')
  expect(await readSandboxRefunds(shop)).toEqual(refundedBefore)
})

test('a case that was agreed on, or ended by default terms, cannot be opened again', async () => {
  const [agreed, silent] = [await createSentOrder(shop), await createSentOrder(shop)]
  const offer = { action: 'propose', amount: 3_000, withReturn: false }
  const { id } = await createCase(agreed)
  const { version } = parseCase(await actAsSupplier(agreed, id, offer))
  await actAsBuyer(agreed, id, { action: 'accept', version })
  await actAsSupplier(silent, (await createCase(silent)).id, offer)
  shop.passTime(14 * DAY)
  await runCaseTimers(shop)
  for (const created of [agreed, silent])
    expect((await openComplaint(created)).body).toMatchObject({ code: 'settled_before' })
})

test('a second complaint for another reason goes to the operator, and closes without a refund if unanswered', async () => {
  const refundedBefore = await readSandboxRefunds(shop)
  const created = await createDecidedOrder()
  const answer = await openComplaint(created, OTHER_REASON)
  expect(answer.body).toMatchObject({
    message:
      'Your case is open. Because this order had a case before, the marketplace will review it and decide.',
  })
  const { id, ...opened } = parseCase(answer)
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
  expect(await readSandboxRefunds(shop)).toEqual(refundedBefore)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a second case for another unit goes to the operator, who can refund it', async () => {
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
    expect((await openComplaint(created, { lines })).body).toMatchObject({ code: 'settled_before' })
  const { id, state } = await createCase(created, second)
  expect(state).toBe('operator_turn')
  await actAsOperator(created, id, { action: 'rule', amount: 5_000, text: 'This one is broken indeed.' })
  expect(await readCase(created, id)).toMatchObject({ outcome: 'refunded', agreed: { by: 'ruling' } })
  expect((await openComplaint(created, second)).body).toMatchObject({ code: 'settled_before' })
})

test('after withdrawing an escalated or accepted case, a new case goes to the operator', async () => {
  const [asked, agreed] = [await createSentOrder(shop), await createSentOrder(shop)]
  const one = await createCase(asked)
  await actAsSupplier(asked, one.id, { action: 'escalate' })
  const reopened = await createCase(agreed, { withReturn: true, amount: 6_000 })
  await actAsSupplier(agreed, reopened.id, { action: 'accept', version: reopened.version })
  for (const [created, { id }] of [
    [asked, one],
    [agreed, reopened],
  ] as const) {
    const { version } = await readCase(created, id)
    await actAsBuyer(created, id, { action: 'withdraw', version })
    expect(await createCase(created)).toMatchObject({ state: 'operator_turn', silence: { amount: 0 } })
  }
})

test('refuses the sixth case after five withdrawn ones', async () => {
  const created = await createSentOrder(shop)
  for (let times = 0; times < 5; times += 1) {
    const { id, version, state } = await createCase(created)
    expect(state).toBe('supplier_turn')
    await actAsBuyer(created, id, { action: 'withdraw', version })
  }
  const answer = await openComplaint(created)
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'too_many_cases' }])
  expect(answer.text).toContain('Please contact us')
  expect(await readState(shop, created)).toBe('completed')
})
