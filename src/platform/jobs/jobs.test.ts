import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createLog } from '#platform/log.ts'
import { createDatabaseClient, inTransaction } from '#database/database.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { job } from './job.ts'
import { createJobs } from './jobs.ts'

const { db, pool } = await createTestDatabase()

const declareJob = (name: string, timeoutSeconds?: number) =>
  job({
    name,
    input: z.object({}),
    attempts: 2,
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    run: async () => undefined,
  })

test('retries a job whose process died after two minutes, or after its own timeout', async () => {
  const setup = { db, log: createLog('silent'), clock: () => new Date() }
  const seconds = async () =>
    (
      await pool.query<{ name: string; expire_seconds: number }>(
        `select name, expire_seconds from pgboss.queue where name like 'test.%' order by name`,
      )
    ).rows.map(({ expire_seconds }) => expire_seconds)
  const first = await createJobs({
    ...setup,
    declare: () => [declareJob('test.long', 900), declareJob('test.short')],
  })
  expect(await seconds()).toEqual([900, 120])
  await first.stop()
  const startedLater = await createJobs({
    ...setup,
    declare: () => [declareJob('test.long', 600), declareJob('test.short')],
  })
  expect(await seconds()).toEqual([600, 120])
  await startedLater.stop()
})

const numbered = z.object({ n: z.number() })

test('a worker goes on with the next job at once, and not with the next round of the wake loop', async () => {
  const startedAt: number[] = []
  const waiting = job({
    name: 'test.waiting',
    input: numbered,
    attempts: 1,
    // One worker alone.
    batch: 1,
    run: () => Promise.resolve(void startedAt.push(performance.now())),
  })
  const jobs = await createJobs({
    db,
    log: createLog('silent'),
    clock: () => new Date(),
    declare: () => [waiting],
  })
  for (let n = 0; n < 10; n += 1) await jobs.enqueue(db, { job: 'test.waiting', input: { n } })
  await jobs.work()
  await vi.waitFor(() => expect(startedAt).toHaveLength(10), { timeout: 30_000 })
  await jobs.stop()
  // A round is half a second. Without it half of the waits are far shorter, on any machine.
  const waits = startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0))
  expect(waits.toSorted((one, other) => one - other)[4]).toBeLessThan(250)
})

test('jobs that come while a queue rests are done together after its rest', async () => {
  const batches: Readonly<{ size: number; at: number }>[] = []
  const note = (size: number) => Promise.resolve(void batches.push({ size, at: performance.now() }))
  const resting = job({
    name: 'test.resting',
    input: numbered,
    attempts: 1,
    batch: 50,
    workers: 2,
    restMs: 3_000,
    run: () => note(1),
    runAll: ({ length }) => note(length),
  })
  const jobs = await createJobs({
    db,
    log: createLog('silent'),
    clock: () => new Date(),
    declare: () => [resting],
  })
  const enqueueAll = (numbers: readonly number[]) =>
    inTransaction(db, async (tx) => {
      for (const n of numbers) await jobs.enqueue(tx, { job: 'test.resting', input: { n } })
    })
  const countDone = () => batches.reduce((sum, { size }) => sum + size, 0)
  const waitForJobs = (count: number) =>
    vi.waitFor(() => expect(countDone()).toBe(count), { timeout: 30_000 })
  await enqueueAll([0, 1])
  await jobs.work()
  await waitForJobs(2)
  await enqueueAll([2, 3, 4, 5])
  await waitForJobs(6)
  await jobs.stop()
  // Both workers wake after the rest and can share the jobs, as they could share the first two.
  const start = batches[0]?.at ?? 0
  const late = batches.filter(({ at }) => at - start > 2_000)
  // Without its rest the next round of the wake loop would take them, within half a second.
  expect(late.reduce((sum, { size }) => sum + size, 0)).toBe(4)
  expect(late.length).toBeLessThanOrEqual(2)
})

async function readStates(name: string): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ n: string; state: string }>(
    `select data ->> 'n' as n, state from pgboss.job where name = $1`,
    [name],
  )
  return Object.fromEntries(rows.map(({ n, state }) => [n, state]))
}

test('removes the schedule of a job that no longer exists', async () => {
  const setup = { db, log: createLog('silent'), clock: () => new Date() }
  const timed = (name: string) => ({ ...declareJob(name), every: '* * * * *' })
  const work = async (...jobs: ReturnType<typeof timed>[]) => {
    const jobRunner = await createJobs({ ...setup, declare: () => jobs })
    await jobRunner.work()
    await jobRunner.stop()
  }
  await work(timed('test.current'), timed('test.gone'))
  await work(timed('test.current'))
  const { rows } = await pool.query('select name from pgboss.schedule')
  expect(rows).toEqual([{ name: 'test.current' }])
})

test('a start writes only the schedules that are new or changed', async () => {
  const setup = { db, log: createLog('silent'), clock: () => new Date() }
  const work = async (every: string) => {
    const timed = (name: string, cron: string) => ({ ...declareJob(name), every: cron })
    const declare = () => [timed('test.same', '* * * * *'), timed('test.moved', every)]
    const jobRunner = await createJobs({ ...setup, declare })
    await jobRunner.work()
    await jobRunner.stop()
    const { rows } = await pool.query<{ name: string; cron: string; updated_on: Date }>(
      `select name, cron, updated_on from pgboss.schedule where name in ('test.same', 'test.moved') order by name desc`,
    )
    return rows
  }
  const [same, moved] = await work('0 * * * *')
  expect(await work('30 * * * *')).toEqual([
    same,
    { name: 'test.moved', cron: '30 * * * *', updated_on: expect.any(Date) },
  ])
  expect(moved?.cron).toBe('0 * * * *')
})

