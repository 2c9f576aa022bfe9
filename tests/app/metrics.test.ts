import { afterAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { openMetrics } from '#main/wiring/open-metrics.ts'
import { serveMetrics } from '#platform/metrics/metrics-server.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const TOKEN = 'the token of the metrics'
const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))

const openShopMetrics = () => openMetrics({ db: shop.db, pool: shop.db.$client })

/** Returns the value of a metric in the text format, or undefined. */
function readValue(text: string, name: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length))
}

test('metrics report requests by route pattern, jobs, connections and queues', async () => {
  const metrics = await openShopMetrics()
  metrics.observeRequest({
    kind: 'call',
    route: '/shop/saveOrder',
    method: 'POST',
    status: 503,
    seconds: 0.2,
  })
  metrics.observeJobs({ queue: 'orders.timers', jobs: 2, failures: 1, seconds: 0.1 })
  await shop.db.execute(sql`
    insert into effects (public_id, kind, subject, state, created_at, updated_at)
    values ('eff_1', 'refunds.send', 'one', 'unknown', now(), now())`)
  const { text } = await metrics.render()
  const labels = 'kind="call",route="/shop/saveOrder",method="POST",status="5xx"'
  expect(readValue(text, `cabochon_http_request_duration_seconds_count{${labels}}`)).toBe(1)
  expect(readValue(text, 'cabochon_job_failures_total{queue="orders.timers"}')).toBe(1)
  expect(readValue(text, 'cabochon_database_up')).toBe(1)
  expect(readValue(text, 'cabochon_effects{state="unknown"}')).toBe(1)
  expect(readValue(text, 'cabochon_effects{state="refused"}')).toBe(0)
  expect(readValue(text, 'cabochon_jobs_oldest_due_seconds')).toBe(0)
  expect(readValue(text, 'cabochon_database_connections{state="waiting"}')).toBe(0)
  expect(readValue(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  // Without an audit, the metric is missing rather than successful.
  expect(readValue(text, 'cabochon_ledger_audit_sound')).toBeUndefined()
})

test('metrics report the nightly ledger audit and broken rules', async () => {
  await shop.app.jobs.enqueue(shop.db, { job: 'ledger.audit', input: {} })
  await shop.work()
  const sound = (await (await openShopMetrics()).render()).text
  expect(readValue(sound, 'cabochon_ledger_audit_sound')).toBe(1)
  await shop.db.execute(sql`
    insert into ledger_audits (finished_at, seconds, entries, is_sound, broken_rules)
    values (now() + interval '1 day', 1, 1, false, '{postings_balanced}')`)
  const broken = (await (await openShopMetrics()).render()).text
  expect(readValue(broken, 'cabochon_ledger_audit_sound')).toBe(0)
})

test('reports its metrics while the database is down', async () => {
  const pool = { totalCount: 1, idleCount: 0, waitingCount: 3 }
  const away = { ...shop.db, $client: { query: () => Promise.reject(new Error('away')) } }
  // Has only the parts that metrics use.
  const metrics = await openMetrics({ db: away, pool } as unknown as Parameters<typeof openMetrics>[0])
  const { text } = await metrics.render()
  expect(readValue(text, 'cabochon_database_up')).toBe(0)
  expect(readValue(text, 'cabochon_database_connections{state="waiting"}')).toBe(3)
})

test('serves metrics with GET at /metrics, with the token if one is set', async () => {
  const metrics = await openShopMetrics()
  const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, token: TOKEN })
  closing.push(server.close)
  const url = `http://127.0.0.1:${server.port}`
  const headers = { authorization: `Bearer ${TOKEN}` }
  const statuses = [
    (await fetch(`${url}/metrics`)).status,
    (await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer another one' } })).status,
    (await fetch(`${url}/`, { headers })).status,
    (await fetch(`${url}/metrics`, { headers, method: 'POST' })).status,
  ]
  expect(statuses).toEqual([401, 401, 404, 405])
  const answer = await fetch(`${url}/metrics`, { headers })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ])
  expect(await answer.text()).toContain('# TYPE cabochon_http_request_duration_seconds histogram')
})
