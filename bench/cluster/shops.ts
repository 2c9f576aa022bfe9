import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '#database/embedded/embedded-server.ts'
import { migrate } from '#database/migrate.ts'
import { openPool } from '#database/connections/open-database.ts'
import { type RunningShop, startRunningShop } from '#tests/shop/running-shop.ts'
import { generateCatalogue } from '../catalogue.ts'
import { type Cluster, startCluster } from './cluster.ts'

/** A shop of two web processes and a worker on a cluster of three servers. */
export type ClusterShop = Readonly<{
  cluster: Cluster
  webs: readonly RunningShop[]
  worker: RunningShop
  /** The secret its sandbox provider signs with. */
  secret: string
  products: number
  remove(): Promise<void>
}>

const SECRET = 'the secret of the cluster sandbox'
const PRODUCTS = 2_000

/** Starts a cluster and the shop on it, with a catalogue to buy from. */
export async function startClusterShop(root: string, poolSize = 8): Promise<ClusterShop> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cabochon-cluster-'))
  const webPorts = [await findFreePort(), await findFreePort()].map(Number)
  const cluster = await startCluster(root, { webPorts, poolSize })
  const processes: RunningShop[] = []
  const remove = async () => {
    for (const one of processes) await one.stop()
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const start = async (settings: Readonly<Record<string, string>>) => {
    const shop = await startRunningShop({
      LOG_LEVEL: process.env['CLUSTER_LOG_LEVEL'] ?? 'silent',
      PUBLIC_URL: cluster.webUrl,
      DATABASE_URL: cluster.pooledUrl,
      DATABASE_DIRECT_URL: cluster.directUrl,
      DATA_DIR: dataDir,
      SANDBOX_PAY_SECRET: SECRET,
      MIGRATE: 'off',
      ...settings,
    })
    processes.push(shop)
    return shop
  }
  try {
    await fillDatabase(cluster.directUrl)
    const webs = [
      await start({ ROLE: 'web', PORT: String(webPorts[0]), DRAIN_SECONDS: '2' }),
      await start({ ROLE: 'web', PORT: String(webPorts[1]), DRAIN_SECONDS: '2' }),
    ]
    const worker = await start({ ROLE: 'worker' })
    await cluster.waitUntilBalanced()
    return {
      cluster,
      webs,
      worker,
      secret: SECRET,
      products: PRODUCTS,
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function fillDatabase(url: string): Promise<void> {
  const pool = openPool({ url, size: 2, log: () => undefined })
  try {
    await migrate(pool)
    await generateCatalogue(pool, PRODUCTS)
  } finally {
    await pool.end()
  }
}
