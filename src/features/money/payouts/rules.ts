import { minorDigits, SHOP_CURRENCY } from '#core/money.ts'
import { DAY, HOUR, addMs } from '#core/time.ts'
import type { PayoutMethod, PayoutState } from './shapes.ts'

/** What happens to a payout. */
export type PayoutEvent =
  | 'bundle'
  | 'send'
  | 'confirm'
  | 'fail'
  | 'mark_unclear'
  | 'ask_again'
  | 'wait'
  | 'return'

type PayoutTransition = Readonly<{
  to: PayoutState
  bank: readonly PayoutState[]
  stripe: readonly PayoutState[]
}>

const OPEN_STATES = ['prepared', 'in_file', 'sent', 'unclear'] as const

const TRANSITIONS: Readonly<Record<PayoutEvent, PayoutTransition>> = {
  bundle: { to: 'in_file', bank: ['prepared'], stripe: [] },
  // From here on money may have moved, whatever is heard of it.
  send: { to: 'sent', bank: ['in_file'], stripe: ['prepared'] },
  // A provider's word that came late is taken wherever the payout is by then.
  confirm: { to: 'confirmed', bank: ['in_file', 'sent', 'unclear'], stripe: ['prepared', 'sent', 'unclear'] },
  fail: { to: 'failed', bank: OPEN_STATES, stripe: ['prepared', 'sent', 'unclear'] },
  mark_unclear: { to: 'unclear', bank: ['in_file', 'sent'], stripe: ['sent'] },
  ask_again: { to: 'sent', bank: [], stripe: ['unclear'] },
  // What we have at the provider is short: nothing moved, and it is asked again.
  wait: { to: 'prepared', bank: [], stripe: ['sent', 'unclear'] },
  // It had arrived, and came back days later.
  return: { to: 'failed', bank: ['confirmed'], stripe: ['confirmed'] },
}

/** Where an event takes a payout; undefined when it cannot happen there. */
export function getNextState(
  event: PayoutEvent,
  { method, state }: Readonly<{ method: PayoutMethod; state: PayoutState }>,
): PayoutState | undefined {
  const transition = TRANSITIONS[event]
  return transition[method].includes(state) ? transition.to : undefined
}

/** Whether an operator may say so: not while a provider is being asked, nor in its place. */
export function isAllowedForOperator(
  event: PayoutEvent,
  { method, state }: Readonly<{ method: PayoutMethod; state: PayoutState }>,
): boolean {
  if (method === 'bank') return true
  return event !== 'send' && state !== 'sent' && !(event === 'confirm' && state === 'prepared')
}

/** What is taken of what may be paid out for what the supplier owes, and what is left. */
export function computeNetting({ available, owed }: Readonly<{ available: number; owed: number }>): {
  netted: number
  left: number
} {
  const netted = Math.min(available, owed)
  return { netted, left: available - netted }
}

/** The least that is paid out of a currency, in its minor units: as many whole units as of the shop's, whose minor units are given. */
export function convertMinimum(currency: string, minimum: number): number {
  return Math.ceil(minimum / 10 ** (minorDigits(SHOP_CURRENCY) - minorDigits(currency)))
}

/** When payouts are made every night, in UTC. */
export const SWEEP_TIME = { hour: 3, minute: 20 } as const

/** How long new details of an account wait before money goes there: somebody who took over an account gets none before that. */
const NEW_DETAILS_DELAY = 3 * DAY

/** From when on details are used: the first ones at once, since no money goes anywhere else. */
export function getUsableFrom(now: Date, isFirst: boolean): Date {
  return isFirst ? now : addMs(now, NEW_DETAILS_DELAY)
}

/** After so long without an answer of the provider a person has to look at a payout. */
export const RESPONSE_TIMEOUT = DAY / 2

/** How long a payout waits for the provider to be asked for it again, or at all where that was lost. */
export const RETRY_INTERVAL = HOUR

/** As banks know a payout or a file: at most 35 letters and digits, which is all that every one of them takes. */
export function toBankReference(publicId: string): string {
  return publicId.slice(publicId.indexOf('_') + 1).toUpperCase()
}
