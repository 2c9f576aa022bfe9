import { expect, test } from 'vitest'
import { formatDays, formatServiceName } from './format-service.ts'

test('formats a service with spaces and its days as text', () => {
  expect(formatServiceName('Priority_Mail_Express')).toBe('Priority Mail Express')
  expect([formatDays(1, 1), formatDays(7, 7), formatDays(15, 25)]).toEqual(['1 day', '7 days', '15-25 days'])
})
