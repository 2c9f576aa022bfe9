import { expect, test } from 'vitest'
import { daysText, serviceName } from './service-text.ts'

test('a service is read with spaces and its days in words', () => {
  expect(serviceName('Priority_Mail_Express')).toBe('Priority Mail Express')
  expect([daysText(1, 1), daysText(7, 7), daysText(15, 25)]).toEqual(['1 day', '7 days', '15-25 days'])
})
