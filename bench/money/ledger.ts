import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '#database/database.ts'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/connections/open-database.ts'
import { inTransaction } from '#database/transaction.ts'
import { capturedPosting, post } from '#features/money/ledger/service.ts'
import { fillLedger } from './ledger-entries.ts'
import type { Measurement, Row } from '../table.ts'
import { shopCommand } from '../../scripts/command.ts'

const ENTRIES = 1_000_000
const WORKERS = 32
const WARM_UP_SECONDS = 1
const SECONDS = 4

const AUDIT = shopCommand('audit')

/** The audit of a large ledger, and how many purchases a second can be booked into it. */
export const LEDGER: Measurement = { what: 'ledger', run: measureLedger }

async function measureLedger(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cabochon-bench-ledger-'))
  const database = await openDatabase({ dataDir: folder, log: () => undefined })
  try {
    await migrate(database.pool)
    const entries = await fillLedger(database.pool, ENTRIES)
    const seconds = await runAudit(folder)
    const { perSecond, p99Ms } = await measurePostingRate(database.db)
    const note = `32 at once, p99 ${p99Ms} ms; each of two suppliers, committed to the disk`
    return [
      {
        what: 'ledger: npm run audit of 1,000,000 entries',
        figure: seconds,
        unit: 's',
        bar: 30,
        note: `${entries} entries`,
      },
      // The limits are those of guest purchases, of which this is a part.
      {
        what: 'ledger: purchases booked on one account',
        figure: perSecond,
        unit: '/s',
        bar: 252,
        aim: 630,
        note,
      },
    ]
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the seconds that `npm run audit` takes from its start to its end. Throws unless it finds the books sound. */
export async function runAudit(dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(AUDIT.program, AUDIT.args, {
    env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the audit of made-up entries ended with ${String(code)}`)
  return (performance.now() - startedAt) / 1000
}

async function measurePostingRate(db: Database): Promise<{ perSecond: number; p99Ms: number }> {
  const tookMs: number[] = []
  let next = 0
  const from = performance.now() + WARM_UP_SECONDS * 1000
  const deadline = from + SECONDS * 1000
  const worker = async () => {
    while (performance.now() < deadline) {
      const startedAt = performance.now()
      const receiptId = `bench_${next++}`
      await inTransaction(db, (tx) => post(tx, createPurchase(receiptId), new Date()))
      if (startedAt >= from) tookMs.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
  tookMs.sort((a, b) => a - b)
  const p99Ms = Math.round(tookMs[Math.floor(tookMs.length * 0.99)] ?? 0)
  return { perSecond: tookMs.length / SECONDS, p99Ms }
}

function createPurchase(receiptId: string) {
  const shares = [
    { order: `ord_${receiptId}_1`, amount: 6000 },
    { order: `ord_${receiptId}_2`, amount: 4000 },
  ]
  return capturedPosting({ provider: 'sandbox', method: 'vm', receiptId, currency: 'USD', shares })
}
