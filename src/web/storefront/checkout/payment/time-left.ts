import { MINUTE, SECOND } from '#core/time.ts'

/** How many whole seconds are left until `expiresAt` (ISO); 0 when it is over or unreadable. */
export function secondsLeft(expiresAt: string, now: number): number {
  const left = Math.ceil((Date.parse(expiresAt) - now) / SECOND)
  return Number.isFinite(left) ? Math.max(0, left) : 0
}

/** Seconds as a clock shows them, such as `14:05`. */
export function clockText(seconds: number): string {
  const perMinute = MINUTE / SECOND
  return `${Math.floor(seconds / perMinute)}:${String(seconds % perMinute).padStart(2, '0')}`
}

/** What readers are told of the time: only at five minutes and at one, not each second. */
export function spokenTimeLeft(seconds: number): string {
  if (seconds > 5 * 60 || seconds === 0) return ''
  return seconds > 60 ? 'Less than five minutes left to pay.' : 'Less than a minute left to pay.'
}
