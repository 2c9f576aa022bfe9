import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCalendarDays } from './business-days.ts'

test('weekends are not business days', () => {
  const [monday, thursday, friday, saturday, sunday] = [1, 4, 5, 6, 0]
  expect([0, 1, 2, 5].map((count) => toCalendarDays(count, monday))).toEqual([0, 1, 2, 7])
  expect([1, 2].map((count) => toCalendarDays(count, thursday))).toEqual([1, 4])
  expect([friday, saturday, sunday].map((day) => toCalendarDays(1, day))).toEqual([3, 2, 1])
  expect([friday, saturday, sunday].map((day) => toCalendarDays(2, day))).toEqual([4, 3, 2])
})

test('five business days take a week', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.integer({ min: 0, max: 6 }), (count, weekday) => {
      expect(toCalendarDays(count + 5, weekday)).toBe(
        count === 0 ? toCalendarDays(5, weekday) : toCalendarDays(count, weekday) + 7,
      )
    }),
  )
})
