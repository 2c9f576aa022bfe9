import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { inTransaction } from '#database/database.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { job } from './job.ts'
import { createJobs } from './jobs.ts'

const { db } = await createTestDatabase()

const QUEUES = Array.from({ length: 20 }, (_, n) => `test.paced${n}`)

test('queues that are due together, as timers of a minute, start one after the other', async () => {
  const startedAt: number[] = []
  const run = () => Promise.resolve(void startedAt.push(performance.now()))
  const jobs = await createJobs({
    db,
    log: createLog('silent'),
    clock: () => new Date(),
    declare: () =>
      QUEUES.map((name) => job({ name, input: z.object({}), attempts: 1, batch: 1, workers: 1, run })),
  })
  await jobs.work()
  await inTransaction(db, async (tx) => {
    for (const name of QUEUES) await jobs.enqueue(tx, { job: name, input: {} })
  })
  await vi.waitFor(() => expect(startedAt).toHaveLength(QUEUES.length), { timeout: 30_000 })
  await jobs.stop()
  // Nineteen gaps of 15 ms; the first start may be later than its wake.
  expect((startedAt.at(-1) ?? 0) - (startedAt[0] ?? 0)).toBeGreaterThan(200)
})
