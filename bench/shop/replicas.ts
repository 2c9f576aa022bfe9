import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { inTransaction, queryRows } from '#database/database.ts'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/connections/open-database.ts'
import { openReplicas } from '#database/connections/replicas/replicas.ts'
import { createShopOnDatabase, type TestShop } from '#tests/shop/shop.ts'
import { startStandby } from '#tests/shop/standby.ts'
import { generateCatalogue } from '../catalogue.ts'

const CALLS = 3_000
const ROUNDS = 3

/** The intervals of changes while the share of reads is measured, in milliseconds. */
const CHANGE_INTERVALS_MS = [1_000, 100, 20]

// node bench/shop/replicas.ts [PRODUCTS]: processor time of reads in the shop, at the primary and at a replica, with and without
// the replica in turns; and the share of reads that the replica answers while products change.
if (import.meta.main) {
  const products = Number(process.argv[2] ?? 10_000)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cabochon-bench-replicas-'))
  const database = await openDatabase({ dataDir, log: () => undefined })
  await migrate(database.pool)
  await generateCatalogue(database.pool, products)
  const standby = await startStandby(database.url)
  const replicaUrl = standby.urlOf(database.url)
  const replicas = await openReplicas({
    urls: [replicaUrl],
    db: database.db,
    poolSize: 16,
    isPooled: false,
    log: console.error,
  })
  try {
    await standby.catchUp()
    const shops = {
      'without a replica': await createShopOnDatabase(database),
      'with a replica': await createShopOnDatabase({ ...database, replicas }),
    }
    const ids = await queryRows<{ id: string }>(
      database.db,
      sql`select public_id as id from products limit 200`,
    )
    const servers = [findServer(database.url), findServer(replicaUrl)]
    const calls = { detail: getDetail(ids), 'list, not cached': getList }
    for (const [what, get] of Object.entries(calls)) await printCpu(what, get, { shops, servers })
    for (const intervalMs of CHANGE_INTERVALS_MS) {
      const change = async () => {
        await inTransaction(database.db, (tx) =>
          tx.execute(sql`update products set updated_at = now() where public_id = ${ids[0]?.id}`),
        )
        replicas.noteChange()
      }
      const before = (await replicas.report()).reads
      const timer = setInterval(() => void change(), intervalMs)
      for (const get of Object.values(calls)) await callInTurns(shops['with a replica'], get)
      clearInterval(timer)
      const { reads } = await replicas.report()
      const [replica, primary] = [reads.replica - before.replica, reads.primary - before.primary]
      const share = ((100 * replica) / (replica + primary)).toFixed(0)
      console.log(`a change every ${intervalMs} ms: ${share} % of reads at the replica`)
    }
  } finally {
    await replicas.close()
    await standby.remove()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  process.exit()
}

type Measured = Readonly<{ shops: Readonly<Record<string, TestShop>>; servers: readonly number[] }>

async function printCpu(what: string, get: Get, { shops, servers }: Measured): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const [setup, shop] of Object.entries(shops))
      console.log(`${what}, ${setup}: ${await measureCpu(servers, () => callInTurns(shop, get))}`)
}

type Get = (call: number) => string

function getDetail(ids: readonly Readonly<{ id: string }>[]): Get {
  return (call) => `/shop/getProductsByID/${ids[call % ids.length]?.id}`
}

function getList(call: number): string {
  return `/shop/getAllProducts?page=${6 + (call % 20)}&limit=20`
}

/** Makes the calls, eight at a time. */
async function callInTurns(shop: TestShop, get: Get): Promise<void> {
  let next = 0
  const callNext = async (): Promise<void> => {
    while (next < CALLS) {
      const { status } = await shop.get(get(next++))
      if (status !== 200) throw new Error(`a read was answered with ${status}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, callNext))
}

async function measureCpu(servers: readonly number[], run: () => Promise<void>): Promise<string> {
  const before = process.cpuUsage()
  const serversBefore = servers.map(readServerCpu)
  await run()
  const { user, system } = process.cpuUsage(before)
  const [primary = 0, replica = 0] = servers.map(
    (pid, index) => readServerCpu(pid) - (serversBefore[index] ?? 0),
  )
  const perCall = (ms: number) => (ms / CALLS).toFixed(3)
  return `shop ${perCall((user + system) / 1_000)} ms, primary ${perCall(primary)} ms, replica ${perCall(replica)} ms`
}

/** Returns the pid of the server at an address of this machine. */
function findServer(url: string): number {
  const lines = execFileSync('ps', ['-eo', 'pid,args']).toString().split('\n')
  const line = lines.find(
    (one) => /^\s*\d+ \S*postgres -D/.test(one) && one.includes(`port=${new URL(url).port}`),
  )
  if (line === undefined) throw new Error('the server was not found')
  return Number.parseInt(line, 10)
}

/** Returns the processor time of a server and its connections so far, in milliseconds. */
function readServerCpu(server: number): number {
  const pids = execFileSync('ps', ['-eo', 'pid,ppid'])
    .toString()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const own = pids.filter(([pid, parent]) => pid === server || parent === server)
  return own.reduce((sum, [pid]) => sum + readTicks(Number(pid)) * 10, 0)
}

function readTicks(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    // User and system time of the process, and of its ended children.
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  } catch {
    return 0
  }
}
