import { expect, test } from 'vitest'
import { formatArrival } from './delivery-estimate.tsx'

test('the days of arrival are those on the way after business days of processing, over the ends of months and years', () => {
  const standard = { minDays: 5, maxDays: 7 }
  const [saturday, monday, wednesday] = [
    new Date(2026, 10, 21, 23, 59),
    new Date(2026, 10, 2),
    new Date(2026, 11, 23),
  ]
  // One business day after a Saturday is the Monday, two are the Tuesday.
  expect(formatArrival(saturday, standard)).toBe('28 Nov–1 Dec')
  expect(formatArrival(monday, standard)).toBe('8–11 Nov')
  expect(formatArrival(wednesday, { minDays: 7, maxDays: 7 })).toBe('31 Dec 2026–1 Jan 2027')
  expect(formatArrival(new Date(2026, 11, 28), { minDays: 1, maxDays: 2 })).toBe('30 Dec 2026–1 Jan 2027')
})
