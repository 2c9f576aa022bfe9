import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { MINUTE, SECOND } from '#core/time.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { type ChunkTask, processChunk } from './process-chunk.ts'
import { keepLease } from './run-lease.ts'
import { claimRun, findRun } from './run-queries.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
let storeCount = 0

/** Starts a run that pushes a product, which no worker has claimed yet. */
async function startRun() {
  storeCount += 1
  const own = fake.woo(`leased-${storeCount}.example`)
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  await shop.post('/stores/connections', own.typed, headers)
  const products = [{ productId: (await createTestProduct(shop.db)).id }]
  await shop.post('/stores/selection', { products }, headers)
  await shop.post('/stores/sync', {}, headers)
  const [run] = await queryRows<{ id: number }>(
    shop.db,
    sql`select id::int as id from store_runs order by id desc limit 1`,
  )
  return { own, runId: run?.id ?? 0 }
}

test('a run whose process ended is continued two minutes later at most', async () => {
  const { own, runId } = await startRun()
  // Its process ends with the claim and the job, which pg-boss returns only after its time limit.
  await shop.db.execute(sql`delete from pgboss.job where name = 'stores.push'`)
  await claimRun(shop.db, runId, shop.now())
  const resume = async () => {
    await shop.app.jobs.enqueue(shop.db, { job: 'stores.resume_lost_runs', input: {} })
    await shop.work()
  }
  shop.passTime(59 * SECOND)
  await resume()
  expect(own.activeProducts()).toHaveLength(0)
  shop.passTime(MINUTE)
  await resume()
  expect(own.activeProducts()).toHaveLength(1)
  expect(await findRun(shop.db, runId)).toMatchObject({ state: 'done', leasedUntil: null })
})

test('a slow worker that is alive keeps its run, and one that ended does not', async () => {
  const { runId } = await startRun()
  const run = await claimRun(shop.db, runId, shop.now())
  if (!run) throw new Error('the run is not claimed')
  const lease = keepLease(shop.db, run, { clock: shop.now, everyMs: 5 })
  const readEnd = async () => (await findRun(shop.db, runId))?.leasedUntil?.getTime()
  for (let passed = 0; passed < 5; passed += 1) {
    shop.passTime(50 * SECOND)
    await expect.poll(readEnd).toBe(shop.now().getTime() + MINUTE)
    expect(await claimRun(shop.db, runId, shop.now())).toBeUndefined()
  }
  await lease.stop()
  expect(await lease.isHeld(shop.db)).toBe(true)
  shop.passTime(MINUTE)
  expect(await claimRun(shop.db, runId, shop.now())).toMatchObject({ id: runId })
  expect(await lease.isHeld(shop.db)).toBe(false)
})

test('a worker that lost its run to another one stores nothing, neither a result nor a failure', async () => {
  const { runId } = await startRun()
  const loseRun = async () => {
    shop.passTime(2 * MINUTE)
    expect(await claimRun(shop.db, runId, shop.now())).toMatchObject({ id: runId })
  }
  let isSaved = false
  const toTask = (work: ChunkTask['work']): ChunkTask => ({ runId, now: shop.now(), deps: DEPS, work })
  const saving = toTask(async () => {
    await loseRun()
    return () => Promise.resolve((isSaved = true))
  })
  await expect(processChunk(shop.db, saving)).rejects.toMatchObject({ code: 'run_taken' })
  const failing = toTask(async () => {
    await loseRun()
    throw new Error('The store is gone.')
  })
  shop.passTime(2 * MINUTE)
  await expect(processChunk(shop.db, { ...failing, now: shop.now() })).rejects.toThrow('The store is gone.')
  expect(isSaved).toBe(false)
  expect(await findRun(shop.db, runId)).toMatchObject({ state: 'running', misses: 0, problem: null })
})

const DEPS = {
  clock: shop.now,
  enqueue: shop.app.jobs.enqueue,
  sealer: { open: () => Promise.resolve('{}') },
  connectorFor: () => ({}),
} as unknown as ChunkTask['deps']
