import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, later } from '#core/time.ts'
import { earningOf, purchaseStatus } from '../rules.ts'
import { ACTORS, SUPPLIER_ORDER_STATES, type SupplierOrderState } from '../shapes.ts'
import { isTerminal, LIFE, possibleEvents, type Step, stepOf } from './states.ts'
import { TIMER_KINDS, timersIn, timersOfStep } from '../timers/timing.ts'

const states = fc.constantFrom(...SUPPLIER_ORDER_STATES)
const actors = fc.constantFrom(...ACTORS)
const events = fc.constantFrom(...new Set(LIFE.map(({ event }) => event)))
const units = fc.record({ sent: fc.nat(3), left: fc.nat(3) })
const now = new Date('2026-03-02T10:00:00Z')

test('nothing leads out of an end, whatever happens and whoever causes it, but a new case', () => {
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
        expect([undefined, 'open_case']).toContain(stepOf(order, event, actor)?.event)
      },
    ),
  )
})

const ORDER_OF_LIFE: readonly SupplierOrderState[] = [
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

test('no news, however late, moves an order back; only a wish to cancel that is taken back leads to where it was', () => {
  const back = LIFE.filter(({ event, from, to }) => {
    const [before, after] = [ORDER_OF_LIFE.indexOf(from), ORDER_OF_LIFE.indexOf(to)]
    return event !== 'keep' && before >= 0 && after >= 0 && after < before
  })
  expect(back).toEqual([])
})

test('nobody who is paid for it decides that an order has arrived, or that it is complete', () => {
  const paid = LIFE.filter(({ event, by }) => /deliver|complete/.test(event) && by.includes('supplier'))
  expect(paid).toEqual([])
})

test('any life comes to the timers of the state it is in, and to no others', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(50), actors, units), { maxLength: 30 }), (choices) => {
      let state: SupplierOrderState = 'awaiting_payment'
      const running = new Set<string>()
      for (const [choice, actor, left] of choices) {
        const possible = possibleEvents({ state, units: left }, actor)
        const event = possible[choice % possible.length]
        const step: Step | undefined = event && stepOf({ state, units: left }, event, actor)
        if (!step) continue
        const { ended, begun } = timersOfStep(step, { shipBy: null, shippingDays: 5 }, now)
        for (const kind of ended) expect(running.delete(kind)).toBe(true)
        for (const { kind, dueAt } of begun) {
          expect(running.has(kind)).toBe(false)
          expect(dueAt.getTime()).toBeGreaterThan(now.getTime())
          running.add(kind)
        }
        state = step.to
        expect([...running].toSorted()).toEqual(timersIn(state).toSorted())
      }
    }),
  )
})

test('no state waits for somebody for ever: each that is no end and is paid has a timer, a case its own clock', () => {
  const waiting = SUPPLIER_ORDER_STATES.filter((state) => !isTerminal(state) && timersIn(state).length === 0)
  expect(waiting).toEqual(['draft', 'awaiting_payment', 'in_case'])
  const used = new Set(SUPPLIER_ORDER_STATES.flatMap(timersIn))
  expect([...used].toSorted()).toEqual([...TIMER_KINDS].toSorted())
})

test('a step depends on the units: a parcel that leaves some behind keeps the order in progress', () => {
  const at = (state: SupplierOrderState, sent: number, left: number) => ({ state, units: { sent, left } })
  expect(stepOf(at('accepted', 1, 2), 'pack', 'supplier')?.to).toBe('in_progress')
  expect(stepOf(at('accepted', 1, 2), 'ship', 'supplier')).toBeUndefined()
  expect(stepOf(at('in_progress', 3, 0), 'ship', 'supplier')?.to).toBe('shipped')
  expect(stepOf(at('cancel_requested', 0, 3), 'cancel', 'timer')?.to).toBe('cancelled')
  expect(stepOf(at('cancel_requested', 1, 2), 'cancel', 'timer')).toBeUndefined()
})

test('the timers are those of the book: minutes, hours and days after the state began', () => {
  const order = { shipBy: later(now, 1), shippingDays: 5 }
  const dueAfter = (from: SupplierOrderState, to: SupplierOrderState) =>
    Object.fromEntries(
      timersOfStep({ from, to }, order, now).begun.map(({ kind, dueAt }) => [
        kind,
        (dueAt.getTime() - now.getTime()) / 3_600_000,
      ]),
    )
  expect(dueAfter('awaiting_payment', 'paid_hold')).toMatchObject({ submit: 1 / 6 })
  expect(dueAfter('paid_hold', 'submitted')).toEqual({ escalate: 24, reject: 48, unshipped: 14 * 24 })
  expect(dueAfter('accepted', 'cancel_requested')).toEqual({ cancel: 24 })
  expect(dueAfter('in_progress', 'shipped')).toEqual({ deliver: (5 + 7) * 24 })
  expect(dueAfter('shipped', 'delivered')).toEqual({ complete: 14 * 24 })
  const unknownWay = timersOfStep(
    { from: 'in_progress', to: 'shipped' },
    { shipBy: null, shippingDays: null },
    now,
  )
  expect(unknownWay.begun).toEqual([{ kind: 'deliver', dueAt: later(now, 14 * DAY) }])
})

test('parcels together pay the commission that one would, to the cent, and never more than they bring', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 12 })
  const bps = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(parts, bps, bps, (grosses, commissionBps, commissionTaxBps) => {
      const rate = { amount: 1, commissionWeight: commissionBps, commissionTaxBps }
      let before = { gross: 0, commission: 0, tax: 0 }
      for (const gross of grosses) {
        const earned = earningOf(gross, { before, rate })
        expect(earned.commission + earned.tax).toBeLessThanOrEqual(gross)
        expect(Math.min(earned.commission, earned.tax)).toBeGreaterThanOrEqual(0)
        before = {
          gross: before.gross + gross,
          commission: before.commission + earned.commission,
          tax: before.tax + earned.tax,
        }
      }
      const inOne = earningOf(before.gross, { before: { gross: 0, commission: 0, tax: 0 }, rate })
      expect(Math.abs(before.commission - inOne.commission)).toBeLessThanOrEqual(1)
    }),
  )
})

test('a purchase is as far as the part that is furthest behind, those that were given up aside', () => {
  expect(purchaseStatus(['paid_hold', 'accepted'])).toBe('paid')
  expect(purchaseStatus(['shipped', 'accepted'])).toBe('partly_shipped')
  expect(purchaseStatus(['shipped', 'delivered'])).toBe('shipped')
  expect(purchaseStatus(['delivered', 'completed', 'cancelled'])).toBe('delivered')
  expect(purchaseStatus(['completed', 'rejected'])).toBe('completed')
  expect(purchaseStatus(['cancelled', 'rejected'])).toBe('cancelled')
  // A complaint sets nothing back, and what was sent and paid back was not cancelled.
  expect(purchaseStatus(['in_case'])).toBe('in_case')
  expect(purchaseStatus(['completed', 'in_case', 'shipped'])).toBe('in_case')
  expect(purchaseStatus(['in_case', 'accepted'])).toBe('partly_shipped')
  expect(purchaseStatus(['refunded'])).toBe('refunded')
  expect(purchaseStatus(['refunded', 'cancelled'])).toBe('refunded')
  expect(purchaseStatus(['refunded', 'completed'])).toBe('completed')
  expect(purchaseStatus(['awaiting_payment', 'awaiting_payment'])).toBe('awaiting_payment')
  expect(purchaseStatus(['expired', 'expired'])).toBe('expired')
})
