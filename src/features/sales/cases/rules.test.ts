import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerDue, caseStep, CASE_LIFE, isReasonOf, possibleActs, usualAmount } from './rules.ts'
import { CASE_EVENTS, CASE_KINDS, CASE_REASONS, CASE_SIDES, CASE_STATES } from './shapes.ts'

const STANDINGS = CASE_STATES.flatMap((state) =>
  [true, false].flatMap((isSentBack) => [true, false].map((isFurther) => ({ state, isSentBack, isFurther }))),
)
const now = new Date('2026-03-02T10:00:00Z')

test('a case that is over stays so, and every other can end whoever is silent', () => {
  for (const standing of STANDINGS) {
    const isOver = standing.state === 'closed'
    expect(CASE_SIDES.some((side) => possibleActs(standing, side).length > 0)).toBe(!isOver)
    // One thing at most: what a case comes to by itself is not open to doubt.
    expect(possibleActs(standing, 'timer')).toHaveLength(isOver ? 0 : 1)
  }
})

test('whoever’s turn it is has a time to answer; only the operator is not hurried', () => {
  const hurried = CASE_STATES.filter((state) => answerDue(state, now))
  expect(hurried).toEqual(['supplier_turn', 'buyer_turn', 'awaiting_return', 'returning'])
})

test('nobody accepts his own proposal, and nobody but an operator rules', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...STANDINGS),
      fc.constantFrom(...CASE_EVENTS),
      fc.constantFrom(...CASE_SIDES),
      (standing, event, side) => {
        const { state } = standing
        const step = caseStep(standing, event, side)
        const isOwn =
          (state === 'supplier_turn' && side === 'buyer') || (state === 'buyer_turn' && side === 'supplier')
        const isForbidden =
          (event === 'accept' && isOwn) || (event === 'rule' && side !== 'operator') || state === 'closed'
        expect(isForbidden && step !== undefined).toBe(false)
      },
    ),
  )
  expect(CASE_LIFE.filter(({ by }) => by.length === 0)).toEqual([])
})

test('a reason belongs to its kind', () => {
  for (const kind of CASE_KINDS)
    for (const reason of CASE_REASONS[kind]) expect(isReasonOf(kind, reason)).toBe(true)
  expect(isReasonOf('return', 'broken')).toBe(false)
  expect(isReasonOf('damaged', '')).toBe(false)
})

test('shipping is not given back, unless it is the seller’s mistake', () => {
  const money = { left: 10_206, shippingLeft: 206 }
  expect(usualAmount('return', money)).toBe(10_000)
  for (const kind of ['damaged', 'not_delivered', 'wrong'] as const)
    expect(usualAmount(kind, money)).toBe(10_206)
})
