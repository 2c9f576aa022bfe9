import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { openDatabase } from '#database/connections/open-database.ts'
import { migrate } from '#database/migrate.ts'
import { type RunningShop, startRunningShop } from '#tests/shop/running-shop.ts'
import { generateCatalogue } from '../catalogue.ts'
import { readProcessorTimes, readThreadsMs } from '../console/processor-time.ts'
import { fetchRate, sendPaymentWebhook, startPurchase } from '../money/guest-purchase.ts'
import { type Cluster, findPrimary, startCluster } from './cluster.ts'
import { fillDatabase, findPorts, getSettings, PRODUCTS, SECRET } from './shops.ts'

/** A way to run the shop; one without `webs` is one process with the built-in database. */
type Setup = Readonly<{
  what: string
  webs: number
  isPooled: boolean
  readsReplicas: boolean
  isQuorum: boolean
}>

const FULL = { isPooled: true, readsReplicas: true, isQuorum: true }

const SETUPS: readonly Setup[] = [
  { ...FULL, what: 'one process, built-in database', webs: 0 },
  {
    ...FULL,
    what: '1 web, without pooler, quorum and replicas',
    webs: 1,
    isPooled: false,
    readsReplicas: false,
    isQuorum: false,
  },
  { ...FULL, what: '1 web, with a quorum', webs: 1, isPooled: false, readsReplicas: false },
  { ...FULL, what: '1 web, with a quorum and pooler', webs: 1, readsReplicas: false },
  { ...FULL, what: '1 web, with all', webs: 1 },
  { ...FULL, what: '2 web, with all', webs: 2 },
  { ...FULL, what: '4 web, with all', webs: 4 },
]

const WARM_UP = { orders: 40, reads: 300 }
const COUNTED = { orders: 120, reads: 1_200 }
const AT_ONCE = 8

/** How long jobs of the orders may still run while their processor time counts, in milliseconds. */
const JOBS_MS = 3_000

/** The parts of a shop whose processor time is told apart. */
const PARTS = ['web', 'worker', 'primary', 'standbys', 'pooler', 'balancer'] as const
type Times = Readonly<Record<(typeof PARTS)[number], number>>

/** A running shop: where guests buy, and the processor time that its parts have used so far, in milliseconds. */
type MeasuredShop = Readonly<{ url: string; readTimes(): Promise<Times>; stop(): Promise<void> }>

type Placed = Readonly<{ cluster: Cluster; folder: string }>

let guests = 0

