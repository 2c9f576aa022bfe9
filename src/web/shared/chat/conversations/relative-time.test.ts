import { expect, test } from 'vitest'
import { formatDay, formatTimeAgo } from './relative-time.ts'

const NOW = new Date(2026, 2, 10, 12, 0, 0)
const ago = (seconds: number): string => formatTimeAgo(new Date(NOW.getTime() - seconds * 1_000), NOW)

test('shows times relative to now, and updates them with the clock [CHAT-02]', () => {
  expect([0, 59, 60, 5 * 60, 3_599].map(ago)).toEqual(['now', 'now', '1m ago', '5m ago', '59m ago'])
  expect([3_600, 86_399, 86_400, 7 * 86_400 - 1].map(ago)).toEqual(['1h ago', '23h ago', '1d ago', '6d ago'])
  expect(ago(7 * 86_400)).toBe(new Date(2026, 2, 3).toLocaleDateString())
})

test('shows a message from a future time as now', () => {
  expect(ago(-3_000)).toBe('now')
})

test('names days by the calendar, not by elapsed hours', () => {
  expect(formatDay(new Date(2026, 2, 10, 0, 1), NOW)).toBe('Today')
  expect(formatDay(new Date(2026, 2, 9, 23, 59), NOW)).toBe('Yesterday')
  expect(formatDay(new Date(2026, 2, 8, 23, 59), NOW)).toContain('8')
  expect(formatDay(new Date(2026, 2, 11), NOW)).toBe('Today')
})
