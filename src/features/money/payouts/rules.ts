import { minorDigits, SHOP_CURRENCY } from '#core/money.ts'
import { DAY, HOUR, addMs } from '#core/time.ts'
import type { PayoutMethod, PayoutState } from './shapes.ts'

/** The events of a payout. */
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
  // From here on money may have moved, whatever is reported.
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

/** Returns the state to which an event moves a payout; undefined where it is not allowed. */
export function getNextState(
  event: PayoutEvent,
  { method, state }: Readonly<{ method: PayoutMethod; state: PayoutState }>,
): PayoutState | undefined {
  const transition = TRANSITIONS[event]
  return transition[method].includes(state) ? transition.to : undefined
}

/** Returns whether an operator may report this event: never while a provider is asked, nor instead of it. */
export function isAllowedForOperator(
  event: PayoutEvent,
  { method, state }: Readonly<{ method: PayoutMethod; state: PayoutState }>,
): boolean {
  if (method === 'bank') return true
  return event !== 'send' && state !== 'sent' && !(event === 'confirm' && state === 'prepared')
}

/** Returns what of an available balance pays a debt, and what of it is left. */
export function computeNetting({ available, owed }: Readonly<{ available: number; owed: number }>): {
  netted: number
  left: number
} {
  const netted = Math.min(available, owed)
  return { netted, left: available - netted }
}

/**
 * Returns the minimum payout of a currency in minor units: as many whole units as the shop's. `minimum` is in minor
 * units of the shop's currency.
 */
export function convertMinimum(currency: string, minimum: number): number {
  return Math.ceil(minimum / 10 ** (minorDigits(SHOP_CURRENCY) - minorDigits(currency)))
}

/** When payouts are made every night, in UTC. */
export const SWEEP_TIME = { hour: 3, minute: 20 } as const

/** How long new account details wait before money goes there: an attacker who took over an account gets none before that. */
const NEW_DETAILS_DELAY = 3 * DAY

/** Returns from when on bank details are used: the first ones at once, as no others are in use. */
export function getUsableFrom(now: Date, isFirst: boolean): Date {
  return isFirst ? now : addMs(now, NEW_DETAILS_DELAY)
}

/** After so long without an answer of the provider an operator has to look at a payout. */
export const RESPONSE_TIMEOUT = DAY / 2

/** How long a payout waits until the provider is asked again, or at all where that was lost. */
export const RETRY_INTERVAL = HOUR

/** Returns the bank reference of a payout or a file: at most 35 letters and digits. Every bank takes these. */
export function toBankReference(publicId: string): string {
  return publicId.slice(publicId.indexOf('_') + 1).toUpperCase()
}
