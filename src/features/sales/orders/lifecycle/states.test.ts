import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, addMs } from '#core/time.ts'
import { calculateEarning, purchaseStatus } from '../rules.ts'
import { ACTORS, SUPPLIER_ORDER_STATES, type SupplierOrderState } from '../shapes.ts'
import {
  explainRefund,
  findTransition,
  isTerminal,
  listPossibleEvents,
  ORDER_TRANSITIONS,
  type OrderTransition,
} from './states.ts'
import { TIMER_KINDS, listTimersIn, getTimerChanges } from '../timers/timing.ts'

const states = fc.constantFrom(...SUPPLIER_ORDER_STATES)
const actors = fc.constantFrom(...ACTORS)
const events = fc.constantFrom(...new Set(ORDER_TRANSITIONS.map(({ event }) => event)))
const units = fc.record({ sent: fc.nat(3), left: fc.nat(3) })
const now = new Date('2026-03-02T10:00:00Z')

test('a final state allows no transition except opening a case', () => {
  expect(SUPPLIER_ORDER_STATES.filter(isTerminal)).toEqual([
    'expired',
    'rejected',
    'completed',
    'refunded',
    'cancelled',
  ])
  fc.assert(
    fc.property(
      fc.record({ state: states.filter(isTerminal), units }),
      events,
      actors,
      (order, event, actor) => {
        expect([undefined, 'open_case']).toContain(findTransition(order, event, actor)?.event)
      },
    ),
  )
})

const STATE_ORDER: readonly SupplierOrderState[] = [
  'draft',
  'awaiting_payment',
  'paid_hold',
  'submitted',
  'accepted',
  'in_progress',
  'shipped',
  'delivered',
  'completed',
]

test('no transition leads back, except ending a cancellation request and withdrawing a parcel', () => {
  const backwardTransitions = ORDER_TRANSITIONS.filter(({ event, from, to }) => {
    const [earnedBefore, after] = [STATE_ORDER.indexOf(from), STATE_ORDER.indexOf(to)]
    return event !== 'keep' && event !== 'unpack' && earnedBefore >= 0 && after >= 0 && after < earnedBefore
  })
  expect(backwardTransitions).toEqual([])
})

test('a supplier cannot mark an order as delivered or completed', () => {
  const paid = ORDER_TRANSITIONS.filter(
    ({ event, by }) => /deliver|complete/.test(event) && by.includes('supplier'),
  )
  expect(paid).toEqual([])
})

test('after any sequence of events, exactly the timers of the current state run', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(50), actors, units), { maxLength: 30 }), (choices) => {
      let state: SupplierOrderState = 'awaiting_payment'
      const running = new Set<string>()
      for (const [choice, actor, unitCounts] of choices) {
        const possible = listPossibleEvents({ state, units: unitCounts }, actor)
        const event = possible[choice % possible.length]
        const transition: OrderTransition | undefined =
          event && findTransition({ state, units: unitCounts }, event, actor)
        if (!transition) continue
        const { ended, begun } = getTimerChanges(transition, { shipBy: null, shippingDays: 5 }, now)
        for (const timer of ended) expect(running.delete(timer)).toBe(true)
        for (const { kind, dueAt } of begun) {
          expect(running.has(kind)).toBe(false)
          expect(dueAt.getTime()).toBeGreaterThan(now.getTime())
          running.add(kind)
        }
        state = transition.to
        expect([...running].toSorted()).toEqual(listTimersIn(state).toSorted())
      }
    }),
  )
})

test('every paid state has a timer, except cases, which have their own', () => {
  const waiting = SUPPLIER_ORDER_STATES.filter(
    (state) => !isTerminal(state) && listTimersIn(state).length === 0,
  )
  expect(waiting).toEqual(['draft', 'awaiting_payment', 'in_case'])
  const used = new Set(SUPPLIER_ORDER_STATES.flatMap(listTimersIn))
  expect([...used].toSorted()).toEqual([...TIMER_KINDS].toSorted())
})

test('a transition depends on the units: a parcel that leaves units keeps the order in progress', () => {
  const at = (state: SupplierOrderState, sent: number, unitCounts: number) => ({
    state,
    units: { sent, left: unitCounts },
  })
  expect(findTransition(at('accepted', 1, 2), 'pack', 'supplier')?.to).toBe('in_progress')
  expect(findTransition(at('accepted', 1, 2), 'ship', 'supplier')).toBeUndefined()
  expect(findTransition(at('in_progress', 3, 0), 'ship', 'supplier')?.to).toBe('shipped')
  expect(findTransition(at('cancel_requested', 0, 3), 'cancel', 'timer')?.to).toBe('cancelled')
  expect(findTransition(at('cancel_requested', 1, 2), 'cancel', 'timer')).toBeUndefined()
})

