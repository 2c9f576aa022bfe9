import { expect, test } from 'vitest'
import { readAllEmails } from '#tests/steps/database-reads.ts'
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
import {
  listLedgerErrors,
  readSandboxRefunds,
  refundAsOperator,
  readSupplierBalances,
} from '#tests/steps/refunds.ts'
import { setReturnsAddress } from '#tests/steps/returns.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  postAsGuest,
  readOrderMoney,
  createPaidOrder,
  createSentOrder,
  readState,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const DAY = 24 * 3_600_000
// One item at 100.00 and its shipping, with 15 per cent commission and nine per cent tax on the commission.
const [TOTAL, NET] = [10_206, 8_537]

test('a case holds the earnings of its order only, and releases them when it is withdrawn', async () => {
  const [created, other] = [await createSentOrder(shop), await createSentOrder(shop)]
  const opened = await createCase(created)
  expect(opened).toMatchObject({
    state: 'supplier_turn',
    most: TOTAL,
    buyerProposal: { amount: TOTAL, withReturn: false },
    entries: [{ event: 'open', side: 'buyer', text: 'The clasp is broken off.' }],
    actions: ['message', 'escalate', 'withdraw'],
  })
  expect(await readState(shop, created)).toBe('in_case')
  expect(await readOrderMoney(shop, created)).toMatchObject({ pending: 0 })
  expect(await readOrderMoney(shop, other)).toMatchObject({ pending: NET })
  expect(await listLedgerErrors(shop)).toEqual([])

  const closed = parseCase(
    await actAsBuyer(created, opened.id, { action: 'withdraw', version: opened.version }),
  )
  expect(closed).toMatchObject({ state: 'closed', outcome: 'withdrawn', actions: [] })
  expect(await readState(shop, created)).toBe('completed')
  expect(await readSupplierBalances(created)).toEqual({ available: NET, owes: 0 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('both parties make proposals until one accepts, which refunds that amount and leaves the supplier the rest', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created)
  const offered = parseCase(
    await actAsSupplier(created, id, {
      action: 'propose',
      amount: 2_000,
      withReturn: false,
      text: 'We mend it.',
    }),
  )
  expect(offered).toMatchObject({ state: 'buyer_turn', supplierProposal: { amount: 2_000 } })
  await actAsBuyer(created, id, { action: 'propose', amount: 4_000, withReturn: false })
  const { version } = parseCase(
    await actAsSupplier(created, id, { action: 'propose', amount: 3_000, withReturn: false }),
  )
  expect((await actAsBuyer(created, id, { action: 'accept', version: version - 1 })).body).toMatchObject({
    code: 'case_changed',
  })
  const agreed = parseCase(await actAsBuyer(created, id, { action: 'accept', version }))
  expect(agreed).toMatchObject({
    state: 'closed',
    outcome: 'refunded',
    agreed: { amount: 3_000, by: 'agreement' },
  })
  await shop.work()
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: 3_000 })
  expect(await readState(shop, created)).toBe('completed')
  expect(await readSupplierBalances(created)).toEqual({ available: NET - 2_509, owes: 0 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a case is accepted and refunded when the supplier does not answer for three days', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created)
  shop.passTime(3 * DAY - 1)
  expect(await runCaseTimers(shop)).toBe(0)
  shop.passTime(1)
  expect(await runCaseTimers(shop)).toBe(1)
  expect(await runCaseTimers(shop)).toBe(0)
  expect(await readCase(created, id)).toMatchObject({
    outcome: 'refunded',
    agreed: { amount: TOTAL, by: 'silence' },
  })
  expect(await readState(shop, created)).toBe('refunded')
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: TOTAL })
  expect(await readOrderMoney(shop, created)).toEqual({ escrow: 0, pending: 0, available: 0, commission: 0 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('the supplier’s offer, even of nothing, is accepted when the buyer does not answer', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created)
  await actAsSupplier(created, id, { action: 'propose', amount: 0, withReturn: false, text: 'It was whole.' })
  shop.passTime(14 * DAY)
  await runCaseTimers(shop)
  expect(await readCase(created, id)).toMatchObject({ outcome: 'not_refunded' })
  expect(await readSupplierBalances(created)).toEqual({ available: NET, owes: 0 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a return is refunded when the goods arrive, and not refunded when they are not sent', async () => {
  const [sending, keeping] = [await createSentOrder(shop), await createSentOrder(shop)]
  await setReturnsAddress(keeping)
  const [one, other] = [
    await createCase(sending, { kind: 'return', reason: 'changed_mind' }),
    await createCase(keeping, { kind: 'return', reason: 'changed_mind' }),
  ]
  for (const [created, { id, version }] of [
    [sending, one],
    [keeping, other],
  ] as const) {
    const agreed = parseCase(await actAsSupplier(created, id, { action: 'accept', version }))
    expect(agreed).toMatchObject({ state: 'awaiting_return', agreed: { amount: 10_000 } })
  }
  await actAsBuyer(sending, one.id, { action: 'send_back', tracking: 'SG 4711' })
  expect(await readCase(sending, one.id)).toMatchObject({ state: 'returning', returnTracking: 'SG 4711' })
  expect(parseCase(await actAsSupplier(sending, one.id, { action: 'receive_back' }))).toMatchObject({
    outcome: 'refunded',
  })
  shop.passTime(21 * DAY)
  await runCaseTimers(shop)
  expect(await readCase(keeping, other.id)).toMatchObject({ state: 'closed', outcome: 'not_refunded' })
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: 10_000 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('an operator decides a case at the supplier’s or at the marketplace’s expense', async () => {
  const [strict, kind] = [await createSentOrder(shop), await createSentOrder(shop)]
  const [one, other] = [await createCase(strict), await createCase(kind)]
  await actAsSupplier(strict, one.id, { action: 'escalate', text: 'It was whole when it left.' })
  const decisionInput = { action: 'rule', text: 'The pictures show that it broke on its way.' }
  expect((await actAsOperator(strict, one.id, { ...decisionInput, text: 'No.', amount: 1 })).status).toBe(400)
  await actAsOperator(strict, one.id, { ...decisionInput, amount: 5_103 })
  await actAsOperator(kind, other.id, { ...decisionInput, amount: 5_103, byMarketplace: true })
  for (const [created, { id }] of [
    [strict, one],
    [kind, other],
  ] as const)
    expect(await readCase(created, id)).toMatchObject({ agreed: { amount: 5_103, by: 'ruling' } })
  expect((await readSupplierBalances(strict)).available).toBeLessThan(NET / 2 + 1)
  expect((await readSupplierBalances(kind)).available).toBe(NET)
  await shop.work()
  expect(await readSandboxRefunds(shop)).toEqual({ times: 2, amount: 10_206 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('an escalated case without a decision is closed for the buyer after sixty days', async () => {
  const created = await createSentOrder(shop)
  const { id, version } = await createCase(created, { amount: 4_000 })
  await actAsBuyer(created, id, { action: 'escalate', version })
  shop.passTime(59 * DAY)
  await runCaseTimers(shop)
  expect((await readCase(created, id)).state).toBe('operator_turn')
  shop.passTime(DAY)
  expect(await runCaseTimers(shop)).toBe(1)
  expect(await readCase(created, id)).toMatchObject({ outcome: 'refunded', agreed: { amount: 4_000 } })
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: 4_000 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a case requires a shipped order, no other open case, a matching reason and at most the paid amount', async () => {
  const unsent = await createPaidOrder(shop)
  expect((await openComplaint(unsent)).body).toMatchObject({ code: 'order_state' })
  const created = await createSentOrder(shop)
  const refusals: readonly [object, string][] = [
    [{ reason: 'changed_mind' }, 'wrong_reason'],
    [{ amount: TOTAL + 1 }, 'more_than_left'],
    [{ lines: [{ line: 1, quantity: 2 }] }, 'units_not_there'],
    [{ kind: 'not_delivered', reason: 'nothing_arrived' }, 'too_early'],
  ]
  for (const [more, code] of refusals)
    expect((await openComplaint(created, more)).body).toMatchObject({ code })
  const answers = await Promise.all([openComplaint(created), openComplaint(created)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await refundAsOperator(created, { of: 'all' })).body).toMatchObject({ code: 'in_case' })
  expect(await readState(shop, created)).toBe('in_case')
})

test('a return within 30 days is taken from the available balance when the earning was already released', async () => {
  const created = await createSentOrder(shop, { released: true })
  shop.passTime(15 * DAY)
  const { id, version } = await createCase(created)
  expect(await readState(shop, created)).toBe('in_case')
  expect(await readSupplierBalances(created)).toEqual({ available: NET, owes: 0 })
  await actAsSupplier(created, id, { action: 'accept', version })
  expect(await readState(shop, created)).toBe('refunded')
  expect(await readSupplierBalances(created)).toEqual({ available: 0, owes: 0 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a case that was withdrawn while the parcel was on its way can be opened again', async () => {
  const created = await createSentOrder(shop)
  const { id, version } = await createCase(created)
  await actAsBuyer(created, id, { action: 'withdraw', version })
  expect(await readState(shop, created)).toBe('completed')
  shop.passTime(20 * DAY)
  expect((await createCase(created)).state).toBe('supplier_turn')
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('refuses to withdraw a case for which a newer proposal exists', async () => {
  const created = await createSentOrder(shop)
  const { id, version } = await createCase(created)
  expect((await actAsBuyer(created, id, { action: 'withdraw' })).status).toBe(400)
  const proposal = { action: 'propose', amount: 5_000, withReturn: false }
  const offered = parseCase(await actAsSupplier(created, id, proposal))
  const lateWithdrawal = await actAsBuyer(created, id, { action: 'withdraw', version })
  expect([lateWithdrawal.status, lateWithdrawal.body]).toMatchObject([409, { code: 'case_changed' }])
  expect(await readState(shop, created)).toBe('in_case')
  expect((await actAsBuyer(created, id, { action: 'withdraw', version: offered.version })).status).toBe(200)
})

test('refuses a case after 30 days', async () => {
  const created = await createSentOrder(shop, { released: true })
  shop.passTime(17 * DAY)
  expect((await openComplaint(created)).body).toMatchObject({ code: 'too_late' })
  expect(await readState(shop, created)).toBe('completed')
})

test('each side of a case can only take its own actions and see its own cases', async () => {
  const [created, strange] = [await createSentOrder(shop), await createSentOrder(shop)]
  const { id, version } = await createCase(created)
  for (const answer of [
    await actAsBuyer(created, id, { action: 'accept', version }),
    await actAsBuyer(created, id, { action: 'propose', amount: 1, withReturn: false }),
    await actAsSupplier(created, id, { action: 'receive_back' }),
    await actAsOperator(created, id, { action: 'accept', version }),
  ])
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'case_state' }])
  expect((await actAsSupplier(created, id, { action: 'withdraw' })).status).toBe(400)
  const decision = { action: 'rule', amount: 0, text: 'It is all mine, says the supplier.' }
  expect((await actAsSupplier(created, id, decision)).body).toMatchObject({ code: 'case_state' })
  expect((await actAsSupplier(strange, id, { action: 'message', text: 'Hello' })).status).toBe(404)
  expect((await actAsBuyer(strange, id, { action: 'message', text: 'Hello' })).status).toBe(404)
  const tooHigh = { action: 'propose', amount: TOTAL + 1, withReturn: false }
  expect((await actAsSupplier(created, id, tooHigh)).body).toMatchObject({ code: 'more_than_left' })
  expect((await actAsBuyer(created, id, { action: 'message' })).body).toMatchObject({ code: 'empty_message' })
})

test('each party is emailed once about each action of the other', async () => {
  const created = await createSentOrder(shop)
  await postAsGuest(shop, created, 'received')
  const { id } = await createCase(created)
  await actAsSupplier(created, id, { action: 'message', text: 'Could you send us a picture?' })
  await actAsSupplier(created, id, { action: 'escalate' })
  await shop.work()
  const emails = (await readAllEmails(shop.db)).filter(({ subject }) => subject.startsWith('Case about'))
  const to = (decisionInput: string) =>
    emails.filter(({ subject }) => subject.includes(decisionInput)).map(({ recipient }) => recipient)
  expect(to('opened a case')).toHaveLength(2)
  expect(to('opened a case')).toContain(created.supplier.email)
  expect(to('new message')).toHaveLength(1)
  expect(emails.find(({ subject }) => subject.includes('new message'))?.text).toContain('send us a picture')
  expect(to('asked to decide')).toHaveLength(2)
})
