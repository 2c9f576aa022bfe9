import { toDeadlines } from '#core/deadlines.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  getAnswerDeadline,
  findCaseTransition,
  CASE_TRANSITIONS,
  isReasonForKind,
  listPossibleCaseEvents,
  getDefaultAmount,
} from './rules.ts'
import { CASE_EVENTS, CASE_KINDS, CASE_REASONS, CASE_SIDES, CASE_STATES } from './shapes.ts'

const STATUSES = CASE_STATES.flatMap((state) =>
  [true, false].flatMap((isSentBack) =>
    [true, false].flatMap((isFollowUp) =>
      [true, false].map((hasReturnAddress) => ({ state, isSentBack, isFollowUp, hasReturnAddress })),
    ),
  ),
)
const now = new Date('2026-03-02T10:00:00Z')

test('a closed case has no events, and every other state has one default outcome', () => {
  for (const status of STATUSES) {
    const isClosed = status.state === 'closed'
    expect(CASE_SIDES.some((side) => listPossibleCaseEvents(status, side).length > 0)).toBe(!isClosed)
    // One at most, so that the default outcome is unambiguous.
    expect(listPossibleCaseEvents(status, 'timer')).toHaveLength(isClosed ? 0 : 1)
  }
})

test('every party has a time limit to answer, except the operator', () => {
  const hurried = CASE_STATES.filter((state) => getAnswerDeadline(state, toDeadlines(undefined), now))
  expect(hurried).toEqual(['supplier_turn', 'buyer_turn', 'awaiting_return', 'returning'])
})

test('a party cannot accept its own proposal, and only an operator can decide', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...STATUSES),
      fc.constantFrom(...CASE_EVENTS),
      fc.constantFrom(...CASE_SIDES),
      (status, event, side) => {
        const { state } = status
        const transition = findCaseTransition(status, event, side)
        const isOwnTurn =
          (state === 'supplier_turn' && side === 'buyer') || (state === 'buyer_turn' && side === 'supplier')
        const isForbidden =
          (event === 'accept' && isOwnTurn) || (event === 'rule' && side !== 'operator') || state === 'closed'
        expect(isForbidden && transition !== undefined).toBe(false)
      },
    ),
  )
  expect(CASE_TRANSITIONS.filter(({ by }) => by.length === 0)).toEqual([])
})

test('each reason belongs to its kind of case', () => {
  for (const kind of CASE_KINDS)
    for (const reason of CASE_REASONS[kind]) expect(isReasonForKind(kind, reason)).toBe(true)
  expect(isReasonForKind('return', 'broken')).toBe(false)
  expect(isReasonForKind('damaged', '')).toBe(false)
})

test('the default amount excludes shipping for returns, and includes it for the seller’s mistakes', () => {
  const money = { left: 10_206, shippingLeft: 206 }
  expect(getDefaultAmount('return', money)).toBe(10_000)
  for (const kind of ['damaged', 'not_delivered', 'wrong'] as const)
    expect(getDefaultAmount(kind, money)).toBe(10_206)
})
