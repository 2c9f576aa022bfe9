import { setTimeout as delay } from 'node:timers/promises'
import { SECOND } from '#core/time.ts'
import { openDatabase } from '#database/connections/open-database.ts'
import { createSession } from '#tests/shop/accounts.ts'
import { startRunningShop } from '#tests/shop/running-shop.ts'
import { getPrivateMb, measurePeakMb } from '../shop/process-memory.ts'

/** The most private memory of the shop's process during an export, in megabytes. */
const BAR_MB = 200

/** The process collects its garbage once, some seconds after it started. */
const QUIET_MS = 12 * SECOND

type Headers = Awaited<ReturnType<typeof createSession>>['headers']

/** Exports the orders of a vendor and of the marketplace, and prints the memory of the shop's process. */
async function main(dataDir: string): Promise<void> {
  const shop = await startRunningShop({ LOG_LEVEL: 'error', DATA_DIR: dataDir })
  const database = await openDatabase({ dataDir, log: () => undefined })
  const { pool, db } = database
  const exportOrders = async (path: string, headers: Headers) => {
    const beforeMb = getPrivateMb(shop.pid())
    const startedAt = performance.now()
    let [bytes, lines] = [0, 0]
    const read = async () => {
      const answer = await fetch(`${shop.url}${path}`, { headers })
      for await (const chunk of answer.body ?? []) {
        bytes += chunk.length
        lines += chunk.filter((byte) => byte === 10).length
      }
    }
    const peakMb = await measurePeakMb(shop.pid(), read, getPrivateMb)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${path}: ${lines - 1} orders, ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s`)
    console.log(
      `private memory: ${beforeMb.toFixed(0)} MB before, ${peakMb.toFixed(0)} MB at most (bar ${BAR_MB} MB)`,
    )
  }
  const signIn = async (accounts: string) => {
    const { rows } = await pool.query<{ id: number }>(`select max(id) as id from accounts where ${accounts}`)
    return (await createSession(db, Number(rows[0]?.id), new Date())).headers
  }
  try {
    const vendor = await signIn('id in (select account_id from store_connections)')
    const operator = await signIn("type = 'operator' and closed_at is null")
    await delay(QUIET_MS)
    await exportOrders('/vendor/order-export?view=all', vendor)
    await exportOrders('/operator/order-export', operator)
  } finally {
    await database.close()
    await shop.remove()
  }
}

if (import.meta.main) {
  const dataDir = process.env['BENCH_DATA']
  if (dataDir === undefined) throw new Error('BENCH_DATA names a folder that role-pages.ts has filled.')
  await main(dataDir)
}
