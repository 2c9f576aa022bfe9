import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { openDatabase, openPool } from '#database/connections/open-database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { type RunningShop, SHARED_SECRETS_KEY, startRunningShop } from '#tests/shop/running-shop.ts'
import { type Command, runCaptured, serverCommand } from '../../../scripts/command.ts'
import { SHOP } from '../balancers.ts'
import { type EarlierRelease, prepareEarlierRelease } from '../earlier-release.ts'
import { PASSWORD } from '../database/nodes.ts'
import { type ClusterShop, getSettings } from '../shops.ts'
import type { Proof } from './proof.ts'
import { runUnderPurchases } from './under-purchases.ts'

/** How long both versions answer side by side. */
const SIDE_BY_SIDE_MS = 3_000

/** Migrates a database under the earlier version and replaces its processes one by one, then one of them back. */
export const TWO_RELEASES: Proof = {
  name: '8 two releases',
  run: async (shop, round) => {
    const earlier = await prepareEarlierRelease()
    const release = await startRelease(shop, { earlier, name: `release_${round}` })
    try {
      return await runUnderPurchases({
        shop: release.shop,
        round,
        maxGapMs: 5_000,
        maxRepeated: 0,
        cause: release.roll,
      })
    } finally {
      await release.end()
    }
  },
}

type Release = Readonly<{ earlier: EarlierRelease; name: string }>

/** Replaces the web processes by those of the earlier version, on a database of their own. */
async function startRelease(shop: ClusterShop, { earlier, name }: Release) {
  const cluster = await createDatabase(shop.cluster, name)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cabochon-cluster-release-'))
  const settings = { ...getSettings(cluster), DATA_DIR: dataDir }
  await migrate(earlier.shopCommand('migrate'), settings)
  await fillCatalogue(earlier, { url: cluster.directUrl, products: shop.products })
  for (const web of shop.webs) await web.stop()
  const ports = shop.webs.map(({ url }) => new URL(url).port)
  const running = new Map<string, RunningShop>()
  const startWeb = async (port: string, command: Command) => {
    await running.get(port)?.stop()
    const web = { ...settings, ROLE: 'web', DRAIN_SECONDS: '2', PORT: port }
    running.set(port, await startRunningShop(web, command))
    await cluster.waitUntilBalanced(ports.filter((one) => running.has(one)).length)
  }
  const startWorker = async (command: Command) => {
    const before = running.get('worker')
    running.set('worker', await startRunningShop({ ...settings, ROLE: 'worker' }, command))
    await before?.stop()
  }
  const end = async () => {
    for (const one of running.values()) await one.stop()
    for (const web of shop.webs) await web.start()
    await cluster.waitUntilBalanced()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    for (const port of ports) await startWeb(port, earlier.serverCommand())
    await startWorker(earlier.serverCommand())
  } catch (error) {
    await end()
    throw error
  }
  const roll = async () => {
    const applied = await migrate(serverCommand(), { ...settings, ROLE: 'migrate', MIGRATE: 'on' })
    const record = await startChanges(cluster.directUrl)
    const sideBySide = async (port: string) => {
      await delay(SIDE_BY_SIDE_MS)
      await record.change(`http://127.0.0.1:${port}`)
    }
    for (const port of ports) await sideBySide(port)
    for (const port of ports) {
      await startWeb(port, serverCommand())
      await sideBySide(port)
      if (port === ports[0]) await startWorker(serverCommand())
    }
    // Back to the earlier version, on the newer database.
    const [last = ''] = ports.slice(-1)
    await startWeb(last, earlier.serverCommand())
    await sideBySide(last)
    const written = await record.count()
    return `${earlier.commit} to the present version with ${applied} migrations, and one process back; ${written}`
  }
  return { shop: { ...shop, cluster }, roll, end }
}

const COUNTS = `
  select (select count(*) from supplier_order_events)::int as events, (select count(*) from ledger_entries)::int as entries,
    (select count(*) from audit_log where kind = 'order_settings')::int as changes`

type Counts = Readonly<{ events: number; entries: number; changes: number }>

/**
 * Prepares changes of a store's settings by any process. `count` returns what was written to the tables that only grow,
 * and throws when a change is not in the audit log.
 */
async function startChanges(directUrl: string) {
  const authorization = await createSupplier(directUrl)
  const before = await readCounts(directUrl)
  let changes = 0
  return {
    change: async (url: string) => {
      const answer = await fetch(`${url}/supplier/order-settings`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ autoAccept: changes % 2 === 0 }),
      })
      if (!answer.ok) throw new Error(`a change of settings: ${answer.status} ${await answer.text()}`)
      changes += 1
    },
    count: async () => {
      const after = await readCounts(directUrl)
      if (after.changes !== changes)
        throw new Error(`${after.changes} of ${changes} changes in the audit log`)
      return `${after.events - before.events} events, ${after.entries - before.entries} entries and ${changes} changes written`
    },
  }
}

/** Creates a supplier with a store; returns the header that authenticates them. */
async function createSupplier(url: string): Promise<string> {
  const database = await openDatabase({ url, dataDir: '', log: () => undefined })
  try {
    const owns = await createTestSupplier(database.db)
    return (await createSignedInAccount(database.db, new Date(), { type: 'manufacturer', owns })).headers
      .authorization
  } finally {
    await database.close()
  }
}

async function readCounts(connectionString: string): Promise<Counts> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<Counts>(COUNTS)
    return rows[0] ?? { events: 0, entries: 0, changes: 0 }
  } finally {
    await client.end()
  }
}

/** Migrates a database; returns how many migrations were applied. */
async function migrate(command: Command, settings: Readonly<Record<string, string>>): Promise<number> {
  const count = async () => {
    const client = new Client({ connectionString: settings['DATABASE_DIRECT_URL'] })
    await client.connect()
    try {
      const { rows } = await client.query<{ n: number }>('select count(*)::int as n from schema_migrations')
      return rows[0]?.n ?? 0
    } catch {
      return 0
    } finally {
      await client.end()
    }
  }
  const before = await count()
  const env = { ...command.env, SECRETS_KEY: SHARED_SECRETS_KEY, ...settings, MIGRATE: 'on' }
  const { code, output } = await runCaptured({ ...command, env })
  if (code !== 0) throw new Error(`the migration failed:\n${output.slice(-2_000)}`)
  return (await count()) - before
}

async function fillCatalogue(
  { generateCatalogue }: EarlierRelease,
  { url, products }: Readonly<{ url: string; products: number }>,
): Promise<void> {
  const pool = openPool({ url, size: 2, log: () => undefined })
  try {
    await generateCatalogue(pool, products)
  } finally {
    await pool.end()
  }
}

/** Creates a database on the cluster; returns the cluster with its addresses. */
async function createDatabase(cluster: ClusterShop['cluster'], name: string) {
  const superuser = new URL(cluster.directUrl)
  Object.assign(superuser, { username: 'postgres', password: PASSWORD, pathname: '/postgres' })
  const client = new Client({ connectionString: superuser.href })
  await client.connect()
  try {
    await client.query(`create database ${name} owner ${SHOP}`)
  } finally {
    await client.end()
  }
  const toNamed = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return { ...cluster, pooledUrl: toNamed(cluster.pooledUrl), directUrl: toNamed(cluster.directUrl) }
}
