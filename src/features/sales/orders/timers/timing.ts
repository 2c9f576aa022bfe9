import { type Deadlines, toDeadlines } from '#core/deadlines.ts'
import { calculateShipBy } from '#core/shipping/handling.ts'
import { DAY, HOUR, addMs, MINUTE } from '#core/time.ts'
import type { SupplierOrderState } from '../shapes.ts'

/** What the life of a supplier order takes besides its deadlines (`core/deadlines.ts`), in milliseconds. */
export const TIMING = {
  /** How long an unpaid order keeps its items reserved. */
  reservation: 15 * MINUTE,
  /** How long a paid order waits for a change of mind before the supplier gets it. */
  hold: 10 * MINUTE,
  /**
   * So long after the usual way of a parcel it counts as delivered; where no days are known the way is taken to be as long again.
   */
  delivered: 7 * DAY,
  /** The wait between checks of parcels that, by their carriers, haven't arrived when they should count as delivered; */
  lookAgain: 7 * DAY,
  /** what is so long on its way is overdue: operators get an email. */
  mostOnItsWay: 60 * DAY,
} as const

/** The timers of an order. Each runs from entering the states it belongs to until leaving them. */
export const TIMER_KINDS = [
  'submit',
  'escalate',
  'reject',
  'late',
  'unshipped',
  'cancel',
  'deliver',
  'complete',
] as const

/** One of these. */
export type TimerKind = (typeof TIMER_KINDS)[number]

/** A timer to be set. */
export type Timer = Readonly<{ kind: TimerKind; dueAt: Date }>

/**
 * What an order's timers depend on. `holdMs` is how long it is held back once it is paid, the default time where it is
 * left out.
 */
export type TimerInput = Readonly<{
  shipBy: Date | null
  shippingDays: number | null
  holdMs?: number
  /** The deadlines that it was placed with; the first ones where they are left out. */
  deadlines?: Partial<Deadlines> | null
}>

type TimerRule = Readonly<{
  runsIn: readonly SupplierOrderState[]
  dueAt: (now: Date, order: TimerInput) => Date
}>

const SUBMITTED_STATES = ['submitted', 'accepted', 'in_progress', 'cancel_requested'] as const

const RULES: Readonly<Record<TimerKind, TimerRule>> = {
  submit: { runsIn: ['paid_hold'], dueAt: (now, { holdMs = TIMING.hold }) => addMs(now, holdMs) },
  escalate: { runsIn: ['submitted'], dueAt: afterHours('escalateHours') },
  reject: { runsIn: ['submitted'], dueAt: afterHours('acceptHours') },
  late: {
    runsIn: ['paid_hold', ...SUBMITTED_STATES],
    dueAt: (now, { shipBy }) => shipBy ?? calculateShipBy(now, { handling: null, holiday: null }),
  },
  unshipped: { runsIn: SUBMITTED_STATES, dueAt: afterDays('shipDays') },
  cancel: { runsIn: ['cancel_requested'], dueAt: afterHours('cancelHours') },
  deliver: {
    runsIn: ['shipped'],
    dueAt: (now, { shippingDays }) => addMs(now, getTransitTime(shippingDays) + TIMING.delivered),
  },
  complete: { runsIn: ['delivered'], dueAt: afterDays('earningDays') },
}

function afterHours(name: 'acceptHours' | 'escalateHours' | 'cancelHours'): TimerRule['dueAt'] {
  return (now, { deadlines }) => addMs(now, toDeadlines(deadlines)[name] * HOUR)
}

function afterDays(name: 'shipDays' | 'earningDays'): TimerRule['dueAt'] {
  return (now, { deadlines }) => addMs(now, toDeadlines(deadlines)[name] * DAY)
}

function getTransitTime(shippingDays: number | null): number {
  return shippingDays === null ? TIMING.delivered : shippingDays * DAY
}

/** Returns the timers that run in a state. */
export function listTimersIn(state: SupplierOrderState): TimerKind[] {
  return TIMER_KINDS.filter((kind) => RULES[kind].runsIn.includes(state))
}

/** Returns which timers a transition ends and starts: those of the states left and entered. */
export function getTimerChanges(
  { from, to }: Readonly<{ from: SupplierOrderState; to: SupplierOrderState }>,
  order: TimerInput,
  now: Date,
): { ended: TimerKind[]; begun: Timer[] } {
  const [runningBefore, runningAfter] = [listTimersIn(from), listTimersIn(to)]
  return {
    ended: runningBefore.filter((kind) => !runningAfter.includes(kind)),
    begun: runningAfter
      .filter((kind) => !runningBefore.includes(kind))
      .map((kind) => ({ kind, dueAt: RULES[kind].dueAt(now, order) })),
  }
}
