import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { OpenDatabase } from '#database/connections/open-database.ts'
import { type InterruptionPoint, INTERRUPTION_POINTS } from '#tests/faults/effect.ts'
import { type KilledShop, startKilledShop } from '#tests/faults/killed-shop.ts'
import { measureDifferences, EFFECTS, runKillRound } from '#tests/faults/round.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { createKillTable } from './kill-table.ts'
import { withMigratedDatabase } from './migrated-database.ts'
import type { RunLimits } from './run-limits.ts'
import { shopCommand } from '../../scripts/command.ts'

const AUDIT = shopCommand('audit')

/**
 * Kills the shop between its commits and the providers' responses, and prints the outcomes. It continues until so
 * many effects were interrupted. Each kill interrupts a dozen of all kinds, each kind at a point of its own.
 * Returns how many outcomes were wrong.
 */
export function measureKills(limits: RunLimits): Promise<number> {
  return withMigratedDatabase((database) => runKills(database, limits))
}

async function runKills(database: OpenDatabase, { rounds, until }: RunLimits): Promise<number> {
  const startedAt = performance.now()
  const table = createKillTable(EFFECTS.map(({ name }) => name))
  const errors: string[] = []
  await buildIfStale()
  const shop = await startKilledShop(database)
  let kills = 0
  try {
    for (; table.sum('rounds') < rounds && performance.now() < until; kills += 1) {
      const interruptions = await runKillRound(shop, (effect) => pickPoint(kills, EFFECTS.indexOf(effect)))
      for (const interruption of interruptions) table.count(interruption)
      errors.push(...(await listLedgerErrors(shop)).map((error) => `after kill ${kills + 1}: ${error}`))
      if (kills % 10 === 9) console.error(`${kills + 1} kills, ${table.sum('rounds')} of ${rounds} rounds`)
    }
  } finally {
    table.print('effect at the provider')
    await shop.remove()
  }
  const isSound = (await runAuditCommand(database.url)) === 0
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  console.log(
    `\n${kills} kills in ${minutes} minutes; ${errors.length} times the books were not sound or not the providers';`,
  )
  console.log(`npm run audit at the end: ${isSound ? 'the books are sound' : 'NOT sound'}.`)
  for (const error of errors) console.log(error)
  return table.sum('lost') + table.sum('doubled') + errors.length + (isSound ? 0 : 1)
}

/** Combines every kind with every point, and varies which kinds meet. */
function pickPoint(kill: number, effect: number): InterruptionPoint {
  const offset = kill + effect * Math.floor(kill / INTERRUPTION_POINTS.length)
  return INTERRUPTION_POINTS[offset % INTERRUPTION_POINTS.length] ?? 'before it is asked'
}

async function listLedgerErrors(shop: KilledShop): Promise<string[]> {
  const nonZeroDifferences = Object.entries(await measureDifferences(shop)).filter(([, cents]) => cents !== 0)
  return [
    ...(await shop.audit()),
    ...nonZeroDifferences.map(([provider, cents]) => `our books differ from ${provider}'s by ${cents} cents`),
  ]
}

async function runAuditCommand(url: string): Promise<unknown> {
  const child = spawn(AUDIT.program, AUDIT.args, {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  return code
}
