import { expect, test } from 'vitest'
import { formatArrival } from './delivery-estimate.tsx'

test('delivery dates count from the reader’s date, also across months and years', () => {
  const [saturday, monday] = [new Date(2026, 10, 21, 23, 59), new Date(2026, 11, 28)]
  expect(formatArrival(saturday, { fromDays: 7, toDays: 10 })).toBe('28 Nov–1 Dec')
  expect(formatArrival(new Date(2026, 10, 2), { fromDays: 6, toDays: 9 })).toBe('8–11 Nov')
  expect(formatArrival(monday, { fromDays: 2, toDays: 4 })).toBe('30 Dec 2026–1 Jan 2027')
  expect(formatArrival(monday, { fromDays: 1, toDays: 1 })).toBe('29 Dec')
})
