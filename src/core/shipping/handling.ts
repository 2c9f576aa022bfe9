import { toCalendarDays } from './business-days.ts'
import { PROCESSING_DAYS } from './shipping-rules.ts'
import { addMs, DAY } from '../time.ts'

/**
 * A warehouse's handling time in working days, counted from the day of payment. An order paid after the cut-off
 * (`HH:MM` there) or on a day off counts as paid on the next working day; without a cut-off the day of payment
 * counts. Weekdays are those of ISO 8601: 1 is Monday.
 */
export type Handling = Readonly<{
  leadDays: number
  cutOff: string | null
  /** A name of the IANA time zone database. */
  timeZone: string
  workingDays: readonly number[]
}>

/** A period, with its first and last day (`YYYY-MM-DD` in the store's calendar), when no orders are handed over. */
export type Holiday = Readonly<{ from: string; to: string; timeZone: string }>

/** A warehouse's stated handling time; null where its supplier has stated none. */
export type HandlingPromise = Readonly<{ handling: Handling | null; holiday: Holiday | null }>

const DEFAULT_HANDLING: Handling = {
  leadDays: PROCESSING_DAYS.max,
  cutOff: null,
  timeZone: 'UTC',
  workingDays: [1, 2, 3, 4, 5],
}

/** The latest day that is searched, which ends the search in a calendar without any working day. */
const MOST_DAYS = 400

/**
 * Returns the deadline for handing an order paid now to the carrier. It is the end of the last day of the stated
 * handling time, in the warehouse's time zone; without one it is two business days (UTC) later.
 */
export function calculateShipBy(paidAt: Date, { handling, holiday }: HandlingPromise): Date {
  if (!handling && !holiday)
    return addMs(paidAt, toCalendarDays(PROCESSING_DAYS.max, paidAt.getUTCDay()) * DAY)
  const day = findShipDay(paidAt, handling ?? DEFAULT_HANDLING, holiday)
  const nextMidnight = day.add({ days: 1 }).toZonedDateTime((handling ?? DEFAULT_HANDLING).timeZone)
  return new Date(nextMidnight.epochMilliseconds - 1)
}

/** Returns the number of calendar days, from the earliest to the latest, until an order paid now is handed over. */
export function countHandlingDays(
  now: Date,
  { handling, holiday }: HandlingPromise,
): { min: number; max: number } {
  if (!handling && !holiday) {
    const weekday = now.getUTCDay()
    return {
      min: toCalendarDays(PROCESSING_DAYS.min, weekday),
      max: toCalendarDays(PROCESSING_DAYS.max, weekday),
    }
  }
  const used = handling ?? DEFAULT_HANDLING
  const today = toZoned(now, used.timeZone).toPlainDate()
  const countTo = (leadDays: number) =>
    today.until(findShipDay(now, { ...used, leadDays }, holiday), { largestUnit: 'day' }).days
  return { min: countTo(handling ? used.leadDays : PROCESSING_DAYS.min), max: countTo(used.leadDays) }
}

/** Returns whether a moment is in a holiday. */
export function isHoliday({ from, to, timeZone }: Holiday, now: Date): boolean {
  const today = toZoned(now, timeZone).toPlainDate().toString()
  return from <= today && today <= to
}

/** Returns whether a name is in the time zone database. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function findShipDay(paidAt: Date, handling: Handling, holiday: Holiday | null): Temporal.PlainDate {
  const isWorkingDay = (day: Temporal.PlainDate) =>
    handling.workingDays.includes(day.dayOfWeek) && !isInHoliday(day, holiday)
  const findNext = (day: Temporal.PlainDate): Temporal.PlainDate => {
    for (let days = 0; days < MOST_DAYS; days += 1)
      if (isWorkingDay(day.add({ days }))) return day.add({ days })
    throw new Error('the calendar has no working day')
  }
  let day = findFirstDay(paidAt, handling, isWorkingDay)
  if (handling.cutOff !== null) day = findNext(day)
  for (let count = 0; count < handling.leadDays; count += 1) day = findNext(day.add({ days: 1 }))
  return day
}

/** Returns the day from which working days are counted. */
function findFirstDay(
  paidAt: Date,
  { cutOff, timeZone }: Handling,
  isWorkingDay: (day: Temporal.PlainDate) => boolean,
): Temporal.PlainDate {
  const paid = toZoned(paidAt, timeZone)
  const day = paid.toPlainDate()
  const isLate = cutOff !== null && paid.toPlainTime().toString().slice(0, 5) >= cutOff
  return isLate && isWorkingDay(day) ? day.add({ days: 1 }) : day
}

function isInHoliday(day: Temporal.PlainDate, holiday: Holiday | null): boolean {
  if (!holiday) return false
  const text = day.toString()
  return holiday.from <= text && text <= holiday.to
}

function toZoned(moment: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
}
