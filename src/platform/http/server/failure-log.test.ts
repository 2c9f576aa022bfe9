import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refused, unavailable } from '#core/errors.ts'
import type { Log } from '#platform/log.ts'
import { createFailureLog } from './failure-log.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function createTestLog() {
  const lines: unknown[] = []
  const write = (level: string) => (fields: object, message: string) => lines.push([level, fields, message])
  const log: Log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: () => log,
  }
  return { lines, logFailure: createFailureLog(log) }
}

test('logs one short warning a minute for refused calls, with their number', () => {
  const { lines, logFailure } = createTestLog()
  const busy = (requestId: string) => logFailure(unavailable('too_busy', 'Please wait.'), requestId, 'failed')
  for (const requestId of ['r1', 'r2', 'r3']) busy(requestId)
  const first = ['warn', { code: 'too_busy', requestId: 'r1' }, 'refused a call: the shop is busy']
  expect(lines).toEqual([first])
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([
    first,
    ['warn', { code: 'too_busy', calls: 2 }, 'refused further calls: the shop is busy'],
  ])
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(2)
  busy('r4')
  expect(lines.slice(2)).toEqual([['warn', { code: 'too_busy', requestId: 'r4' }, first[2]]])
})

test('logs bugs and outages as errors with details, and does not log refusals', () => {
  const { lines, logFailure } = createTestLog()
  const [bug, outage] = [new Error('bug'), unavailable('not_ready', 'Not yet.')]
  for (const error of [bug, outage, refused('email_taken', 'Taken.')])
    logFailure(error, 'r', 'a request failed')
  expect(lines).toEqual([
    ['error', { requestId: 'r', err: bug }, 'a request failed'],
    ['error', { requestId: 'r', err: outage }, 'a request failed'],
  ])
})
