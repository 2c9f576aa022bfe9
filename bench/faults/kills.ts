import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { OpenDatabase } from '#database/open-database.ts'
import { type Point, POINTS } from '#tests/faults/effect.ts'
import { type KilledShop, killedShop } from '#tests/faults/killed-shop.ts'
import { differences, EFFECTS, type Interruption, isDoubled, isLost, killOnce } from '#tests/faults/round.ts'
import { buildWhenStale } from '../../scripts/build.ts'
import { withBooks } from './books.ts'
import type { Extent } from './extent.ts'

const AUDIT = fileURLToPath(new URL('../../src/main/cli/audit.ts', import.meta.url))

/** What came of one kind of effect at one point. `byHand` were seen to by a person, as the provider cannot tell what it has done. */
type Row = {
  effect: string
  point: Point
  kills: number
  rounds: number
  byHand: number
  lost: number
  doubled: number
}

/**
 * Kills the shop between our commits and the providers' answers until so many effects were interrupted, and prints what came of
 * them. Each kill interrupts a dozen of all kinds, each kind at a point of its own. Gives how many things were wrong.
 */
export function measureKills(extent: Extent): Promise<number> {
  return withBooks((database) => killOver(database, extent))
}

async function killOver(database: OpenDatabase, { rounds, until }: Extent): Promise<number> {
  const began = performance.now()
  const table = EFFECTS.flatMap(({ name }) =>
    POINTS.map((point): Row => ({
      effect: name,
      point,
      kills: 0,
      rounds: 0,
      byHand: 0,
      lost: 0,
      doubled: 0,
    })),
  )
  const faults: string[] = []
  await buildWhenStale()
  const shop = await killedShop(database)
  let kills = 0
  try {
    for (; sum(table, 'rounds') < rounds && performance.now() < until; kills += 1) {
      const interruptions = await killOnce(shop, (effect) => pointOf(kills, EFFECTS.indexOf(effect)))
      for (const interruption of interruptions) count(table, interruption)
      faults.push(...(await faultsOf(shop)).map((fault) => `after kill ${kills + 1}: ${fault}`))
      if (kills % 10 === 9) console.error(`${kills + 1} kills, ${sum(table, 'rounds')} of ${rounds} rounds`)
    }
  } finally {
    print(table)
    await shop.remove()
  }
  const isSound = (await auditedByCommand(database.url)) === 0
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(
    `\n${kills} kills in ${minutes} minutes; ${faults.length} times the books were not sound or not the providers';`,
  )
  console.log(`npm run audit at the end: ${isSound ? 'the books are sound' : 'NOT sound'}.`)
  for (const fault of faults) console.log(fault)
  return sum(table, 'lost') + sum(table, 'doubled') + faults.length + (isSound ? 0 : 1)
}

/** Every kind comes to every point, and kinds meet in changing company. */
function pointOf(kill: number, effect: number): Point {
  const turn = kill + effect * Math.floor(kill / POINTS.length)
  return POINTS[turn % POINTS.length] ?? 'before it is asked'
}

function count(table: readonly Row[], { effect, point, outcomes }: Interruption): void {
  const row = table.find((one) => one.effect === effect && one.point === point)
  if (!row) return
  row.kills += 1
  row.rounds += outcomes.length
  row.byHand += outcomes.filter(({ byHand }) => byHand).length
  row.lost += outcomes.filter(isLost).length
  row.doubled += outcomes.filter(isDoubled).length
}

async function faultsOf(shop: KilledShop): Promise<string[]> {
  const differing = Object.entries(await differences(shop)).filter(([, cents]) => cents !== 0)
  return [
    ...(await shop.audit()),
    ...differing.map(([provider, cents]) => `our books differ from ${provider}'s by ${cents} cents`),
  ]
}

async function auditedByCommand(url: string): Promise<unknown> {
  const child = spawn(process.execPath, [AUDIT], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  return code
}

function sum(table: readonly Row[], column: 'rounds' | 'lost' | 'doubled'): number {
  return table.reduce((total, row) => total + row[column], 0)
}

function print(table: readonly Row[]): void {
  console.log('\n| effect at the provider | killed | rounds | kills | by hand | lost | doubled |')
  console.log('|---|---|---|---|---|---|---|')
  for (const { effect, point, rounds, kills, byHand, lost, doubled } of table)
    console.log(`| ${[effect, point, rounds, kills, byHand, lost, doubled].join(' | ')} |`)
}