test('retries only the failed job of a batch', async () => {
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
    expect(await readStates('test.lucky')).toEqual({ 1: 'completed', 2: 'retry', 3: 'completed' }),
  )
  await jobs.stop()
})

test('a failed job waits for its retry delay before it is tried again', async () => {
  const unlucky = job({ ...declareJob('test.unlucky'), run: () => Promise.reject(new Error('out of luck')) })
  const setup = { db, log: createLog('silent'), clock: () => new Date() }
  const waits: boolean[] = []
  for (const retrySeconds of [undefined, 86_400]) {
    const jobs = await createJobs({ ...setup, declare: () => [unlucky], retrySeconds })
    await jobs.enqueue(db, { job: 'test.unlucky', input: {} })
    await jobs.drain()
    const { rows } = await pool.query<{ late: boolean }>(
      `select bool_or(start_after > now() + interval '1 hour') as late from pgboss.job where name = 'test.unlucky'`,
    )
    waits.push(rows[0]?.late ?? false)
    await jobs.stop()
  }
  expect(waits).toEqual([false, true])
})

test('runs a batch in one call, and each job alone if that fails', async () => {
  const batches: number[][] = []
  const joint = job({
    name: 'test.joint',
    input: numbered,
    attempts: 2,
    batch: 10,
    run: async ({ n }) => void batches.push([n]),
    runAll: async (inputs) => {
      batches.push(inputs.map(({ n }) => n))
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
  expect(batches.map((go) => go.length)).toEqual([2, 2, 1, 1])
  expect(batches.flat().toSorted()).toEqual([-4, -4, 1, 2, 3, 3])
  await jobs.stop()
})

test('of a job that calls stores as many run at once as the setting says', async () => {
  let [running, most] = [0, 0]
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
  const calling = job({
    name: 'test.calls_stores',
    input: z.object({}),
    attempts: 1,
    callsStores: true,
    run: async () => {
      running += 1
      most = Math.max(most, running)
      await released
      running -= 1
    },
  })
  const setup = { db, log: createLog('silent'), clock: () => new Date(), storeWorkers: 5 }
  const jobs = await createJobs({ ...setup, declare: () => [calling] })
  for (let n = 0; n < 7; n += 1) await jobs.enqueue(db, { job: 'test.calls_stores', input: {} })
  await jobs.work()
  await vi.waitFor(() => expect(running).toBe(5), { timeout: 90_000, interval: 5 })
  release(undefined)
  await vi.waitFor(() => expect(running).toBe(0), { timeout: 90_000, interval: 5 })
  await jobs.stop()
  expect(most).toBe(5)
})

test('idle queues add no database queries, and a new job still starts at once', async () => {
  let queryCount = 0
  const counting: typeof pool.query = Object.assign((...args: unknown[]) => {
    queryCount += 1
    return Reflect.apply(pool.query, pool, args)
  })
  const countingDb = createDatabaseClient(Object.assign(Object.create(pool), { query: counting }))
  let ran = 0
  const busy = job({ ...declareJob('test.busy'), input: z.object({}), run: async () => void (ran += 1) })
  const idle = Array.from({ length: 40 }, (_, index) => declareJob(`test.idle_${index}`))
  const setup = { log: createLog('silent'), clock: () => new Date() }
  const jobs = await createJobs({ ...setup, db: countingDb, declare: () => [busy, ...idle] })
  await jobs.work()
  const runOne = async () => {
    const ranBefore = ran
    await jobs.enqueue(db, { job: 'test.busy', input: {} })
    await vi.waitFor(() => expect(ran).toBe(ranBefore + 1), { timeout: 90_000, interval: 5 })
  }
  // The first jobs run while each worker sends its initial query.
  for (let attempt = 0; attempt < 3; attempt += 1) await runOne()
  const [ranBefore, startedAt] = [queryCount, performance.now()]
  for (let attempt = 0; attempt < 6; attempt += 1) await runOne()
  const seconds = (performance.now() - startedAt) / 1_000
  await jobs.stop()
  // Two polls a second, and the queries of each job; polling 41 queues separately would be 160 queries a second.
  expect(queryCount - ranBefore).toBeLessThan(6 * 8 + 10 * seconds)
})

test('a delayed job starts within two seconds of its time, and not before', async () => {
  const startedAt: number[] = []
  const later = job({ ...declareJob('test.later'), run: async () => void startedAt.push(Date.now()) })
  const jobs = await createJobs({
    db,
    log: createLog('silent'),
    clock: () => new Date(),
    declare: () => [later],
  })
  const startAfter = new Date(Date.now() + 1_500)
  await jobs.enqueue(db, { job: 'test.later', input: {}, startAfter })
  expect(await jobs.drain()).toBe(0)
  await jobs.work()
  await vi.waitFor(() => expect(startedAt).toHaveLength(1), { timeout: 8_000 })
  await jobs.stop()
  const lateMs = (startedAt[0] ?? 0) - startAfter.getTime()
  expect(lateMs).toBeGreaterThanOrEqual(0)
  expect(lateMs).toBeLessThan(2_000)
})
