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
  // A provider's late confirmation is accepted in whatever state the payout is by then.
  confirm: { to: 'confirmed', bank: ['in_file', 'sent', 'unclear'], stripe: ['prepared', 'sent', 'unclear'] },
  fail: { to: 'failed', bank: OPEN_STATES, stripe: ['prepared', 'sent', 'unclear'] },
  mark_unclear: { to: 'unclear', bank: ['in_file', 'sent'], stripe: ['sent'] },
  ask_again: { to: 'sent', bank: [], stripe: ['unclear'] },
  // Our balance at the provider is too low: nothing moved, and the transfer is retried.
  wait: { to: 'prepared', bank: [], stripe: ['sent', 'unclear'] },
  // The money had arrived, and was returned days later.
  return: { to: 'failed', bank: ['confirmed'], stripe: ['confirmed'] },
}

/** Returns the state to which an event moves a payout; undefined if it is not allowed. */
export function getNextState(
  event: PayoutEvent,
  { method, state }: Readonly<{ method: PayoutMethod; state: PayoutState }>,
): PayoutState | undefined {
  const transition = TRANSITIONS[event]
  return transition[method].includes(state) ? transition.to : undefined
}

/** Returns whether an operator may report this event: never in place of a provider, nor while its answer is awaited. */
export function isAllowedForOperator(
  event: PayoutEvent,
  { method, state }: Readonly<{ method: PayoutMethod; state: PayoutState }>,
): boolean {
  if (method === 'bank') return true
  return event !== 'send' && state !== 'sent' && !(event === 'confirm' && state === 'prepared')
}

/** Returns the part of an available balance that pays a debt, and the rest of it. */
export function computeNetting({ available, owed }: Readonly<{ available: number; owed: number }>): {
  netted: number
  left: number
} {
  const netted = Math.min(available, owed)
  return { netted, left: available - netted }
}

/**
 * Returns the minimum payout of a currency in minor units: as many whole units as the shop's minimum. `minimum` is in
 * minor units of the shop's currency.
 */
export function convertMinimum(currency: string, minimum: number): number {
  return Math.ceil(minimum / 10 ** (minorDigits(SHOP_CURRENCY) - minorDigits(currency)))
}

/** The time of the nightly payouts, in UTC. */
export const SWEEP_TIME = { hour: 3, minute: 20 } as const

/**
 * How long new account details wait before they receive money, so that an attacker who took over an account gets none
 * before.
 */
const NEW_DETAILS_DELAY = 3 * DAY

/** Returns when bank details become usable: the first ones at once, because they replace none. */
export function getUsableFrom(now: Date, isFirst: boolean): Date {
  return isFirst ? now : addMs(now, NEW_DETAILS_DELAY)
}

/** How long a provider may leave a payout unanswered before it becomes unclear, for an operator to check. */
export const RESPONSE_TIMEOUT = DAY / 2

/** The interval after which the provider is called again, or for the first time if the job was lost. */
export const RETRY_INTERVAL = HOUR

/** Returns the bank reference of a payout or a file: at most 35 letters and digits, which every bank accepts. */
export function toBankReference(publicId: string): string {
  return publicId.slice(publicId.indexOf('_') + 1).toUpperCase()
}
