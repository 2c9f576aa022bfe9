import { expect, test } from 'vitest'
import { describeHoliday } from './store-holiday.ts'

const HOLIDAY = {
  from: '2026-12-21',
  to: '2027-01-03',
  mode: 'pause',
  message: 'We visit our mines.',
  timeZone: 'Asia/Singapore',
} as const

test('shows a holiday on its dates in the store’s time zone', () => {
  const at = (moment: string) => describeHoliday(HOLIDAY, 'Kallang', new Date(moment))
  expect(at('2026-12-20T15:59:59Z')).toBeUndefined()
  expect(at('2026-12-20T16:00:00Z')).toEqual({
    isPaused: true,
    text: 'Kallang is on holiday until 3 January and takes no orders until then. We visit our mines.',
  })
  expect(at('2027-01-03T15:59:59Z')?.isPaused).toBe(true)
  expect(at('2027-01-03T16:00:00Z')).toBeUndefined()
})

test('a store that sells during its holiday shows when orders ship', () => {
  const later = { ...HOLIDAY, mode: 'later', message: '' } as const
  expect(describeHoliday(later, 'Kallang', new Date('2026-12-24T00:00:00Z'))).toEqual({
    isPaused: false,
    text: 'Kallang is on holiday until 3 January; orders ship after that.',
  })
})
