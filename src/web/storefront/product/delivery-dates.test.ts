import { expect, test } from 'vitest'
import { arrivalText } from './delivery-dates.ts'

test('the days of arrival are counted from today, over the ends of months and years', () => {
  const days = { fromDays: 8, toDays: 10 }
  expect(arrivalText(new Date(2026, 10, 21, 23, 59), days)).toBe('29 Nov–1 Dec')
  expect(arrivalText(new Date(2026, 10, 2), days)).toBe('10–12 Nov')
  expect(arrivalText(new Date(2026, 11, 23), days)).toBe('31 Dec 2026–2 Jan 2027')
})
