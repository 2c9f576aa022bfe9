import { calendarDaysOf } from '#core/business-days.ts'
import { PROCESSING_DAYS } from '#core/shipping-rules.ts'

/**
 * The days between which something ordered `today` arrives, such as `4–6 Dec`, in the reader's own time zone: the business days of
 * processing, then the days on the way.
 */
export function arrivalText(
  today: Date,
  { minDays, maxDays }: Readonly<{ minDays: number; maxDays: number }>,
): string {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
  const from = after(today, calendarDaysOf(PROCESSING_DAYS.min, today.getDay()) + minDays)
  const to = after(today, calendarDaysOf(PROCESSING_DAYS.max, today.getDay()) + maxDays)
  return format.formatRange(from, to).replaceAll(/\s*–\s*/g, '–')
}

function after(today: Date, days: number): Date {
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + days)
}
