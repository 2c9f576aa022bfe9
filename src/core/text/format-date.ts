const DAYS = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const MOMENTS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** Formats a day in UTC for emails and messages, such as `2 Jul 2026`. */
export function formatUtcDay(date: Date): string {
  return DAYS.format(date)
}

/** Formats a time in UTC to the minute for emails, such as `2 Jul 2026, 14:05 UTC`. */
export function formatUtcMoment(date: Date): string {
  return `${MOMENTS.format(date)} UTC`
}

/** Formats a day in UTC for files: ISO 8601, such as `2026-07-02`. */
export function formatIsoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}
