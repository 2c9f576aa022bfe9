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

test('a case that is over stays so, and every other can end although a side is silent', () => {
  for (const status of STATUSES) {
    const isClosed = status.state === 'closed'
    expect(CASE_SIDES.some((side) => listPossibleCaseEvents(status, side).length > 0)).toBe(!isClosed)
    // One thing at most: what a case comes to by itself is unambiguous.
    expect(listPossibleCaseEvents(status, 'timer')).toHaveLength(isClosed ? 0 : 1)
  }
})

test('the side whose turn it is has a time limit; only the operator has none', () => {
  const hurried = CASE_STATES.filter((state) => getAnswerDeadline(state, toDeadlines(undefined), now))
  expect(hurried).toEqual(['supplier_turn', 'buyer_turn', 'awaiting_return', 'returning'])
})

test('no side accepts its own proposal, and only an operator decides', () => {
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

test('a reason belongs to its kind', () => {
  for (const kind of CASE_KINDS)
    for (const reason of CASE_REASONS[kind]) expect(isReasonForKind(kind, reason)).toBe(true)
  expect(isReasonForKind('return', 'broken')).toBe(false)
  expect(isReasonForKind('damaged', '')).toBe(false)
})

test('shipping is not given back, unless it is the seller’s mistake', () => {
  const money = { left: 10_206, shippingLeft: 206 }
  expect(getDefaultAmount('return', money)).toBe(10_000)
  for (const kind of ['damaged', 'not_delivered', 'wrong'] as const)
    expect(getDefaultAmount(kind, money)).toBe(10_206)
})
