import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createLog } from '#platform/log.ts'
import { databaseOver } from '#database/database.ts'
import { testDatabase } from '#tests/shop/database.ts'
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

const numbered = z.object({ n: z.number() })

async function statesOf(name: string): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ n: string; state: string }>(
    `select data ->> 'n' as n, state from pgboss.job where name = $1`,
    [name],
  )
  return Object.fromEntries(rows.map(({ n, state }) => [n, state]))
}

test('the timer of a job that is no more orders nothing', async () => {
  const setup = { db, log: createLog('silent'), clock: () => new Date() }
  const timed = (name: string) => ({ ...declared(name), every: '* * * * *' })
  const work = async (...jobs: ReturnType<typeof timed>[]) => {
    const made = await createJobs({ ...setup, declare: () => jobs })
    await made.work()
    await made.stop()
  }
  await work(timed('test.kept'), timed('test.gone'))
  await work(timed('test.kept'))
  const { rows } = await pool.query('select name from pgboss.schedule')
  expect(rows).toEqual([{ name: 'test.kept' }])
})

test('of a batch the failed job is tried again and the others are done', async () => {
  const lucky = job({
    name: 'test.lucky',
    input: numbered,
    attempts: 2,
    batch: 10,
    run: ({ n }) => (n === 2 ? Promise.reject(new Error('out of luck')) : Promise.resolve()),
  })
  const jobs = await createJobs({
    db,
    log: createLog('silent'),
    clock: () => new Date(),
    declare: () => [lucky],
  })
  for (const n of [1, 2, 3]) await jobs.enqueue(db, { job: 'test.lucky', input: { n } })
  await jobs.work()
  await vi.waitFor(async () =>
    expect(await statesOf('test.lucky')).toEqual({ 1: 'completed', 2: 'retry', 3: 'completed' }),
  )
  await jobs.stop()
})

test('a batch that can be done in one go is; should that fail, each is done by itself', async () => {
  const goes: number[][] = []
  const joint = job({
    name: 'test.joint',
    input: numbered,
    attempts: 2,
    batch: 10,
    run: async ({ n }) => void goes.push([n]),
    runAll: async (inputs) => {
      goes.push(inputs.map(({ n }) => n))
      if (inputs.some(({ n }) => n < 0)) throw new Error('not together')
    },
  })
  const jobs = await createJobs({
    db,
    log: createLog('silent'),
    clock: () => new Date(),
    declare: () => [joint],
  })
  for (const n of [1, 2]) await jobs.enqueue(db, { job: 'test.joint', input: { n } })
  expect(await jobs.drain()).toBe(2)
  for (const n of [3, -4]) await jobs.enqueue(db, { job: 'test.joint', input: { n } })
  expect(await jobs.drain()).toBe(2)
  expect(goes.map((go) => go.length)).toEqual([2, 2, 1, 1])
  expect(goes.flat().toSorted()).toEqual([-4, -4, 1, 2, 3, 3])
  await jobs.stop()
})

test('idle queues cost nothing: what is asked of the database does not grow with them, and jobs still begin at once', async () => {
  let asked = 0
  const counting: typeof pool.query = Object.assign((...args: unknown[]) => {
    asked += 1
    return Reflect.apply(pool.query, pool, args)
  })
  const counted = databaseOver(Object.assign(Object.create(pool), { query: counting }))
  let ran = 0
  const busy = job({ ...declared('test.busy'), input: z.object({}), run: async () => void (ran += 1) })
  const idle = Array.from({ length: 40 }, (_, index) => declared(`test.idle_${index}`))
  const setup = { log: createLog('silent'), clock: () => new Date() }
  const jobs = await createJobs({ ...setup, db: counted, declare: () => [busy, ...idle] })
  await jobs.work()
  const runOne = async () => {
    const before = ran
    await jobs.enqueue(db, { job: 'test.busy', input: {} })
    await vi.waitFor(() => expect(ran).toBe(before + 1), { timeout: 10_000, interval: 5 })
  }
  // The first ones are run while each worker asks once, at its start.
  for (let turn = 0; turn < 3; turn += 1) await runOne()
  const [before, began] = [asked, performance.now()]
  for (let turn = 0; turn < 6; turn += 1) await runOne()
  const seconds = (performance.now() - began) / 1_000
  await jobs.stop()
  // Two looks a second, and what each job needs; 41 queues that are asked by themselves would be 160 a second.
  expect(asked - before).toBeLessThan(6 * 8 + 10 * seconds)
})
