import { openPool } from '#database/connections/open-database.ts'
import type { RunningShop } from '#tests/shop/running-shop.ts'
import { countTransactions } from '../../shop/process-roles.ts'
import type { Proof } from './proof.ts'

/** The most transactions a second of idle processes. */
const MAX_TRANSACTIONS = 100

/** How long processes may initialize, and how long transactions are counted, in milliseconds: timers run once a minute. */
const PERIOD = { settleMs: 8_000, idleMs: 60_000 }

/** Counts the transactions of idle processes: one web process and a worker, four and one, four and two. */
export const IDLE: Proof = {
  name: '11 idle',
  run: async (shop) => {
    const pool = openPool({ url: shop.cluster.directUrl, size: 1, log: () => undefined })
    const others: RunningShop[] = []
    const count = async () => Math.round(10 * (await countTransactions(pool, PERIOD))) / 10
    const figures: number[] = []
    try {
      await shop.webs.at(-1)?.stop()
      figures.push(await count())
      await shop.webs.at(-1)?.start()
      for (const role of ['web', 'web', 'worker']) {
        others.push(await shop.startAnother(role))
        if (others.length > 1) figures.push(await count())
      }
    } finally {
      for (const one of others) await one.stop()
      await pool.end()
      await shop.cluster.waitUntilBalanced()
    }
    return {
      figures: `${figures.join(', ')} transactions a second with 1 web process and 1 worker, 4 and 1, 4 and 2`,
      errors: figures
        .filter((one) => one > MAX_TRANSACTIONS)
        .map((one) => `${one} transactions a second of idle processes`),
    }
  },
}
