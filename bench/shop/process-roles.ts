import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { openDatabase } from '#database/connections/open-database.ts'
import { type RunningShop, startRunningShop } from '#tests/shop/running-shop.ts'
import type { Measurement, Row } from '../table.ts'

/** How long the processes are idle while their transactions are counted. */
const IDLE_MS = 30_000

/** How long started processes may still initialize. */
const SETTLE_MS = 15_000

/** The cost of a shop's idle processes to its database. */
export const PROCESS_ROLES: Measurement = { what: 'idle processes by role', run: measureRoles }

async function measureRoles(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cabochon-bench-roles-'))
  const database = await openDatabase({ dataDir, log: () => undefined })
  const processes: RunningShop[] = []
  const start = async (role: string) =>
    void processes.push(
      await startRunningShop({
        LOG_LEVEL: 'error',
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        ROLE: role,
      }),
    )
  const measure = async (what: string): Promise<Row> => ({
    what: `transactions of an idle shop: ${what}`,
    figure: await countTransactions(database.pool, { settleMs: SETTLE_MS, idleMs: IDLE_MS }),
    unit: '/s',
  })
  try {
    await start('all')
    const rows = [await measure('one process for all')]
    await processes.pop()?.remove()
    await start('web')
    await start('worker')
    rows.push(await measure('1 web, 1 worker'))
    for (let web = 2; web <= 4; web += 1) await start('web')
    rows.push(await measure('4 web, 1 worker'))
    await start('worker')
    return [...rows, await measure('4 web, 2 workers')]
  } finally {
    for (const one of processes) await one.remove()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Returns the transactions a second of a database whose shop is idle. */
export async function countTransactions(
  pool: Pool,
  { settleMs, idleMs }: Readonly<{ settleMs: number; idleMs: number }>,
): Promise<number> {
  await delay(settleMs)
  const count = async () => {
    // Connections report their counts a second late.
    await delay(1_500)
    const { rows } = await pool.query<{ n: string }>(
      `select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()`,
    )
    return Number(rows[0]?.n)
  }
  const [before, startedAt] = [await count(), performance.now()]
  await delay(idleMs)
  return ((await count()) - before) / ((performance.now() - startedAt) / 1_000)
}
