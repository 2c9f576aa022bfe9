import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { inTransaction, observeStatements, queryRows } from '#database/database.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createLog } from '../log.ts'
import { job } from './job.ts'
import { createJobs } from './jobs.ts'

const { db } = await createTestDatabase()
const declare = (name: string) =>
  job({ name, input: z.object({ n: z.number() }), attempts: 1, run: async () => undefined })
const jobs = await createJobs({
  db,
  log: createLog('silent'),
  clock: () => new Date(),
  declare: () => [declare('test.together'), declare('test.other')],
})

afterEach(() => observeStatements(undefined))

/** Requests jobs at once in a transaction, which ends with `end`; returns how many statements requested them. */
async function requestAtOnce(names: readonly string[], end: () => void = () => undefined): Promise<number> {
  let statements = 0
  observeStatements((statement, run) => {
    // The queue's own bookkeeping has no such name.
    if (statement.startsWith('jobs_')) statements += 1
    return run()
  })
  await inTransaction(db, async (tx) => {
    await Promise.all(names.map((name, n) => jobs.enqueue(tx, { job: name, input: { n } })))
    end()
  })
  observeStatements(undefined)
  return statements
}

function listRequested() {
  return queryRows<{ name: string; n: number }>(
    db,
    sql`select name, (data ->> 'n')::int as n from pgboss.job where name like 'test.%' order by n`,
  )
}

test('jobs that a transaction requests at once enter each queue by one statement', async () => {
  const names = ['test.together', 'test.other', 'test.together', 'test.together']
  expect(await requestAtOnce(names)).toBe(2)
  expect(await listRequested()).toEqual(names.map((name, n) => ({ name, n })))
})

test('jobs of a transaction that is rolled back are not requested', async () => {
  const before = await listRequested()
  const fail = () => {
    throw new Error('It is not to be.')
  }
  await expect(requestAtOnce(['test.together', 'test.together'], fail)).rejects.toThrow('It is not to be.')
  expect(await listRequested()).toEqual(before)
})

test('a job of an unknown queue is refused to the one who requests it', async () => {
  await expect(requestAtOnce(['test.unknown', 'test.unknown'])).rejects.toThrow('test.unknown')
})
