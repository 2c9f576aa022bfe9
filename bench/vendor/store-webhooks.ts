import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { openDatabase } from '#database/connections/open-database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { type RunningShop, startRunningShop } from '#tests/shop/running-shop.ts'
import { readProcessorTimes } from '../console/processor-time.ts'

// node bench/vendor/store-webhooks.ts [webhooks a second] [seconds] [stores]: webhooks of orders of so many stores come at that rate, as
// evenly as this process can, and beside them in the same run as many bare durable inserts. Load and database share the machine, so the CPU
// time of each is printed, too.
const RATE = Number(process.argv[2] ?? 500)
const SECONDS = Number(process.argv[3] ?? 10)
const STORES = Number(process.argv[4] ?? 20)
const BAR_MS = 50

type Store = Readonly<{ path: string; secret: string }>

/** Opens practice stores of as many vendors; each signs its webhooks with a secret of its own. */
async function createStores(
  url: string,
  pool: Pool,
  db: Parameters<typeof createSignedInAccount>[0],
): Promise<Store[]> {
  for (let n = 0; n < STORES; n += 1) {
    const { headers } = await createSignedInAccount(db, new Date())
    const opened = await fetch(`${url}/stores/practice-shop`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ platform: 'woocommerce' }),
    })
    if (!opened.ok) throw new Error(`a practice store answered ${opened.status}: ${await opened.text()}`)
  }
  for (;;) {
    const { rows } = await pool.query<Store>(
      `select distinct on (delivery_url) delivery_url as path, secret from practice_webhooks order by delivery_url`,
    )
    if (rows.length >= STORES)
      return rows.map(({ path, secret }) => ({ path: new URL(path).pathname, secret }))
    await delay(200)
  }
}

/** The connections that a store's platform holds open to one receiver. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Posts a body and returns the status that it was answered with; a connection that broke is 0. */
function post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    )
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

/** Runs something `RATE` times a second for `SECONDS`; returns the milliseconds of each run, shortest first. */
async function measureAtRate(work: (n: number) => Promise<void>): Promise<number[]> {
  const tookMs: number[] = []
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < RATE * SECONDS; n += 1) {
    const dueMs = startedAt + (n * 1000) / RATE
    const waitMs = dueMs - performance.now()
    if (waitMs > 1) await delay(waitMs)
    // From its scheduled time, so that a delayed generator hides no latency.
    running.push(work(n).then(() => void tookMs.push(performance.now() - dueMs)))
  }
  await Promise.all(running)
  return tookMs.toSorted((a, b) => a - b)
}

function createBody(n: number): string {
  return JSON.stringify({
    id: 9_000_000 + n,
    number: String(n),
    status: 'processing',
    note: 'x'.repeat(2_000),
  })
}

function describe(name: string, tookMs: readonly number[]): string {
  const at = (share: number) => (tookMs[Math.floor(tookMs.length * share)] ?? 0).toFixed(1)
  return `| ${name} | ${tookMs.length} | ${at(0.5)} | ${at(0.99)} | ${at(0.999999)} |`
}

/** Runs work; returns its result and the CPU milliseconds of this process, of the shop and of its database. */
async function measureProcessor<Result>(shop: RunningShop, work: () => Promise<Result>) {
  const read = () => ({
    ...readProcessorTimes({ pid: shop.pid(), dataDir: shop.dataDir }),
    ownMs: process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000,
  })
  const before = read()
  const result = await work()
  const after = read()
  return {
    result,
    shopMs: after.shopMs - before.shopMs,
    databaseMs: after.databaseMs - before.databaseMs,
    ownMs: after.ownMs - before.ownMs,
  }
}

/** Returns the milliseconds until the shop has handled all stored webhooks. */
async function measureUntilHandled(pool: Pool): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { rowCount } = await pool.query('select 1 from shop_order_events where handled_at is null limit 1')
    if (rowCount === 0) return performance.now() - startedAt
    await delay(100)
  }
}

if (import.meta.main) {
  const shop = await startRunningShop({ LOG_LEVEL: 'error', LIMIT_FACTOR: '100000' })
  const database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  try {
    const stores = await createStores(shop.url, database.pool, database.db)
    let refused = 0
    const send = async (n: number) => {
      const store = stores[n % stores.length]
      if (!store) return
      const body = createBody(n)
      const signature = createHmac('sha256', store.secret).update(body).digest('base64')
      const status = await post(shop.url + store.path, body, {
        'x-wc-webhook-topic': 'order.updated',
        'x-wc-webhook-signature': signature,
      })
      if (status !== 200) refused += 1
    }
    for (let n = 0; n < 200; n += 1) await send(1_000_000 + n)
    await measureUntilHandled(database.pool)
    const { result: received, ...used } = await measureProcessor(shop, () => measureAtRate(send))
    const later = await measureProcessor(shop, () => measureUntilHandled(database.pool))
    await database.pool.query(
      'create table bench_inserts (id bigint generated always as identity primary key, body bytea)',
    )
    const inserted = await measureAtRate(async (n) => {
      await database.pool.query('insert into bench_inserts (body) values ($1)', [Buffer.from(createBody(n))])
    })
    const { rows } = await database.pool.query<{ stored: string }>(
      `select count(distinct external_order_id) as stored from shop_order_events where external_order_id::bigint < 10000000`,
    )
    console.log(`\n${RATE}/s for ${SECONDS} s to ${STORES} stores\n`)
    console.log('| what | count | p50 ms | p99 ms | slowest ms |\n|---|---|---|---|---|')
    console.log(describe(`webhook verified, stored and answered (p99 bar ${BAR_MS})`, received))
    console.log(describe('bare durable insert of the same bytes', inserted))
    const perWebhook = (ms: number) => (ms / received.length).toFixed(2)
    console.log(
      `\nCPU ms per webhook: shop ${perWebhook(used.shopMs)}, database ${perWebhook(used.databaseMs)}, generator ${perWebhook(used.ownMs)}; ` +
        `their orders were handled ${(later.result / 1_000).toFixed(1)} s later, shop ${perWebhook(later.shopMs)}, database ${perWebhook(later.databaseMs)}; ` +
        `load ${loadavg()[0]?.toFixed(1)}`,
    )
    console.log(`\nrefused ${refused}, lost ${RATE * SECONDS - Number(rows[0]?.stored ?? 0)}`)
  } finally {
    agent.destroy()
    await database.close()
    await shop.remove()
  }
}
