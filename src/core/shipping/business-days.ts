const SUNDAY = 0
const SATURDAY = 6

/**
 * Returns the number of calendar days that `count` business days (Monday to Friday) take from a weekday. `weekday` is
 * a value of `Date.getDay`. Public holidays are not considered.
 */
export function toCalendarDays(count: number, weekday: number): number {
  let days = 0
  for (let remaining = count; remaining > 0; days += 1) {
    const next = (weekday + days + 1) % 7
    if (next !== SATURDAY && next !== SUNDAY) remaining -= 1
  }
  return days
}
