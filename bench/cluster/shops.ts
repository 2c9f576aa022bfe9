import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '#database/embedded/embedded-server.ts'
import { migrate } from '#database/migrate.ts'
import { openPool } from '#database/connections/open-database.ts'
import { type RunningShop, startRunningShop } from '#tests/shop/running-shop.ts'
import { generateCatalogue } from '../catalogue.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { startStorage, type Storage } from './storage/storage.ts'

/** A shop of two web processes and a worker on a cluster of three servers. */
export type ClusterShop = Readonly<{
  cluster: Cluster
  webs: readonly RunningShop[]
  /** The addresses of the web processes' metrics. */
  metricsUrls: readonly string[]
  worker: RunningShop
  /** Starts another process, which HAProxy does not know. */
  startAnother(role: string): Promise<RunningShop>
  /** Its object storage. */
  storage: Storage
  /** The secret its sandbox provider signs with. */
  secret: string
  products: number
  remove(): Promise<void>
}>

/** The secret that the sandbox provider of shops on a cluster signs with. */
export const SECRET = 'the secret of the cluster sandbox'
/** The products of the catalogue. */
export const PRODUCTS = 2_000
const WEBS = 2

/** Starts a cluster and the shop on it, with a catalogue to buy from. */
export async function startClusterShop(root: string, poolSize = 8): Promise<ClusterShop> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cabochon-cluster-'))
  const [webPorts, metricsPorts] = [await findPorts(WEBS), await findPorts(WEBS)]
  const cluster = await startCluster(root, { webPorts, poolSize })
  const storage = await startStorage()
  const processes: RunningShop[] = []
  const remove = async () => {
    for (const one of processes) await one.stop()
    await cluster.stop()
    await storage.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const start = async (settings: Readonly<Record<string, string>>) => {
    const one = await startRunningShop({
      ...getSettings(cluster),
      ...storage.environment,
      DATA_DIR: dataDir,
      ...settings,
    })
    processes.push(one)
    return one
  }
  try {
    await fillDatabase(cluster.directUrl)
    const webs = []
    for (const [index, port] of webPorts.entries())
      webs.push(
        await start({
          ...getWebSettings(cluster, index),
          PORT: String(port),
          METRICS_PORT: String(metricsPorts[index]),
        }),
      )
    const worker = await start({ ROLE: 'worker', VALKEY_URL: cluster.valkeyUrl })
    await cluster.waitUntilBalanced()
    const metricsUrls = metricsPorts.map((port) => `http://127.0.0.1:${port}/metrics`)
    const startAnother = (role: string) => start({ ...getWebSettings(cluster, 0), ROLE: role })
    return {
      cluster,
      webs,
      metricsUrls,
      worker,
      startAnother,
      storage,
      secret: SECRET,
      products: PRODUCTS,
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Returns the settings of all processes of a shop on a cluster. */
export function getSettings(cluster: Cluster): Readonly<Record<string, string>> {
  return {
    LOG_LEVEL: process.env['CLUSTER_LOG_LEVEL'] ?? 'silent',
    PUBLIC_URL: cluster.webUrl,
    DATABASE_URL: cluster.pooledUrl,
    DATABASE_DIRECT_URL: cluster.directUrl,
    SANDBOX_PAY_SECRET: SECRET,
    MIGRATE: 'off',
  }
}

/** Returns the settings of a web process. The first hears of changes from the database, the last from Valkey. */
function getWebSettings(cluster: Cluster, index: number): Readonly<Record<string, string>> {
  return {
    ROLE: 'web',
    DRAIN_SECONDS: '2',
    DATABASE_REPLICA_URLS: cluster.serverUrls.join(','),
    ...(index === WEBS - 1 && { VALKEY_URL: cluster.valkeyUrl }),
  }
}

/** Returns free ports. */
export async function findPorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) ports.push(Number(await findFreePort()))
  return ports
}

/** Migrates an empty database and fills its catalogue. */
export async function fillDatabase(url: string): Promise<void> {
  const pool = openPool({ url, size: 2, log: () => undefined })
  try {
    await migrate(pool)
    await generateCatalogue(pool, PRODUCTS)
  } finally {
    await pool.end()
  }
}
