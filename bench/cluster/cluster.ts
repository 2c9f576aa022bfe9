import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from '#database/embedded/embedded-server.ts'
import { REPOSITORY, runBackup, SOCKETS } from './database/backups.ts'
import {
  type BalancerPorts,
  countReadyWebs,
  SHOP,
  startHaproxy,
  startPooler,
  startValkey,
} from './balancers.ts'
import { createNode, listMembers, type Member, type Node, PASSWORD } from './database/nodes.ts'
import { DATA, makeDataFolder, type Program, startProgram } from './program.ts'

/** A cluster of three database servers, whose primary is found by HAProxy, with PgBouncer before it. */
export type Cluster = Readonly<{
  root: string
  nodes: readonly Node[]
  webUrl: string
  webPorts: readonly number[]
  /** The shop's addresses: by the pooler, to the primary, and to each server, of which one is the primary. */
  pooledUrl: string
  directUrl: string
  serverUrls: readonly string[]
  valkeyUrl: string
  /** Ends Valkey by SIGKILL; `startValkey` starts it again, empty. */
  killValkey(): Promise<void>
  startValkey(): void
  /** Ends the pooler and starts it again. */
  restartPooler(): Promise<void>
  /** Freezes the pooler: it accepts data and answers nothing. */
  freezePooler(): void
  thawPooler(): void
  /** Returns the process ids of PgBouncer and HAProxy. */
  listProxies(): Readonly<{ pooler: number; balancer: number }>
  /** Waits until HAProxy sends requests to so many web processes, by default to every one. */
  waitUntilBalanced(webs?: number): Promise<void>
  stop(): Promise<void>
}>

const NODE_NAMES = ['n1', 'n2', 'n3']

type ClusterOptions = Readonly<{ webPorts: readonly number[]; poolSize: number }>

/** Starts a cluster with empty data and waits until every node streams. `webPorts` are the shop's web processes. */
export async function startCluster(root: string, options: ClusterOptions): Promise<Cluster> {
  await rm(path.join(root, DATA), { recursive: true, force: true })
  await makeDataFolder(root)
  for (const folder of ['etcd', ...[REPOSITORY, SOCKETS].map((one) => path.basename(one))])
    await makeDataFolder(root, folder)
  const programs: Program[] = []
  const nodes: Node[] = []
  const stop = async () => {
    for (const node of nodes) await node.stop()
    for (const program of programs) await program.stop()
  }
  try {
    const etcd = { clients: await findPort(), peers: await findPort() }
    programs.push(startEtcd(root, etcd))
    nodes.push(...(await startNodes(root, etcd.clients)))
    const ports = await findBalancerPorts()
    const balancer = await startHaproxy({ root, nodes, ports, webPorts: options.webPorts })
    programs.push(balancer)
    await waitUntilHealthy(nodes)
    await createShopDatabase(ports.primary)
    await runBackup(root, (await findPrimary(nodes)).name, 'stanza-create')
    return { root, nodes, ...(await openCluster({ root, nodes, ports, programs, balancer, options })), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startNodes(root: string, etcdPort: number): Promise<Node[]> {
  const nodes: Node[] = []
  for (const name of NODE_NAMES)
    nodes.push(await createNode({ root, name, port: await findPort(), apiPort: await findPort(), etcdPort }))
  for (const node of nodes) node.start()
  return nodes
}

async function findBalancerPorts(): Promise<BalancerPorts> {
  return {
    primary: await findPort(),
    pooler: await findPort(),
    web: await findPort(),
    stats: await findPort(),
    valkey: await findPort(),
  }
}

type OpenOptions = Readonly<{
  root: string
  nodes: readonly Node[]
  ports: BalancerPorts
  programs: Program[]
  balancer: Program
  options: ClusterOptions
}>

async function openCluster({ root, nodes, ports, programs, balancer, options }: OpenOptions) {
  const { poolSize, webPorts } = options
  const start = async () => {
    const pooler = await startPooler(root, { port: ports.pooler, databasePort: ports.primary, poolSize })
    programs.push(pooler)
    return pooler
  }
  let pooler = await start()
  let valkey = startValkey(root, ports)
  programs.push(valkey)
  const url = (port: number) => `postgres://${SHOP}:${PASSWORD}@127.0.0.1:${port}/${SHOP}`
  return {
    webPorts,
    webUrl: `http://127.0.0.1:${ports.web}`,
    pooledUrl: url(ports.pooler),
    directUrl: url(ports.primary),
    serverUrls: nodes.map(({ port }) => url(port)),
    valkeyUrl: `redis://127.0.0.1:${ports.valkey}`,
    killValkey: () => valkey.kill(),
    startValkey: () => {
      valkey = startValkey(root, ports)
      programs.push(valkey)
    },
    restartPooler: async () => {
      await pooler.kill()
      pooler = await start()
    },
    freezePooler: () => pooler.signal('SIGSTOP'),
    thawPooler: () => pooler.signal('SIGCONT'),
    listProxies: () => ({ pooler: pooler.pid, balancer: balancer.pid }),
    waitUntilBalanced: (webs = webPorts.length) =>
      waitFor(`${webs} web processes are ready`, async () => (await countReadyWebs(ports)) === webs),
  }
}

/** Waits until there is a primary and all other nodes stream from it. Throws after two minutes. */
export async function waitUntilHealthy(nodes: readonly Node[]): Promise<void> {
  await waitFor('every node streams', async () => {
    for (const node of nodes) {
      const members = await listMembers(node)
      if (members.filter(isPrimary).length === 1 && members.filter(isStreaming).length === nodes.length - 1)
        return true
    }
    return false
  })
}

/** Returns the primary node. Throws when there is none after two minutes. */
export async function findPrimary(nodes: readonly Node[]): Promise<Node> {
  let primary: Node | undefined
  await waitFor('a node is the primary', async () => {
    for (const node of nodes) {
      const leader = (await listMembers(node)).find(isPrimary)
      primary ??= nodes.find(({ name }) => name === leader?.name)
    }
    return primary !== undefined
  })
  if (!primary) throw new Error('unreachable')
  return primary
}

const isPrimary = ({ role, state }: Member) => role === 'leader' && state === 'running'
const isStreaming = ({ role, state }: Member) => role !== 'leader' && state === 'streaming'

/** Polls twice a second, for at most two minutes. */
export async function waitFor(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`in vain for two minutes: ${what}`)
    await delay(500)
  }
}

function startEtcd(root: string, { clients, peers }: Readonly<{ clients: number; peers: number }>): Program {
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${clients}`, `http://127.0.0.1:${peers}`]
  return startProgram(root, 'etcd', [
    '/usr/bin/etcd',
    `--data-dir=${DATA}/etcd`,
    `--listen-client-urls=${clientUrl}`,
    `--advertise-client-urls=${clientUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
    '--log-level=error',
  ])
}

async function createShopDatabase(port: number): Promise<void> {
  await waitFor('the primary answers', async () => {
    const client = new Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: PASSWORD,
      database: 'postgres',
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(`create role ${SHOP} login password '${PASSWORD}'`)
      await client.query(`create database ${SHOP} owner ${SHOP}`)
      return true
    } catch (error) {
      if (error instanceof Error && /already exists/.test(error.message)) throw error
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  })
}

async function findPort(): Promise<number> {
  const port = await findFreePort()
  if (!port) throw new Error('no port is free')
  return port
}