test('timers are due after the documented minutes, hours and days', () => {
  const order = { shipBy: addMs(now, 1), shippingDays: 5 }
  const dueAfter = (from: SupplierOrderState, to: SupplierOrderState) =>
    Object.fromEntries(
      getTimerChanges({ from, to }, order, now).begun.map(({ kind, dueAt }) => [
        kind,
        (dueAt.getTime() - now.getTime()) / 3_600_000,
      ]),
    )
  expect(dueAfter('awaiting_payment', 'paid_hold')).toMatchObject({ submit: 1 / 6 })
  expect(dueAfter('paid_hold', 'submitted')).toEqual({ escalate: 24, reject: 48, unshipped: 14 * 24 })
  expect(dueAfter('accepted', 'cancel_requested')).toEqual({ cancel: 24 })
  expect(dueAfter('in_progress', 'shipped')).toEqual({ deliver: (5 + 7) * 24 })
  expect(dueAfter('shipped', 'delivered')).toEqual({ complete: 14 * 24 })
  const unknownWay = getTimerChanges(
    { from: 'in_progress', to: 'shipped' },
    { shipBy: null, shippingDays: null },
    now,
  )
  expect(unknownWay.begun).toEqual([{ kind: 'deliver', dueAt: addMs(now, 14 * DAY) }])
})

test('several parcels pay the same commission as one, to the cent, and never more than they earn', () => {
  const parcelAmounts = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 12 })
  const bps = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(parcelAmounts, bps, bps, (grosses, commissionBps, commissionTaxBps) => {
      const rate = { amount: 1, commissionWeight: commissionBps, commissionTaxBps }
      let earnedBefore = { gross: 0, commission: 0, tax: 0 }
      for (const gross of grosses) {
        const earned = calculateEarning(gross, { before: earnedBefore, rate })
        expect(earned.commission + earned.tax).toBeLessThanOrEqual(gross)
        expect(Math.min(earned.commission, earned.tax)).toBeGreaterThanOrEqual(0)
        earnedBefore = {
          gross: earnedBefore.gross + gross,
          commission: earnedBefore.commission + earned.commission,
          tax: earnedBefore.tax + earned.tax,
        }
      }
      const inOne = calculateEarning(earnedBefore.gross, {
        before: { gross: 0, commission: 0, tax: 0 },
        rate,
      })
      expect(Math.abs(earnedBefore.commission - inOne.commission)).toBeLessThanOrEqual(1)
    }),
  )
})

test('a purchase’s status is that of its least advanced supplier order, ignoring cancelled ones', () => {
  expect(purchaseStatus(['paid_hold', 'accepted'])).toBe('paid')
  expect(purchaseStatus(['shipped', 'accepted'])).toBe('partly_shipped')
  expect(purchaseStatus(['shipped', 'delivered'])).toBe('shipped')
  expect(purchaseStatus(['delivered', 'completed', 'cancelled'])).toBe('delivered')
  expect(purchaseStatus(['completed', 'rejected'])).toBe('completed')
  expect(purchaseStatus(['cancelled', 'rejected'])).toBe('cancelled')
  // A case does not reset the status, and a refunded order is not cancelled.
  expect(purchaseStatus(['in_case'])).toBe('in_case')
  expect(purchaseStatus(['completed', 'in_case', 'shipped'])).toBe('in_case')
  expect(purchaseStatus(['in_case', 'accepted'])).toBe('partly_shipped')
  expect(purchaseStatus(['refunded'])).toBe('refunded')
  expect(purchaseStatus(['refunded', 'cancelled'])).toBe('refunded')
  expect(purchaseStatus(['refunded', 'completed'])).toBe('completed')
  expect(purchaseStatus(['awaiting_payment', 'awaiting_payment'])).toBe('awaiting_payment')
  expect(purchaseStatus(['expired', 'expired'])).toBe('expired')
})

test('each event that refunds has a default reason', () => {
  expect(explainRefund('reject')).toBe('Not sent by the supplier')
  expect(explainRefund('reject_lines')).toBe('Not sent by the supplier')
  expect(explainRefund('cancel_rest')).toBe('The rest was cancelled')
  expect(explainRefund('cancel')).toBe('The order was cancelled')
})
