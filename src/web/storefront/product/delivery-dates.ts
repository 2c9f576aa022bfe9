/** The days between which something arrives, counted from `today`: `4–6 Dec`, in the reader's own time zone. */
export function arrivalText(today: Date, { fromDays, toDays }: { fromDays: number; toDays: number }): string {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
  return format.formatRange(after(today, fromDays), after(today, toDays)).replaceAll(/\s*–\s*/g, '–')
}

function after(today: Date, days: number): Date {
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + days)
}