/** Prints the processor time of an order and of an uncached read in turns, in setups named by `only`. */
export async function printCosts(
  root: string,
  { rounds, only }: Readonly<{ rounds: number; only: readonly string[] }>,
): Promise<void> {
  const setups = SETUPS.filter(({ what }) => only.some((text) => what.includes(text)))
  const folder = await mkdtemp(path.join(tmpdir(), 'cabochon-cluster-costs-'))
  const cluster = await startCluster(root, { webPorts: await findPorts(4), poolSize: 8 })
  try {
    await fillDatabase(cluster.directUrl)
    await fillBuiltIn(folder)
    console.log(`| setup | of | ${PARTS.join(' | ')} | sum |\n|---|---|${'---|'.repeat(PARTS.length + 1)}`)
    for (let round = 1; round <= rounds; round += 1)
      for (const setup of setups) await printSetup(setup, { cluster, folder })
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function printSetup(setup: Setup, { cluster, folder }: Placed): Promise<void> {
  const shop =
    setup.webs === 0 ? await startBuiltIn(folder) : await startOnCluster(setup, { cluster, folder })
  try {
    for (const line of await measure(shop)) console.log(`| ${setup.what} ${line}`)
  } finally {
    await shop.stop()
  }
}

/** Returns the cells of an order and of a read, in milliseconds each. */
async function measure(shop: MeasuredShop): Promise<string[]> {
  await buy(shop.url, WARM_UP.orders)
  await read(shop.url, WARM_UP.reads)
  await delay(JOBS_MS)
  const [start, startedAt] = [await shop.readTimes(), performance.now()]
  await delay(JOBS_MS)
  const [idle, idleMs] = [await shop.readTimes(), performance.now() - startedAt]
  const count = async (work: () => Promise<void>, times: number) => {
    const [before, beganAt] = [await shop.readTimes(), performance.now()]
    await work()
    await delay(JOBS_MS)
    const [after, tookMs] = [await shop.readTimes(), performance.now() - beganAt]
    const cells = PARTS.map((part) => {
      const idleShare = ((idle[part] - start[part]) / idleMs) * tookMs
      return Math.max(0, after[part] - before[part] - idleShare) / times
    })
    const sum = cells.reduce((total, cell) => total + cell, 0)
    return [...cells, sum].map((cell) => cell.toFixed(2)).join(' | ')
  }
  return [
    `| order | ${await count(() => buy(shop.url, COUNTED.orders), COUNTED.orders)} |`,
    `| read | ${await count(() => read(shop.url, COUNTED.reads), COUNTED.reads)} |`,
  ]
}

async function buy(url: string, count: number): Promise<void> {
  const target = { url, secret: SECRET, products: PRODUCTS }
  const rate = await fetchRate(url)
  await atOnce(count, async () => {
    guests += 1
    const order = await startPurchase(target, rate, guests)
    if (!(await sendPaymentWebhook(target, order))) throw new Error('a payment was not accepted')
  })
}

async function read(url: string, count: number): Promise<void> {
  let n = 0
  await atOnce(count, async () => {
    n += 1
    const id = `prd_${(1 + ((n * 7919) % PRODUCTS)).toString(16).padStart(32, '0')}`
    const answer = await fetch(`${url}/shop/getProductsByID/${id}`)
    if (!answer.ok) throw new Error(`a read was answered with ${answer.status}`)
    await answer.arrayBuffer()
  })
}

async function atOnce(count: number, work: () => Promise<void>): Promise<void> {
  let left = count
  const run = async () => {
    while (left > 0) {
      left -= 1
      await retry(work)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
}

/** Repeats work that fails, for a minute: on a busy machine HAProxy may take the only web process for silent. */
async function retry(work: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + 60_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await delay(500)
    }
  }
}

async function fillBuiltIn(folder: string): Promise<void> {
  const database = await openDatabase({ dataDir: path.join(folder, 'one'), log: () => undefined })
  try {
    await migrate(database.pool)
    await generateCatalogue(database.pool, PRODUCTS)
  } finally {
    await database.close()
  }
}

async function startBuiltIn(folder: string): Promise<MeasuredShop> {
  const dataDir = path.join(folder, 'one')
  const shop = await startRunningShop({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, SANDBOX_PAY_SECRET: SECRET })
  return {
    url: shop.url,
    readTimes: async () => {
      const { shopMs, databaseMs } = readProcessorTimes({ pid: shop.pid(), dataDir })
      return { web: shopMs, worker: 0, primary: databaseMs, standbys: 0, pooler: 0, balancer: 0 }
    },
    stop: async () => void (await shop.stop()),
  }
}

async function startOnCluster(setup: Setup, { cluster, folder }: Placed): Promise<MeasuredShop> {
  await setQuorum(cluster, setup.isQuorum)
  const { DATABASE_DIRECT_URL: directUrl = '', ...pooled } = getSettings(cluster)
  const settings = {
    ...pooled,
    ...(setup.isPooled ? { DATABASE_DIRECT_URL: directUrl } : { DATABASE_URL: directUrl }),
    DATA_DIR: path.join(folder, 'cluster'),
  }
  const replicas = setup.readsReplicas ? { DATABASE_REPLICA_URLS: cluster.serverUrls.join(',') } : {}
  const webs: RunningShop[] = []
  for (const port of cluster.webPorts.slice(0, setup.webs))
    webs.push(await startRunningShop({ ...settings, ...replicas, ROLE: 'web', PORT: String(port) }))
  const worker = await startRunningShop({ ...settings, ROLE: 'worker' })
  await cluster.waitUntilBalanced(setup.webs)
  const primary = await findPrimary(cluster.nodes)
  const sum = (ids: readonly number[]) => ids.reduce((total, id) => total + readThreadsMs(String(id)), 0)
  return {
    url: cluster.webUrl,
    readTimes: async () => ({
      web: sum(webs.map((web) => web.pid())),
      worker: sum([worker.pid()]),
      primary: sum(primary.listProcesses()),
      standbys: sum(cluster.nodes.filter((node) => node !== primary).flatMap((node) => node.listProcesses())),
      pooler: sum([cluster.listProxies().pooler]),
      balancer: sum([cluster.listProxies().balancer]),
    }),
    stop: async () => {
      for (const one of [...webs, worker]) await one.stop()
    },
  }
}

/** Lets commits wait for one of the standbys, or for none. */
async function setQuorum({ nodes, directUrl }: Cluster, isQuorum: boolean): Promise<void> {
  const settings = { synchronous_mode: isQuorum ? 'quorum' : false, synchronous_mode_strict: isQuorum }
  const { apiUrl } = await findPrimary(nodes)
  const answer = await fetch(`${apiUrl}/config`, { method: 'PATCH', body: JSON.stringify(settings) })
  if (!answer.ok) throw new Error(`Patroni refused: ${answer.status} ${await answer.text()}`)
  const client = new Client({ connectionString: directUrl })
  await client.connect()
  try {
    const isSet = async () =>
      ((await client.query<{ names: string }>(`select current_setting('synchronous_standby_names') as names`))
        .rows[0]?.names !==
        '') ===
      isQuorum
    while (!(await isSet())) await delay(500)
  } finally {
    await client.end()
  }
}
