import { expect, test } from 'vitest'
import { clockText, secondsLeft, announceTimeLeft } from './reservation.tsx'

test('counts the time left in whole seconds, and never below zero', () => {
  const expiresAt = '2026-11-21T10:15:00.000Z'
  expect(secondsLeft(expiresAt, Date.parse(expiresAt) - 899_001)).toBe(900)
  expect(secondsLeft(expiresAt, Date.parse(expiresAt))).toBe(0)
  expect(secondsLeft(expiresAt, Date.parse(expiresAt) + 5_000)).toBe(0)
  expect(secondsLeft('soon', 0)).toBe(0)
})

test('shows the time left as minutes and seconds', () => {
  expect([clockText(900), clockText(65), clockText(9)]).toEqual(['15:00', '1:05', '0:09'])
})

test('announces the time left to screen readers twice, not every second', () => {
  const announcements = new Set(Array.from({ length: 901 }, (_, seconds) => announceTimeLeft(seconds)))
  expect(announcements).toEqual(
    new Set(['', 'Less than a minute left to pay.', 'Less than five minutes left to pay.']),
  )
})
