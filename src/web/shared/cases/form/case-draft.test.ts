import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTrackedOrder } from '#tests/data/checkout-data.ts'
import {
  AMOUNT_ERROR,
  type CaseDraft,
  updateCaseDraft,
  selectedCents,
  toCaseInput,
  validateCaseDraft,
  newCaseDraft,
  shippedLines,
  parseAmount,
} from './case-draft.ts'
import { reasonsFor } from '../case-messages.ts'

const [RING, PAIR] = [
  { line: 1, title: 'Ring', sent: 1, unitCents: 10_000, isReturnable: false },
  { line: 3, title: 'Pair', sent: 2, unitCents: 2_500, isReturnable: true },
]
const LINES = [RING, PAIR]
const completeDraft: CaseDraft = {
  ...newCaseDraft(LINES),
  kind: 'damaged',
  reason: 'broken',
  text: ' The clasp is broken off. ',
}

test('only shipped items can be selected for a case, by their place in the order', () => {
  const [some] = createTrackedOrder().supplierOrders.flatMap(({ lines }) => lines)
  if (!some) throw new Error('an order without lines')
  const line = { ...some, title: 'Ring', variantTitle: 'Gold', unitPrice: 12.5, quantity: 3 }
  const lines = [
    { ...line, shipped: 0 },
    { ...line, shipped: 2 },
  ]
  expect(shippedLines({ lines })).toEqual([
    { line: 2, title: 'Ring, Gold', sent: 2, unitCents: 1_250, isReturnable: true },
  ])
})

test('a case about all items leaves lines and amount to the server', () => {
  expect(toCaseInput(completeDraft, LINES)).toEqual({
    kind: 'damaged',
    reason: 'broken',
    text: 'The clasp is broken off.',
    withReturn: false,
    lines: [],
  })
})

test('a case about some items requests their cost, or the typed amount', () => {
  const some = { ...completeDraft, chosen: { 1: 0, 3: 1 } }
  expect(toCaseInput(some, LINES)).toMatchObject({ amount: 2_500, lines: [{ line: 3, quantity: 1 }] })
  expect(toCaseInput({ ...some, requestType: 'amount', amount: '10.5' }, LINES)).toMatchObject({
    amount: 1_050,
  })
})

test('a return sends items back, and items that did not arrive are not sent back', () => {
  const withReturnAfter = (change: Partial<CaseDraft>) =>
    toCaseInput({ ...completeDraft, ...change }, LINES).withReturn
  expect(withReturnAfter({ kind: 'return' })).toBe(true)
  expect(withReturnAfter({ kind: 'not_delivered', sendsBack: true })).toBe(false)
  expect(withReturnAfter({ kind: 'wrong', sendsBack: true })).toBe(true)
})

test('leaves non-returnable items out of a change of mind, and includes them again for late delivery', () => {
  const changeOfMind = updateCaseDraft(
    { ...completeDraft, kind: 'return', reason: '' },
    { reason: 'changed_mind' },
    LINES,
  )
  expect(changeOfMind.chosen).toEqual({ 1: 0, 3: 2 })
  expect(toCaseInput(changeOfMind, LINES)).toMatchObject({ amount: 5_000, lines: [{ line: 3, quantity: 2 }] })
  expect(updateCaseDraft(changeOfMind, { text: 'Too big for me.' }, LINES).chosen).toEqual({ 1: 0, 3: 2 })
  expect(updateCaseDraft(changeOfMind, { reason: 'arrived_late' }, LINES).chosen).toEqual({ 1: 1, 3: 2 })
  expect(updateCaseDraft(changeOfMind, { kind: 'wrong', reason: '' }, LINES).chosen).toEqual({ 1: 1, 3: 2 })
})

test('only late delivery is a reason to return non-returnable items', () => {
  expect(reasonsFor('return', false)).toEqual(['arrived_late'])
  expect(reasonsFor('return', true)).toHaveLength(4)
  expect(reasonsFor('damaged', false)).toHaveLength(4)
})

test('shows each missing input at its field', () => {
  expect(validateCaseDraft(completeDraft)).toEqual({})
  expect(validateCaseDraft({ ...completeDraft, requestType: 'amount', amount: '0' })).toEqual({
    amount: AMOUNT_ERROR,
  })
  expect(validateCaseDraft({ ...completeDraft, reason: '' })).toEqual({ reason: 'Select a reason.' })
  const empty = { ...newCaseDraft(LINES), chosen: { 1: 0, 3: 0 } }
  expect(Object.keys(validateCaseDraft(empty))).toEqual(['kind', 'chosen', 'text'])
})

test('the requested amount always equals the cost of the selected lines', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 2 }), (rings, pairs) => {
      const draft = { ...completeDraft, chosen: { 1: rings, 3: pairs } }
      const { amount, lines = [] } = toCaseInput(draft, LINES)
      const cost = lines.reduce(
        (sum, { line, quantity }) => sum + quantity * (line === 1 ? RING.unitCents : PAIR.unitCents),
        0,
      )
      expect(amount === undefined ? selectedCents(draft, LINES) - 15_000 : amount - cost).toBe(0)
    }),
    { numRuns: 20 },
  )
})

test('rejects an amount above what can be refunded', () => {
  expect(parseAmount('20', 2_000)).toEqual({ cents: 2_000 })
  expect(parseAmount('20.01', 2_000)).toEqual({ fault: 'You can get up to $20.00.' })
  for (const text of ['', '0', '-1', 'all', '1.234'])
    expect(parseAmount(text, 2_000)).toEqual({ fault: AMOUNT_ERROR })
})
