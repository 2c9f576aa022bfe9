import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { openEmbedded } from '#database/embedded/embedded-server.ts'
import { runLoad } from '../load.ts'
import { measurePeakMb, getResidentMb } from './process-memory.ts'
import { startShop, type StartedShop } from './started-shop.ts'
import type { Measurement, Row } from '../table.ts'

/** The file whose absence makes the start build the pages, as after an installation. */
const BUILD_MARKER = fileURLToPath(new URL('../../dist/.sources', import.meta.url))

/** How long a shop must be unused to count as idle. */
const IDLE_MS = 15_000

/** Starting with nothing and with existing data, and what the started process holds of the memory. */
export const START_AND_MEMORY: Measurement = { what: 'start and memory', run: measureStarts }

async function measureStarts(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cabochon-bench-start-'))
  try {
    await rm(BUILD_MARKER, { force: true })
    const first = await startShop(dataDir)
    await first.picturesAreMade()
    await first.stop()
    const second = await startShop(dataDir)
    const memory = await measureMemory(second)
    const transactions = await measureIdleTransactions(dataDir)
    await second.stop()
    return [
      {
        what: 'start, nothing there: to the first page of the demo',
        figure: first.firstPageMs / 1000,
        unit: 's',
        bar: 60,
        aim: 20,
        note: 'the build of the pages included',
      },
      {
        what: 'start, existing data: to the first page',
        figure: second.firstPageMs / 1000,
        unit: 's',
        bar: 3,
        aim: 1,
      },
      ...memory,
      { what: 'transactions of an idle shop', figure: transactions, unit: '/s', bar: 10, aim: 7 },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureMemory({ url, pid }: StartedShop): Promise<Row[]> {
  await delay(IDLE_MS)
  const idleMb = getResidentMb(pid)
  const loadedMb = await measurePeakMb(pid, () => loadEverything(url))
  const peers = 'Vendure 340 to 700, Medusa 1,100 to 1,200, Next 430'
  return [
    { what: 'memory of the web process, idle', figure: idleMb, unit: 'MB', bar: 150, aim: 100 },
    {
      what: 'memory of the web process, under load',
      figure: loadedMb,
      unit: 'MB',
      bar: 400,
      aim: 250,
      peers,
    },
  ]
}

/** Measures the transactions a second of an idle shop: checks for jobs, timers, housekeeping. */
async function measureIdleTransactions(dataDir: string): Promise<number> {
  // The shop runs the database; it is only used here.
  const server = await openEmbedded({ folder: path.join(dataDir, 'postgres'), log: () => undefined })
  const client = new Client({ connectionString: server.url })
  try {
    await client.connect()
    const count = async () => {
      // Connections report their counts a second late.
      await delay(1_500)
      const { rows } = await client.query<{ n: string }>(
        `select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()`,
      )
      return Number(rows[0]?.n)
    }
    const [transactionsBefore, startedAt] = [await count(), performance.now()]
    await delay(4 * IDLE_MS)
    return ((await count()) - transactionsBefore) / ((performance.now() - startedAt) / 1_000)
  } finally {
    await client.end()
    await server.close()
  }
}

/** Cached and uncached pages, lists and searches, five seconds each with 32 connections. */
async function loadEverything(url: string): Promise<void> {
  for (const address of [
    '/marketplace',
    '/marketplace?productName=ring&page=1',
    '/shop/getAllProducts?page=2',
  ])
    await runLoad(url, () => ({ path: address }))
  const searchBody = JSON.stringify({ data: 'emrald' })
  await runLoad(url, () => ({ path: '/shop/searchProduct', method: 'POST', body: searchBody }))
}
