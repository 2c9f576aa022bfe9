import { expect, test } from 'vitest'
import { clockText, secondsLeft, spokenTimeLeft } from './reservation.tsx'

test('the time left is counted in whole seconds and never below none', () => {
  const end = '2026-11-21T10:15:00.000Z'
  expect(secondsLeft(end, Date.parse(end) - 899_001)).toBe(900)
  expect(secondsLeft(end, Date.parse(end))).toBe(0)
  expect(secondsLeft(end, Date.parse(end) + 5_000)).toBe(0)
  expect(secondsLeft('soon', 0)).toBe(0)
})

test('it is shown as a clock', () => {
  expect([clockText(900), clockText(65), clockText(9)]).toEqual(['15:00', '1:05', '0:09'])
})

test('readers hear of it twice, not each second', () => {
  const heard = new Set(Array.from({ length: 901 }, (_, seconds) => spokenTimeLeft(seconds)))
  expect(heard).toEqual(
    new Set(['', 'Less than a minute left to pay.', 'Less than five minutes left to pay.']),
  )
})
