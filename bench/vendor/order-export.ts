import { openDatabase } from '#database/open-database.ts'
import { createSession } from '#tests/shop/accounts.ts'
import { startRunningShop } from '#tests/shop/running-shop.ts'
import { getResidentMb, measurePeakMb } from '../shop/process-memory.ts'

/** The most memory of the shop's process during an export, in megabytes. */
const BAR_MB = 200

if (import.meta.main) {
  const dataDir = process.env['BENCH_DATA']
  if (dataDir === undefined) throw new Error('BENCH_DATA names a folder that role-pages.ts has filled.')
  const shop = await startRunningShop({ LOG_LEVEL: 'error', DATA_DIR: dataDir })
  const database = await openDatabase({ dataDir, log: () => undefined })
  try {
    const { rows } = await database.pool.query<{ id: number }>(
      'select max(account_id) as id from store_connections',
    )
    const { headers } = await createSession(database.db, Number(rows[0]?.id), new Date())
    const beforeMb = getResidentMb(shop.pid())
    const startedAt = performance.now()
    let [bytes, lines] = [0, 0]
    const peakMb = await measurePeakMb(shop.pid(), async () => {
      const answer = await fetch(`${shop.url}/vendor/order-export?view=all`, { headers })
      for await (const chunk of answer.body ?? []) {
        bytes += chunk.length
        lines += chunk.filter((byte) => byte === 10).length
      }
    })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${lines - 1} orders, ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s`)
    console.log(
      `memory of the process: ${beforeMb.toFixed(0)} MB before, ${peakMb.toFixed(0)} MB at most (bar ${BAR_MB} MB)`,
    )
  } finally {
    await database.close()
    await shop.remove()
  }
}
