import type { OpenDatabase } from '#database/connections/open-database.ts'
import { INTERRUPTION_POINTS, type InterruptionPoint } from '#tests/faults/effect.ts'
import { runStoreCycle, createStoreWorld, STORE_EFFECTS } from '#tests/faults/stores/store-cycle.ts'
import { startStoreShop } from '#tests/faults/stores/store-shop.ts'
import { createRandom } from '#tests/faults/stores/webhook-faults.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { createKillTable } from './kill-table.ts'
import { withMigratedDatabase } from './migrated-database.ts'
import type { RunLimits } from './run-limits.ts'

/** The vendors, each with a store; each kill interrupts an effect of each kind in every store. */
const VENDORS = 16

/** Of PostgreSQL: each effect that waits to be kept holds a connection. The data are not kept. */
const SETTINGS = { max_connections: '400', fsync: 'off', full_page_writes: 'off' }

/**
 * Kills the shop between its commits and vendors' stores, and prints the outcomes. It continues until so many effects
 * were interrupted; the printed seed repeats the same faults (`MODEL_SEED`). Returns how many outcomes were wrong.
 */
export function measureStoreKills(limits: RunLimits): Promise<number> {
  return withMigratedDatabase((database) => runStoreKills(database, limits), SETTINGS)
}

async function runStoreKills(database: OpenDatabase, { rounds, until }: RunLimits): Promise<number> {
  const startedAt = performance.now()
  const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000_000)
  const table = createKillTable(STORE_EFFECTS.map(({ name }) => name))
  const errors: string[] = []
  await buildIfStale()
  const shop = await startStoreShop(database, createRandom(seed))
  let cycle = 0
  try {
    const world = await createStoreWorld(shop, VENDORS)
    for (; table.sum('rounds') < rounds && performance.now() < until; cycle += 1) {
      const { interruptions, differences } = await runStoreCycle(world, {
        cycle,
        selectPoint: ({ name }) =>
          pickPoint(
            cycle,
            STORE_EFFECTS.findIndex((effect) => effect.name === name),
          ),
      })
      for (const interruption of interruptions) table.count(interruption)
      for (const difference of differences) console.error(`after kill ${cycle + 1}: ${difference}`)
      errors.push(...differences)
      const wrong = table.sum('lost') + table.sum('doubled') + errors.length
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
      console.error(
        `${seconds} s: ${cycle + 1} kills, ${table.sum('rounds')} of ${rounds} rounds, ${wrong} wrong`,
      )
    }
  } finally {
    table.print('effect in the store')
    await shop.remove()
  }
  const { sent, dropped, doubled, late } = shop.webhooks.counts
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  console.log(`\n${cycle} kills in ${minutes} minutes, seed ${seed}; ${sent} webhooks sent, and of all`)
  console.log(
    `${dropped} dropped, ${doubled} doubled, ${late} late; ${errors.length} differences at the end of a cycle`,
  )
  return table.sum('lost') + table.sum('doubled') + errors.length
}

/** Combines every kind with every point, and varies which kinds meet. */
function pickPoint(cycle: number, effect: number): InterruptionPoint {
  // Of the two kinds that alternate each has every point.
  const turn = effect >= STORE_EFFECTS.length - 2 ? Math.floor(cycle / 2) : cycle
  const offset = turn + effect * (1 + Math.floor(cycle / (2 * INTERRUPTION_POINTS.length)))
  return INTERRUPTION_POINTS[offset % INTERRUPTION_POINTS.length] ?? 'before it is asked'
}
