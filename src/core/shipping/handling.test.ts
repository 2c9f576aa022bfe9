import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateShipBy, countHandlingDays, type Handling, isHoliday } from './handling.ts'

const SINGAPORE: Handling = {
  leadDays: 1,
  cutOff: '14:00',
  timeZone: 'Asia/Singapore',
  workingDays: [1, 2, 3, 4, 5],
}

/** Returns the day on which an order paid then is due, on the warehouse's calendar. */
function dueDay(paidAt: string, handling: Handling, holiday: Parameters<typeof isHoliday>[0] | null = null) {
  const due = calculateShipBy(new Date(paidAt), { handling, holiday })
  return new Intl.DateTimeFormat('en-CA', { timeZone: handling.timeZone }).format(due)
}

test('a payment after the cut-off counts from the next working day', () => {
  // Thursday 26 November 2026, 13:59 and 14:00 in Singapore.
  expect(dueDay('2026-11-26T05:59:00Z', SINGAPORE)).toBe('2026-11-27')
  expect(dueDay('2026-11-26T06:00:00Z', SINGAPORE)).toBe('2026-11-30')
  // Saturday counts as Monday.
  expect(dueDay('2026-11-28T01:00:00Z', SINGAPORE)).toBe('2026-12-01')
})

test('an order is due at the end of the day in the warehouse’s time zone, also when clocks change', () => {
  const newYork: Handling = { leadDays: 1, cutOff: null, timeZone: 'America/New_York', workingDays: [6, 7] }
  const paidAt = new Date('2026-10-31T16:00:00Z')
  // Sunday 1 November 2026 has 25 hours there.
  expect(calculateShipBy(paidAt, { handling: newYork, holiday: null }).toISOString()).toBe(
    '2026-11-02T04:59:59.999Z',
  )
})

test('with same-day handling, an order paid before the cut-off is due on that day', () => {
  const sameDay = { ...SINGAPORE, leadDays: 0 }
  expect(dueDay('2026-11-26T05:59:00Z', sameDay)).toBe('2026-11-26')
  expect(dueDay('2026-11-26T06:00:00Z', sameDay)).toBe('2026-11-27')
})

test('days of a holiday are not working days, and days outside it are', () => {
  const holiday = { from: '2026-12-21', to: '2027-01-03', timeZone: 'Asia/Singapore' }
  expect(dueDay('2026-12-18T01:00:00Z', SINGAPORE, holiday)).toBe('2027-01-04')
  expect(dueDay('2026-12-16T01:00:00Z', SINGAPORE, holiday)).toBe('2026-12-17')
  // The marketplace's default ship-by date moves too.
  const due = calculateShipBy(new Date('2026-12-21T01:00:00Z'), { handling: null, holiday })
  expect(due.toISOString()).toBe('2027-01-05T23:59:59.999Z')
})

test('without stated handling times, an order is due after two business days at the same time', () => {
  const promise = { handling: null, holiday: null }
  const due = calculateShipBy(new Date('2026-11-26T06:30:00Z'), promise)
  expect(due.toISOString()).toBe('2026-11-30T06:30:00.000Z')
  expect(countHandlingDays(new Date('2026-11-26T06:30:00Z'), promise)).toEqual({ min: 1, max: 4 })
})

test('a holiday starts and ends in the store’s time zone', () => {
  const holiday = { from: '2026-12-21', to: '2026-12-22', timeZone: 'Asia/Singapore' }
  expect(isHoliday(holiday, new Date('2026-12-20T15:59:59Z'))).toBe(false)
  expect(isHoliday(holiday, new Date('2026-12-20T16:00:00Z'))).toBe(true)
  expect(isHoliday(holiday, new Date('2026-12-22T15:59:59Z'))).toBe(true)
  expect(isHoliday(holiday, new Date('2026-12-22T16:00:00Z'))).toBe(false)
})

const handlings = fc
  .record({
    leadDays: fc.integer({ min: 0, max: 60 }),
    cutOff: fc.option(fc.constantFrom('00:00', '09:30', '14:00', '23:59')),
    timeZone: fc.constantFrom('UTC', 'Asia/Singapore', 'America/New_York', 'Pacific/Apia', 'Europe/London'),
    workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  })
  .filter(({ leadDays, cutOff }) => leadDays > 0 || cutOff !== null)
const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
const holidays = fc.option(
  fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 60 })).map(([start, length]) => ({
    from: new Date(Date.UTC(2026, 0, 1 + start)).toISOString().slice(0, 10),
    to: new Date(Date.UTC(2026, 0, 1 + start + length)).toISOString().slice(0, 10),
    timeZone: 'UTC',
  })),
)

test('an order is due on a working day after its payment, and a later payment is never due earlier', () => {
  fc.assert(
    fc.property(handlings, holidays, fc.tuple(moments, moments), (handling, holiday, [one, other]) => {
      const [earlier, later] = one <= other ? [one, other] : [other, one]
      const due = calculateShipBy(earlier, { handling, holiday })
      expect(due.getTime()).toBeGreaterThanOrEqual(earlier.getTime())
      const day = Temporal.Instant.fromEpochMilliseconds(due.getTime())
        .toZonedDateTimeISO(handling.timeZone)
        .toPlainDate()
      expect(handling.workingDays).toContain(day.dayOfWeek)
      const { from, to } = holiday ?? { from: '9999-12-31', to: '9999-12-31' }
      expect(from <= day.toString() && day.toString() <= to).toBe(false)
      expect(calculateShipBy(later, { handling, holiday }).getTime()).toBeGreaterThanOrEqual(due.getTime())
      const days = countHandlingDays(earlier, { handling, holiday })
      expect(days.min).toBeLessThanOrEqual(days.max)
    }),
  )
})
