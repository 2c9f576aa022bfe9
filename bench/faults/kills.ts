import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { OpenDatabase } from '#database/open-database.ts'
import { type InterruptionPoint, INTERRUPTION_POINTS } from '#tests/faults/effect.ts'
import { type KilledShop, startKilledShop } from '#tests/faults/killed-shop.ts'
import {
  measureDifferences,
  EFFECTS,
  type Interruption,
  isDuplicated,
  isLost,
  runKillRound,
} from '#tests/faults/round.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { withMigratedDatabase } from './migrated-database.ts'
import type { RunLimits } from './run-limits.ts'
import { shopCommand } from '../../scripts/command.ts'

const AUDIT = shopCommand('audit')

/**
 * The outcomes of one kind of effect at one point. `byHand` were resolved by an operator, as the provider cannot
 * report the result.
 */
type EffectStats = {
  effect: string
  point: InterruptionPoint
  kills: number
  rounds: number
  byHand: number
  lost: number
  doubled: number
}

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
  const table = EFFECTS.flatMap(({ name }) =>
    INTERRUPTION_POINTS.map((point): EffectStats => ({
      effect: name,
      point,
      kills: 0,
      rounds: 0,
      byHand: 0,
      lost: 0,
      doubled: 0,
    })),
  )
  const errors: string[] = []
  await buildIfStale()
  const shop = await startKilledShop(database)
  let kills = 0
  try {
    for (; sum(table, 'rounds') < rounds && performance.now() < until; kills += 1) {
      const interruptions = await runKillRound(shop, (effect) => pickPoint(kills, EFFECTS.indexOf(effect)))
      for (const interruption of interruptions) count(table, interruption)
      errors.push(...(await listLedgerErrors(shop)).map((error) => `after kill ${kills + 1}: ${error}`))
      if (kills % 10 === 9) console.error(`${kills + 1} kills, ${sum(table, 'rounds')} of ${rounds} rounds`)
    }
  } finally {
    print(table)
    await shop.remove()
  }
  const isSound = (await runAuditCommand(database.url)) === 0
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  console.log(
    `\n${kills} kills in ${minutes} minutes; ${errors.length} times the books were not sound or not the providers';`,
  )
  console.log(`npm run audit at the end: ${isSound ? 'the books are sound' : 'NOT sound'}.`)
  for (const error of errors) console.log(error)
  return sum(table, 'lost') + sum(table, 'doubled') + errors.length + (isSound ? 0 : 1)
}

/** Combines every kind with every point, and varies which kinds meet. */
function pickPoint(kill: number, effect: number): InterruptionPoint {
  const offset = kill + effect * Math.floor(kill / INTERRUPTION_POINTS.length)
  return INTERRUPTION_POINTS[offset % INTERRUPTION_POINTS.length] ?? 'before it is asked'
}

function count(table: readonly EffectStats[], { effect, point, outcomes }: Interruption): void {
  const row = table.find((stats) => stats.effect === effect && stats.point === point)
  if (!row) return
  row.kills += 1
  row.rounds += outcomes.length
  row.byHand += outcomes.filter(({ byHand }) => byHand).length
  row.lost += outcomes.filter(isLost).length
  row.doubled += outcomes.filter(isDuplicated).length
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

function sum(table: readonly EffectStats[], column: 'rounds' | 'lost' | 'doubled'): number {
  return table.reduce((total, row) => total + row[column], 0)
}

function print(table: readonly EffectStats[]): void {
  console.log('\n| effect at the provider | killed | rounds | kills | by hand | lost | doubled |')
  console.log('|---|---|---|---|---|---|---|')
  for (const { effect, point, rounds, kills, byHand, lost, doubled } of table)
    console.log(`| ${[effect, point, rounds, kills, byHand, lost, doubled].join(' | ')} |`)
}
