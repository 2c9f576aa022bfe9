import { type Deadlines, toDeadlines } from '#core/deadlines.ts'
import { calculateShipBy } from '#core/shipping/handling.ts'
import { DAY, HOUR, addMs, MINUTE } from '#core/time.ts'
import type { SupplierOrderState } from '../shapes.ts'

/** The time limits of a supplier order besides its deadlines (`core/deadlines.ts`), in milliseconds. */
export const TIMING = {
  /** How long an unpaid order reserves its items. */
  reservation: 15 * MINUTE,
  /** How long after its usual transit time a parcel counts as delivered; also the transit time if no days are known. */
  delivered: 7 * DAY,
  /** The interval of checks of due parcels that have not arrived by their carriers; */
  lookAgain: 7 * DAY,
  /** how long a parcel can be in transit before operators get an email. */
  mostOnItsWay: 60 * DAY,
} as const

/** The timers of an order. Each runs from entering to leaving its states. */
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

export type TimerKind = (typeof TIMER_KINDS)[number]

/** A timer to set. */
export type Timer = Readonly<{ kind: TimerKind; dueAt: Date }>

/** The input of an order's timers. `holdMs` is the length of a vendor's hold once paid; else the deadline counts. */
export type TimerInput = Readonly<{
  shipBy: Date | null
  shippingDays: number | null
  holdMs?: number
  /** The order's deadlines; by default those of orders from before they were stored. */
  deadlines?: Partial<Deadlines> | null
}>

type TimerRule = Readonly<{
  runsIn: readonly SupplierOrderState[]
  dueAt: (now: Date, order: TimerInput) => Date
}>

const SUBMITTED_STATES = ['submitted', 'accepted', 'in_progress', 'cancel_requested'] as const

const RULES: Readonly<Record<TimerKind, TimerRule>> = {
  submit: { runsIn: ['paid_hold'], dueAt: (now, order) => addMs(now, getHold(order)) },
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

function getHold({ holdMs, deadlines }: TimerInput): number {
  return holdMs ?? toDeadlines(deadlines).holdMinutes * MINUTE
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
