const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Formats the age of a time: 'now', '5m ago', '3h ago', '6d ago', or a date (CHAT-02). Dates are used from a week on,
 * in the user's format. A time in the future, from a slow clock, is 'now'.
 */
export function formatTimeAgo(moment: Date, now: Date): string {
  const ms = now.getTime() - moment.getTime()
  if (ms < MINUTE_MS) return 'now'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m ago`
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)}h ago`
  if (ms < 7 * DAY_MS) return `${Math.floor(ms / DAY_MS)}d ago`
  return moment.toLocaleDateString()
}

/** Formats the day of a message for the line between days: 'Today', 'Yesterday', else its date. */
export function formatDay(moment: Date, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(moment)) / DAY_MS)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return moment.toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** Formats the hour and minute of a message in the user's format. */
export function formatTime(moment: Date): string {
  return moment.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
}

/** Returns the start of a day; callers round differences in days, because the clocks may change in between. */
function startOfDay(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
}
