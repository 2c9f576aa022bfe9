import { expect, test } from 'vitest'
import { ACTORS, SUPPLIER_ORDER_STATES } from '../shapes.ts'
import { isBuyer, listPossibleEvents, findTransition, listTransitions } from './states.ts'

// Nothing sent, a part, and everything, as `sent/left`.
const UNITS = [
  { sent: 0, left: 2 },
  { sent: 1, left: 1 },
  { sent: 2, left: 0 },
] as const

/** The documented transitions: state, event, next state, posting, actors, and at which units. */
const EXPECTED_TRANSITIONS = `
draft: quote > awaiting_payment by shopper vendor store
awaiting_payment: pay > paid_hold P1 by payment
awaiting_payment: expire > expired by timer
paid_hold: cancel > cancelled P7 by payment shopper vendor store operator
paid_hold: submit > submitted by timer vendor operator
paid_hold: miss_promise > paid_hold by timer
paid_hold: cancel_lines > paid_hold by vendor store at 0/2 1/1
submitted: cancel > cancelled P7 by payment timer shopper vendor store operator
submitted: reject > rejected P7 by timer supplier operator
submitted: escalate > submitted by timer
submitted: miss_promise > submitted by timer
submitted: accept > accepted by setting supplier
submitted: cancel_lines > submitted by vendor store at 0/2 1/1
submitted: reject_lines > submitted by supplier at 0/2 1/1
accepted: cancel > cancelled P7 by payment timer supplier operator at 0/2
accepted: miss_promise > accepted by timer
accepted: ask_cancel > cancel_requested by shopper vendor store
accepted: reject_lines > accepted by supplier at 0/2 1/1
accepted: cancel_lines > accepted by supplier at 0/2 1/1
accepted: pack > in_progress P4 by supplier operator at 0/2 1/1
accepted: ship > shipped P4 by supplier operator at 2/0
in_progress: miss_promise > in_progress by timer
in_progress: ask_cancel > cancel_requested by shopper vendor store
in_progress: pack > in_progress P4 by supplier operator at 0/2 1/1
in_progress: unpack > accepted P4r by supplier operator at 0/2
in_progress: cancel_lines > in_progress by supplier at 0/2 1/1
in_progress: cancel_rest > shipped P7 by payment timer supplier operator at 1/1 2/0
in_progress: unpack > in_progress P4r by supplier operator at 1/1 2/0
in_progress: ship > shipped P4 by supplier operator at 2/0
shipped: deliver > delivered by timer carrier shopper vendor store operator
shipped: wait > shipped by timer
shipped: open_case > in_case by shopper vendor store operator
shipped: unpack > accepted P4r by supplier operator at 0/2
shipped: unpack > in_progress P4r by supplier operator at 1/1 2/0
delivered: complete > completed P5 by timer operator
delivered: open_case > in_case by shopper vendor store operator
completed: open_case > in_case by shopper vendor store operator
in_case: close_case > completed P5 by timer shopper vendor store supplier operator
in_case: refund_case > refunded P5 by timer shopper vendor store supplier operator
cancel_requested: cancel > cancelled P7 by payment timer supplier operator at 0/2
cancel_requested: miss_promise > cancel_requested by timer
cancel_requested: keep > accepted by shopper vendor store supplier operator at 0/2
cancel_requested: pack > in_progress P4 by supplier operator at 0/2 1/1
cancel_requested: cancel_rest > shipped P7 by payment timer supplier operator at 1/1 2/0
cancel_requested: keep > in_progress by timer shopper vendor store supplier operator at 1/1 2/0
cancel_requested: ship > shipped P4 by supplier operator at 2/0
`

/** Returns the implemented transitions in the same form. */
function formatTransitions(): string[] {
  const at = new Map<string, string[]>()
  for (const state of SUPPLIER_ORDER_STATES) {
    for (const units of UNITS) {
      const by = new Map<string, string[]>()
      for (const actor of ACTORS) {
        for (const event of listPossibleEvents({ state, units }, actor)) {
          const step = findTransition({ state, units }, event, actor)
          const words = [`${state}: ${event} > ${step?.to}`, step?.money].filter(Boolean).join(' ')
          by.set(words, [...(by.get(words) ?? []), actor])
        }
      }
      for (const [words, actors] of by) {
        const line = `${words} by ${actors.join(' ')}`
        at.set(line, [...(at.get(line) ?? []), `${units.sent}/${units.left}`])
      }
    }
  }
  return [...at].map(([line, units]) =>
    units.length === UNITS.length ? line : `${line} at ${units.join(' ')}`,
  )
}

test('the transitions of each state, their roles and money equal the documented table', () => {
  expect(formatTransitions()).toEqual(EXPECTED_TRANSITIONS.trim().split('\n'))
})

test('an unpaid order can be paid by a payment and expire by a timer only', () => {
  expect(listTransitions('pay', 'payment')).toEqual([{ from: 'awaiting_payment', to: 'paid_hold' }])
  expect(listTransitions('expire', 'timer')).toEqual([{ from: 'awaiting_payment', to: 'expired' }])
  expect(listTransitions('pay', 'timer')).toEqual([])
  expect(listTransitions('expire', 'shopper')).toEqual([])
})

test('only shoppers, vendors and their stores are buyers', () => {
  expect(ACTORS.filter(isBuyer)).toEqual(['shopper', 'vendor', 'store'])
})
