/** Formats an amount of money for consoles, such as `$1,284.00`; `amount` in units of the currency. */
export function formatMoney(amount: number, currency = 'USD'): string {
  const format = moneyFormats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency })
  moneyFormats.set(currency, format)
  return format.format(amount)
}

// Cached, because creating a format takes longer than rendering a table's row.
const moneyFormats = new Map<string, Intl.NumberFormat>()
const NUMBERS = new Intl.NumberFormat('en-US')
const DAYS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const DAYS_OF_OTHER_YEARS = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const TIMES = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Formats a whole number with separators, such as `48,000`. */
export function formatNumber(value: number): string {
  return NUMBERS.format(value)
}

/** Formats a day such as `24 Nov`, with the year if it is not the current one. */
export function formatDay(iso: string, now = new Date()): string {
  const date = new Date(iso)
  return (date.getFullYear() === now.getFullYear() ? DAYS : DAYS_OF_OTHER_YEARS).format(date)
}

/** Formats a time relative to today: `14:02`, `Yesterday`, `20 Nov`. */
export function formatMoment(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const days = countDays(date, now)
  if (days === 0) return formatTime(iso)
  return days === -1 ? 'Yesterday' : formatDay(iso, now)
}

/** Formats a day and time such as `22 Nov, 10:58`. */
export function formatDateTime(iso: string): string {
  return `${formatDay(iso)}, ${formatTime(iso)}`
}

/** Formats a time of the day such as `14:02`. */
export function formatTime(iso: string): string {
  return TIMES.format(new Date(iso))
}

/** Formats the distance to a time in its largest unit, such as `4 h` or `2 days`; never negative. */
export function formatDistance(iso: string, now = new Date()): string {
  const minutes = Math.max(1, Math.round(Math.abs(new Date(iso).getTime() - now.getTime()) / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return `${hours} h`
  return `${Math.round(hours / 24)} days`
}

/** Returns the number of calendar days from now to a date, in the user's time zone. */
export function countDays(date: Date, now = new Date()): number {
  const toDay = (moment: Date) =>
    Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / 86_400_000
  return toDay(date) - toDay(now)
}

/** Returns the English name of a country, such as `Singapore`; its code if it has none. */
export function formatCountry(code: string): string {
  return REGIONS.of(code) ?? code
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Returns the time zone of this device, by its IANA name. */
export function getTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
