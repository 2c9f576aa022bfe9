import { expect, test } from 'vitest'
import { z } from 'zod'
import { createLog } from '#platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { job } from './job.ts'
import { createJobs } from './jobs.ts'

const { db, pool } = await testDatabase()

const declared = (name: string, timeoutSeconds?: number) =>
  job({
    name,
    input: z.object({}),
    attempts: 2,
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    run: async () => undefined,
  })

test('a job whose process died is tried again after two minutes, or after its own time', async () => {
  const setup = { db, log: createLog('silent'), clock: () => new Date() }
  const seconds = async () =>
    (
      await pool.query<{ name: string; expire_seconds: number }>(
        `select name, expire_seconds from pgboss.queue where name like 'test.%' order by name`,
      )
    ).rows.map(({ expire_seconds }) => expire_seconds)
  const first = await createJobs({
    ...setup,
    declare: () => [declared('test.long', 900), declared('test.short')],
  })
  expect(await seconds()).toEqual([900, 120])
  await first.stop()
  const later = await createJobs({
    ...setup,
    declare: () => [declared('test.long', 600), declared('test.short')],
  })
  expect(await seconds()).toEqual([600, 120])
  await later.stop()
})
