import { expect, test } from 'vitest'
import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import { errorForLog, describeError, LOG_OPTIONS } from './log.ts'

/** A PostgreSQL error with the values of the rejected row. */
const REFUSED = Object.assign(new Error('duplicate key value violates unique constraint "accounts_email"'), {
  code: '23505',
  constraint: 'accounts_email',
  detail: 'Key (email)=(mei@home.example) already exists.',
  where: 'COPY people, line 1: "mei@home.example"',
})
const failedQuery = () =>
  new DrizzleQueryError('insert into accounts values ($1, $2)', ['mei@home.example', 'Blk 12\n at'], REFUSED)

test('logs the failed query and its location without the row’s values', () => {
  const lines: string[] = []
  const log = pino(LOG_OPTIONS, { write: (line: string) => void lines.push(line) })
  log.error({ err: new Error('the order was not kept', { cause: failedQuery() }) }, 'a request failed')
  log.error({ err: new AggregateError([failedQuery()], 'two ways failed') }, 'a request failed')
  log.error({ err: new Error(String(failedQuery())) }, 'a request failed')
  for (const line of lines) {
    expect(line).not.toMatch(/mei@home|Blk 12|params/)
    expect(line).toContain('Failed query: insert into accounts values ($1, $2)')
    expect(line).toContain('log.test.ts')
  }
  expect(lines[0]).toContain('23505')
  expect(lines[0]).toContain('duplicate key value violates unique constraint')
})

test('logs a failed job with its input, without email addresses and secrets', () => {
  const lines: string[] = []
  const log = pino(LOG_OPTIONS, { write: (line: string) => void lines.push(line) })
  const transactionId = `txn_${'0a'.repeat(16)}`
  const input = { email: 'd\u2019mei+x@höme.example', orderId: 7, transactionId, tags: ['mei@home.example'] }
  log.child({ job: 'x' }).warn({ input, transactionId }, 'job failed')
  log.warn({ input: undefined }, 'job failed')
  expect(lines.join()).not.toMatch(/mei|me\.example|0a0a0a0a/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    input: { email: '…@…', orderId: 7, transactionId: 'txn_0a0a0a…', tags: ['…@…'] },
    transactionId: 'txn_0a0a0a…',
  })
})

test('keeps an error’s code and kind in the log, and logs thrown values that are not errors', () => {
  const refusal = Object.assign(new Error('no'), { code: 'not_ready', kind: 'unavailable', status: 503 })
  expect(errorForLog(refusal)).toMatchObject({
    type: 'Error',
    message: 'no',
    code: 'not_ready',
    kind: 'unavailable',
    status: 503,
  })
  expect(errorForLog('plain')).toBe('plain')
})

test('stops at an error that is its own cause', () => {
  const error = new Error('round')
  error.cause = error
  expect(JSON.stringify(errorForLog(error)).length).toBeLessThan(20_000)
  expect(describeError(error)).toContain('round')
})

test('describes an error by its messages and causes, without the values of a query', () => {
  expect(describeError(failedQuery())).toBe(
    'Failed query: insert into accounts values ($1, $2): duplicate key value violates unique constraint "accounts_email"',
  )
  expect(describeError('plain')).toBe('plain')
  const refusedConnection = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' })
  expect(describeError(new Error('no database', { cause: refusedConnection }))).toBe(
    'no database: ECONNREFUSED',
  )
})

test('removes email addresses from a mail server’s refusal', () => {
  const error = new Error('550 5.1.1 <mei.tan+1@shopper.example>: Recipient address rejected')
  const logged = JSON.stringify(errorForLog(error))
  expect(logged).toContain('550 5.1.1 <…@…>: Recipient address rejected')
  expect(logged).not.toContain('shopper.example')
  expect(logged).toContain('log.test.ts')
})
