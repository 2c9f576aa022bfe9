import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { notify } from '#database/connections/listen.ts'
import { findFreePort } from '#database/embedded/embedded-server.ts'
import { startPooler } from '#tests/fakes/pooler.ts'
import { startS3Server } from '#tests/fakes/s3-server.ts'
import { startFakeCollector } from '#tests/fakes/otlp-collector.ts'
import { startFakeValkey } from '#tests/fakes/valkey.ts'
import { createSpareDatabase, dropDatabase } from '#tests/shop/database.ts'
import { type RunningShop, startRunningShop, waitUntil } from '#tests/shop/running-shop.ts'
import { startStandby } from '#tests/shop/standby.ts'

const database = await createSpareDatabase()
const standby = await startStandby(database.url)
const pooler = await startPooler(database.url)
const s3 = await startS3Server()
const valkey = await startFakeValkey()
const collector = await startFakeCollector()
const started: RunningShop[] = []
const METRICS = { METRICS_PORT: String(await findFreePort()), METRICS_TOKEN: 'the token of the metrics' }
afterAll(async () => {
  for (const shop of started) await shop.remove()
  pooler.close()
  await standby.remove()
  await dropDatabase(database)
  await s3.close()
})

async function start(settings: Readonly<Record<string, string>>): Promise<RunningShop> {
  const shop = await startRunningShop({
    LOG_LEVEL: 'error',
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
    DATABASE_REPLICA_URLS: standby.urlOf(database.url),
    ...settings,
  })
  started.push(shop)
  return shop
}

async function readMetrics(): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS.METRICS_TOKEN}` }
  return (await fetch(`http://127.0.0.1:${METRICS.METRICS_PORT}/metrics`, { headers })).text()
}

const getStatus = async (url: string) => (await fetch(url)).status

async function subscribe(shop: RunningShop, email: string): Promise<void> {
  const answer = await fetch(`${shop.url}/shop/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  expect(answer.status).toBe(200)
}

const isEmailed = async (to: string) =>
  (await queryRows(database.db, sql`select 1 from emails where recipient = ${to}`)).length === 1

/** Only the worker listens to the database; the web process gets notifications from Valkey. */
async function expectRelayed(): Promise<void> {
  const listeners = sql`select 1 from pg_stat_activity where datname = current_database()
    and application_name = 'cabochon listener'`
  expect(await queryRows(database.db, listeners)).toHaveLength(1)
  await notify(database.db, 'catalogue', '*')
  await waitUntil('the change is relayed', () =>
    Promise.resolve(
      valkey.published.some(({ channel, receivers }) => channel === 'cabochon:catalogue' && receivers === 1),
    ),
  )
}

/** The web process answers calls and pages from the replica. */
async function expectReadFromReplica(web: RunningShop): Promise<void> {
  const name = new URL(standby.urlOf(database.url)).host
  await waitUntil('the replica answers', async () => {
    expect([
      await getStatus(`${web.url}/shop/getAllProducts?page=7`),
      await getStatus(`${web.url}/`),
    ]).toEqual([200, 200])
    return /^cabochon_replica_reads\{server="replica"\} [1-9]/m.test(await readMetrics())
  })
  expect(await readMetrics()).toMatch(new RegExp(`^cabochon_replica_used\\{replica="${name}"\\} 1$`, 'm'))
}

/** Starts a worker again, which is alive but not ready until it has read the timers. */
async function expectReadyOnlyAtWork(worker: RunningShop): Promise<void> {
  const connection = await database.pool.connect()
  await connection.query('begin; lock table pgboss.schedule in access exclusive mode')
  const starting = worker.start()
  try {
    await waitUntil('the worker is alive', async () =>
      fetch(`${worker.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    expect(await getStatus(`${worker.url}/readyz`)).toBe(503)
  } finally {
    await connection.query('rollback')
    connection.release()
  }
  await starting
}

/** A stop sends the pending traces: a request and its statements. */
function expectTraced(name: string): void {
  const traced = collector.spans.find((span) => span.name === name)
  const parts = collector.spans.filter(({ parentSpanId }) => parentSpanId === traced?.spanId)
  expect(traced && parts.map((span) => span.name)).toContainEqual(expect.stringMatching(/^\w+/))
}

test('a web process leaves jobs to a worker, and announces its stop in advance', async () => {
  // Both start at once, on a database without job queues.
  const starts = await Promise.allSettled([
    start({
      ...s3.environment,
      ...METRICS,
      VALKEY_URL: valkey.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ROLE: 'web',
      DRAIN_SECONDS: '2',
    }),
    start({ ...s3.environment, VALKEY_URL: valkey.url, ROLE: 'worker' }),
  ])
  expect(starts.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  const [web, worker] = starts.map((one) => (one.status === 'fulfilled' ? one.value : undefined))
  if (!web || !worker) throw new Error('unreachable')

  expect([await getStatus(`${web.url}/`), await getStatus(`${worker.url}/`)]).toEqual([200, 404])
  expect([await getStatus(`${worker.url}/healthz`), await getStatus(`${worker.url}/readyz`)]).toEqual([
    200, 200,
  ])
  await subscribe(web, 'mei@shopper.example')
  await waitUntil('the worker writes the email', () => isEmailed('mei@shopper.example'))

  await expectRelayed()
  await expectReadFromReplica(web)

  const metrics = await readMetrics()
  expect(metrics).toMatch(
    /cabochon_http_request_duration_seconds_count\{kind="page",route="page",method="GET"/,
  )
  expect(metrics).toMatch(/_count\{kind="call",route="\/shop\/subscribe",method="POST",status="2xx"\} 1/)

  expect(await worker.stop()).toBe(0)
  await subscribe(web, 'ines@shopper.example')
  const stopped = web.stop()
  await waitUntil('the balancer hears it', async () => (await getStatus(`${web.url}/readyz`)) === 503)
  expect([await getStatus(`${web.url}/healthz`), await getStatus(`${web.url}/login`)]).toEqual([200, 200])
  expect(await stopped).toBe(0)
  expectTraced('POST /shop/subscribe')
  // Meanwhile the web process started no job.
  expect(await isEmailed('ines@shopper.example')).toBe(false)
  await expectReadyOnlyAtWork(worker)
  await waitUntil('the worker does what waited', () => isEmailed('ines@shopper.example'))

  expect(pooler.connections()).toBeGreaterThan(2)
  expect(pooler.faults).toEqual([])
  const { rows } = await database.pool.query(`
    select setconfig as settings from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
    where datname = current_database()`)
  expect(rows[0]?.settings).toEqual([
    'statement_timeout=30s',
    'idle_in_transaction_session_timeout=30s',
    'lock_timeout=10s',
    'TimeZone=UTC',
  ])
})

test('a process with local files does not start next to processes with object storage', async () => {
  await expect(start({ ROLE: 'web', LOG_LEVEL: 'silent' })).rejects.toThrow('the shop ended with 1')
})
