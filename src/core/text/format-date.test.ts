import { expect, test } from 'vitest'
import { formatUtcDay, formatUtcMoment } from './format-date.ts'

test('formats dates and times in UTC', () => {
  const moment = new Date('2026-07-02T23:05:59Z')
  expect(formatUtcDay(moment)).toBe('2 Jul 2026')
  expect(formatUtcMoment(moment)).toBe('2 Jul 2026, 23:05 UTC')
  expect(formatUtcDay(new Date('2027-01-04'))).toBe('4 Jan 2027')
})
