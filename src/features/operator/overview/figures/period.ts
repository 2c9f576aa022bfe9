import { invalid } from '#core/errors.ts'
import { addMs, DAY, MINUTE } from '#core/time.ts'
import { getSalesPeriod } from '#features/sales/orders/service.ts'

/** The last days as of now, or from one day to another, such as `2026-03-02`; both inclusive. */
export type PeriodRequest = Readonly<{
  days: string
  from?: string | undefined
  to?: string | undefined
  utcOffset: number
}>

/** The bounds of a period and of the equally long period before it, and the days of both. */
export type Period = ReturnType<typeof getSalesPeriod>

const MAX_DAYS = 366
const QUARTER_MINUTES = 15

/** Returns the requested period. Throws `bad_period`. */
export function toPeriod({ days, from, to, utcOffset: minutes }: PeriodRequest, now: Date): Period {
  // Figures are stored by quarters of an hour, and every time zone is offset by a multiple of them.
  const utcOffset = Math.round(minutes / QUARTER_MINUTES) * QUARTER_MINUTES
  if (from === undefined && to === undefined) return getSalesPeriod({ days: Number(days), utcOffset, now })
  if (from === undefined || to === undefined) throw badPeriod('Enter both the first and the last day.')
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1
  if (count < 1) throw badPeriod('The first day must not be after the last day.')
  if (count > MAX_DAYS) throw badPeriod(`A period has at most ${MAX_DAYS} days.`)
  if (Date.parse(from) < Date.UTC(2000, 0, 1)) throw badPeriod('Enter days since 2000.')
  const lastDay = addMs(new Date(`${to}T00:00:00Z`), -utcOffset * MINUTE)
  if (lastDay > now) throw badPeriod('The last day must not be in the future.')
  return getSalesPeriod({ days: count, utcOffset, now: lastDay })
}

function badPeriod(message: string) {
  return invalid('bad_period', message)
}
